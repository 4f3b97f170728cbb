#!/usr/bin/env bats
# ssbroute import, run as its users run it.

load commands

setup_file() { export now=2026-01-01T00:00:00Z; }

# json EXPRESSION: what Python makes of the output, whose JSON is `d`.
json() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1" <<<"$output"; }

# The routes of a database, as `name address`, one a line.
routes_of() {
    json "'\n'.join(r['name'] + ' ' + r['address'] for i in d['instances'] for b in i['instance']['databases']
        if b['name'] == '$1' for r in b['routes'])"
}

imported() {
    run --separate-stderr ssbroute import --now "$now" "$@"
    show
    [ "$status" -eq 0 ]
}

routes_sql() {
    cat >routes.sql <<'SQL'
USE Sales
GO
CREATE ROUTE OrderPartsRoute WITH SERVICE_NAME = 'OrderParts', LIFETIME = 86400, ADDRESS = 'TCP://host2.example:4022'
DROP ROUTE Missing
GO
DECLARE @handle uniqueidentifier
BEGIN DIALOG @handle FROM SERVICE Orders TO SERVICE 'OrderParts'
GO
SQL
}

# --- what it prints ---

@test "a script is printed as instances, messages and remarks" {
    routes_sql
    imported routes.sql
    [ "$(json "list(d)")" = "['instances', 'messages', 'reported']" ]
    [ "$(json "[i['name'] for i in d['instances']]")" = "['(local)']" ]
    [ "$(routes_of Sales)" = "AutoCreatedLocal LOCAL
OrderPartsRoute TCP://host2.example:4022" ]
    [ "$(routes_of msdb)" = "AutoCreatedLocal LOCAL" ]
    [ "$(json "d['messages']")" = "[{'instance': '(local)', 'origin_database': 'Sales', 'to_service_name': 'OrderParts'}]" ]
    [ "$(json "[(r['file'], r['line'], r['column'], r['severity']) for r in d['reported']]")" = \
        "[('routes.sql', 1, 1, 'note'), ('routes.sql', 4, 1, 'error')]" ]
}

@test "remarks stand on standard error too, with their places" {
    routes_sql
    imported routes.sql
    [ "${#stderr_lines[@]}" -eq 2 ]
    [[ ${stderr_lines[0]} == *"routes.sql:1:1: note: database 'Sales' is taken to exist"* ]]
    [[ ${stderr_lines[1]} == *"routes.sql:4:1: error: message 15151: there is no route 'Missing' in database 'Sales'" ]]
}

@test "a script without a fault is silent" {
    echo "CREATE DATABASE Sales" >quiet.sql
    imported quiet.sql
    [ -z "$stderr" ]
    [ "$(json "d['reported']")" = "[]" ]
}

@test "LIFETIME counts from --now" {
    routes_sql
    imported routes.sql
    [ "$(json "d['instances'][0]['instance']['databases'][1]['routes'][1]['lifetime']")" = 2026-01-02T00:00:00Z ]
}

@test "without --now it counts from the system's clock" {
    routes_sql
    run --separate-stderr ssbroute import routes.sql
    [ "$status" -eq 0 ]
    [ "$(json "d['instances'][0]['instance']['databases'][1]['routes'][1]['lifetime'] > '2026'")" = True ]
}

# --- what it reads ---

@test "- is standard input" {
    run --separate-stderr sh -c "echo 'USE Sales DROP ROUTE AutoCreatedLocal' | \"\$SSBROUTE\" import --now $now -"
    show
    [ "$status" -eq 0 ]
    [ -z "$(routes_of Sales)" ]
}

@test "several scripts are of one instance, in their order" {
    routes_sql
    echo "USE Sales DROP ROUTE OrderPartsRoute" >more.sql
    imported routes.sql more.sql
    [ "$(routes_of Sales)" = "AutoCreatedLocal LOCAL" ]
}

@test "--instance names the instance of a file" {
    routes_sql
    imported --instance db1.example=routes.sql --instance db2.example=send.json
    [ "$(json "[i['name'] for i in d['instances']]")" = "['db1.example', 'db2.example']" ]
    [ "$(json "[m['instance'] for m in d['messages']]")" = "['db1.example', 'db2.example']" ]
}

@test "a script may connect to several instances" {
    printf ':connect db1\nUSE Sales\nGO\n:connect db2\nUSE Billing\nGO\n' >two.sql
    imported two.sql
    [ "$(json "[(i['name'], i['instance']['databases'][1]['name']) for i in d['instances']]")" = \
        "[('db1', 'Sales'), ('db2', 'Billing')]" ]
}

@test "-v gives variables their values" {
    echo 'USE $(db) CREATE ROUTE R WITH ADDRESS = "$(address)"' | tr '"' "'" >variables.sql
    imported -v db=Sales -v address=TCP://a:1 variables.sql
    [ "$(routes_of Sales)" = "AutoCreatedLocal LOCAL
R TCP://a:1" ]
}

@test "--database names the database that scripts start in" {
    echo "DROP ROUTE AutoCreatedLocal" >bare.sql
    imported --database Sales bare.sql
    [ -z "$stderr" ]
    [ -z "$(routes_of Sales)" ]
    imported bare.sql
    [[ $stderr == *"no USE before this"* ]]
}

@test "what the server would refuse has no effect, but with --lenient" {
    echo "USE Sales CREATE ROUTE R WITH SERVICE_NAME = 'Orders', ADDRESS = 'TRANSPORT'" >refused.sql
    imported refused.sql
    [[ $stderr == *"error: message 9745: DEFINE-7: "* ]]
    [ "$(routes_of Sales)" = "AutoCreatedLocal LOCAL" ]
    imported --lenient refused.sql
    [[ $stderr == *"warning: message 9745: DEFINE-7: "* ]]
    [ "$(routes_of Sales)" = "AutoCreatedLocal LOCAL
R TRANSPORT" ]
}

@test "Markdown with fenced scripts is read" {
    printf 'Routes:\n\n```sql\nUSE Sales\nDROP ROUTE AutoCreatedLocal\n```\n' >routes.md
    imported routes.md
    [ -z "$(routes_of Sales)" ]
}

@test "exports are read" {
    cat >export.csv <<'CSV'
database_name,name,remote_service_name,broker_instance,lifetime,address,mirror_address
Sales,OrderPartsRoute,OrderParts,NULL,NULL,TCP://host2.example:4022,NULL
CSV
    imported export.csv
    [ "$(routes_of Sales)" = "OrderPartsRoute TCP://host2.example:4022" ]
}

@test "what it prints it reads again" {
    routes_sql
    imported routes.sql
    echo "$output" >import.json
    local first=$output
    imported import.json
    [ "$output" = "$first" ]
}

# --- other forms ---

@test "--emit tsql prints a script that makes the same instance" {
    routes_sql
    imported routes.sql
    local first
    first=$(json "d['instances']")
    imported --emit tsql routes.sql
    contains "CREATE DATABASE [Sales];" "USE [Sales];" \
        "CREATE ROUTE [OrderPartsRoute] WITH SERVICE_NAME = N'OrderParts', LIFETIME = 86400, ADDRESS = N'TCP://host2.example:4022';"
    echo "$output" >emitted.sql
    imported emitted.sql
    [ -z "$stderr" ]
    [ "$(json "d['instances']")" = "$first" ]
}

@test "--emit tsql tells what T-SQL cannot say" {
    cat >known.json <<'JSON'
{"databases": [{"name": "msdb", "service_broker_guid": "0f0e0d0c-0b0a-0908-0706-050403020100"}]}
JSON
    imported --emit tsql known.json
    [[ $stderr == *"the identifier of database 'msdb' is 0f0e0d0c-0b0a-0908-0706-050403020100"* ]]
    contains "-- the identifier of database 'msdb'" "DROP ROUTE [AutoCreatedLocal];"
}

@test "--queries prints the T-SQL that collects what is needed" {
    run --separate-stderr ssbroute import --queries
    show
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    local view
    for view in sys.databases sys.routes sys.services sys.service_broker_endpoints sys.transmission_queue; do
        contains "$view"
    done
}

# --- what it refuses ---

@test "an input is asked for" {
    run --separate-stderr ssbroute import
    show
    [ "$status" -eq 2 ]
    [ -z "$output" ]
}

@test "unusable input is refused" {
    refused "missing.sql: " ssbroute import missing.sql
    echo '{"routes": 1}' >other.json
    refused "other.json: " ssbroute import other.json
    echo '{"databases": []}' >empty.json
    refused "empty.json: /databases: " ssbroute import empty.json
    printf '\xff\xfeU' >half.sql
    refused "half.sql: " ssbroute import half.sql
}

@test "unusable options are refused" {
    routes_sql
    refused "--now yesterday: " ssbroute import --now yesterday routes.sql
    refused "-v nothing: " ssbroute import -v nothing routes.sql
    refused "--instance routes.sql: " ssbroute import --instance routes.sql
    run --separate-stderr ssbroute import --emit csv routes.sql
    [ "$status" -eq 2 ]
    [ -z "$output" ]
}
