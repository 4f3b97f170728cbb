#!/usr/bin/env bats
# ssbroute where, run as its users run it.

load commands

setup_file() { export now=2026-01-01T00:00:00Z; }

# Sales has a route to OrderParts, and one that is named for orderlines; Parts is in the same instance and has Stock.
tables() {
    cat >tables.sql <<'SQL'
CREATE DATABASE Sales
CREATE DATABASE Parts
GO
USE Parts
CREATE SERVICE Stock ON QUEUE StockQueue
GO
USE Sales
CREATE ROUTE OrderPartsRoute WITH SERVICE_NAME = 'OrderParts', ADDRESS = 'TCP://host2.example:4022'
CREATE ROUTE OrderLinesRoute WITH SERVICE_NAME = 'orderlines', ADDRESS = 'TCP://host3.example:4022'
GO
USE msdb
CREATE ROUTE StockRoute WITH SERVICE_NAME = 'Stock', ADDRESS = 'LOCAL'
GO
SQL
}

# where ARGUMENT...: the command succeeds and complains of nothing.
where() {
    run --separate-stderr ssbroute where --now "$now" "$@"
    show
    [ "$status" -eq 0 ] && [ -z "$stderr" ]
}

@test "the answer stands in the first line, and the why below" {
    tables
    where --to OrderParts --from Sales tables.sql
    [ "${lines[0]}" = "OrderParts from Sales: send to TCP://host2.example:4022, by route OrderPartsRoute" ]
    contains SCOPE-1 Sales MATCH-2 OrderPartsRoute CHOOSE-3 OrderPartsRoute SEND-1
}

@test "steps that found nothing go without saying" {
    tables
    where --to OrderParts --from Sales tables.sql
    [[ $output != *MATCH-1* && $output != *CHOOSE-1* ]]
}

@test "a message without a sending database comes from outside" {
    tables
    where --to Stock tables.sql
    [ "${lines[0]}" = "Stock from outside: deliver to the service in database Parts, by route StockRoute" ]
}

@test "every permitted outcome is in the answer" {
    where --to Orders either.json
    contains "Orders from outside: deliver to the service in database B" "; or deliver to the service in database A" ||
        contains "Orders from outside: deliver to the service in database A" "; or deliver to the service in database B"
}

@test "why the service is not found is told, with the status that the queue shows" {
    tables
    where --to Nobody --from Sales tables.sql
    contains "Nobody from Sales: delay" MATCH-5 AutoCreatedLocal "CHOOSE-2    no database of the instance has the service" \
        CHOOSE-5 "transmission_status, 9796" "contested: drop, if absent-service-outgoing is drop"
}

@test "the name that was nearly right is told" {
    tables
    where --to OrderLines --from Sales tables.sql
    contains "OrderLines from Sales: delay" \
        "near miss: route OrderLinesRoute of Sales: it is for 'orderlines', which differs from 'OrderLines' in case" \
        "service names are compared byte by byte"
}

@test "nothing is near where the route for the service is taken" {
    tables
    where --to OrderParts --from Sales tables.sql
    [[ $output != *"near miss"* ]]
}

@test "--expected tells why not the route that was expected" {
    tables
    where --to OrderLines --from Sales --expected OrderLinesRoute tables.sql
    contains "OrderLines from Sales: delay" \
        "why not OrderLinesRoute of Sales: MATCH-2: service name differs at byte 1: 'o' is not 'O'" "near miss"
}

@test "--expected tells that the route is taken" {
    tables
    where --to OrderParts --from Sales --expected OrderPartsRoute tables.sql
    contains "OrderPartsRoute is taken: the message is sent to TCP://host2.example:4022"
}

@test "--expected tells whose table the route is in" {
    tables
    where --to Stock --from Sales --expected StockRoute tables.sql
    contains "why not StockRoute of msdb: SCOPE-1: messages from Sales are routed by sys.routes of Sales"
}

@test "--expected tells of a route that is not there" {
    tables
    where --to OrderParts --from Sales --expected OrderPartRoute tables.sql
    contains "why not OrderPartRoute: there is no route of this name" "near miss: route OrderPartsRoute of Sales"
}

@test "--expected names a route whose name was taken for the service's" {
    tables
    where --to OrderPartsRoute --from Sales --expected OrderPartsRoute tables.sql
    contains "near miss: route OrderPartsRoute of Sales: the service name is the name of this route, which is for 'OrderParts'"
}

@test "an identifier may be given" {
    cat >identified.json <<'JSON'
{"databases": [
    {"name": "A", "service_broker_guid": "11111111-1111-1111-1111-111111111111", "services": ["Orders"]},
    {"name": "B", "service_broker_guid": "22222222-2222-2222-2222-222222222222", "services": ["Orders"]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}
JSON
    where --to Orders --identifier 22222222-2222-2222-2222-222222222222 identified.json
    contains "Orders from outside, identifier 22222222-2222-2222-2222-222222222222: deliver to the service in database B, by"
    where --to Orders --identifier 22222222-2222-2222-2222-222222222222 --sent-by target identified.json
    contains "sent by a target: deliver to the service in database B" REPLY-1 LOCATE-1
    [[ $output != *MATCH* ]]
}

@test "the time may be given" {
    cat >expiring.json <<'JSON'
{"databases": [
    {"name": "Sales", "routes": [
        {"name": "R", "remote_service_name": "Orders", "address": "TCP://a:1", "lifetime": "2026-01-01T00:00:00Z"}]},
    {"name": "msdb"}]}
JSON
    run ssbroute where --to Orders --from Sales --now 2025-12-31T23:59:59Z expiring.json
    contains "Orders from Sales: send to TCP://a:1"
    run ssbroute where --to Orders --from Sales --now 2026-01-01T00:00:01Z expiring.json
    contains "Orders from Sales: delay" "near miss: route R of Sales: it is for this service, and it expired at 2026-01-01T00:00:00Z"
}

@test "the sending database is found without regard to case" {
    tables
    where --to OrderParts --from SALES tables.sql
    contains "OrderParts from Sales: send to"
}

@test "each instance that has the sending database answers" {
    tables
    echo '{"databases": [{"name": "Sales"}, {"name": "msdb"}]}' >other.json
    where --to OrderParts --from Sales --instance A=tables.sql --instance B=other.json
    contains "A: OrderParts from Sales: send to" "B: OrderParts from Sales: delay"
    where --to Stock --from Parts --instance A=tables.sql --instance B=other.json
    contains "A: Stock from Parts: deliver"
    [[ $output != *"B: "* ]]
}

@test "a script may come from standard input" {
    tables
    run --separate-stderr sh -c '"$SSBROUTE" where --to OrderParts --from Sales - <tables.sql'
    [ "$status" -eq 0 ]
    contains "OrderParts from Sales: send to TCP://host2.example:4022"
}

@test "what is remarked on the input stands on standard error" {
    tables
    echo 'DROP ROUTE Missing' >>tables.sql
    run --separate-stderr ssbroute where --to Stock tables.sql
    [ "$status" -eq 0 ]
    [[ $stderr == *"tables.sql:"*"Missing"* ]]
    contains "Stock from outside: deliver"
}

@test "notes on the input are left to import" {
    echo "USE Sales" >use.sql
    where --to Orders --from Sales use.sql
}

@test "a database that is not there is refused, with those that are" {
    tables
    refused "--from Sale: expected a database of the input, such as " ssbroute where --to OrderParts --from Sale tables.sql
}

@test "what is needed is asked for" {
    tables
    run --separate-stderr ssbroute where tables.sql
    [ "$status" -eq 2 ]
    [[ $stderr == *--to* ]]
    refused "FILE: expected at least one file" ssbroute where --to OrderParts
    refused "--now soon: expected a time" ssbroute where --to OrderParts --now soon tables.sql
    run --separate-stderr ssbroute where --to OrderParts --sent-by both tables.sql
    [ "$status" -eq 2 ]
    refused "missing.sql: " ssbroute where --to OrderParts missing.sql
}

@test "without --to every message of a script is answered" {
    tables
    cat >>tables.sql <<'SQL'
USE Sales
BEGIN DIALOG CONVERSATION @h FROM SERVICE [Entry] TO SERVICE 'OrderParts' ON CONTRACT [C];
BEGIN DIALOG CONVERSATION @h FROM SERVICE [Entry] TO SERVICE 'Nobody' ON CONTRACT [C];
SQL
    where tables.sql
    contains "OrderParts from Sales: send to TCP://host2.example:4022, by route OrderPartsRoute" "Nobody from Sales: delay"
}

@test "rows of sys.transmission_queue are answered, and their status is held against the answer" {
    tables
    printf '%s\n' 'database_name,to_service_name,transmission_status' \
        'Sales,Nobody,"The target service name matched a LOCAL route, but there is no service by that name in the local SQL Server instance."' \
        'Sales,OrderParts,"The target service name matched a LOCAL route, but there is no service by that name in the local SQL Server instance."' >queue.csv
    where tables.sql queue.csv
    contains "Nobody from Sales: delay" "its transmission_status agrees" \
        "OrderParts from Sales: send to" "its transmission_status does not agree"
}

@test "without --to and without a message there is nothing to answer" {
    tables
    run --separate-stderr ssbroute where tables.sql
    [ "$status" -eq 2 ] && [ -z "$output" ]
    [[ $stderr == *"expected --to SERVICE, or a script or an export in which there are messages"* ]]
    run --separate-stderr ssbroute where --from Sales tables.sql
    [ "$status" -eq 2 ]
}
