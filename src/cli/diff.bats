#!/usr/bin/env bats
# ssbroute diff, run as its users run it.

load commands

setup_file() { export now=2026-01-01T00:00:00Z; }

# Before, messages of Sales to OrderParts go by AutoCreatedLocal; after, by a route of their own.
before_and_after() {
    cat >before.sql <<'SQL'
CREATE DATABASE Sales
GO
SQL
    cat >after.sql <<'SQL'
CREATE DATABASE Sales
GO
USE Sales
CREATE ROUTE OrderPartsRoute WITH SERVICE_NAME = 'OrderParts', ADDRESS = 'TCP://host2.example:4022'
GO
SQL
}

diff_of() {
    run --separate-stderr ssbroute diff --now "$now" "$@"
    show
    [ -z "$stderr" ]
}

json() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1" <<<"$output"; }

@test "a configuration does not differ from itself" {
    before_and_after
    diff_of after.sql after.sql
    [ "$status" -eq 0 ]
    [ "$output" = "no differences" ]
}

@test "what is answered differently is told, with both answers" {
    before_and_after
    diff_of before.sql after.sql
    [ "$status" -eq 1 ]
    [ "$output" = "from Sales to OrderParts, with no identifier, with any other identifier
    - delay
    + send to TCP://host2.example:4022" ]
}

@test "names of routes make no difference" {
    before_and_after
    sed 's/OrderPartsRoute/AnotherName/' after.sql >renamed.sql
    diff_of after.sql renamed.sql
    [ "$status" -eq 0 ]
}

@test "a name that occurs in neither stands for all others" {
    before_and_after
    echo "USE Sales CREATE ROUTE Out WITH ADDRESS = 'TCP://out.example:4022'" >>after.sql
    diff_of before.sql after.sql
    contains "from Sales to any other service, with no identifier" "- delay" "+ send to TCP://out.example:4022"
}

@test "a database that is in one only is told" {
    before_and_after
    echo "CREATE DATABASE New" >>after.sql
    diff_of before.sql after.sql
    contains "+ database New"
    diff_of after.sql before.sql
    contains "- database New"
}

@test "--contested compares what only another reading permits" {
    echo '{"databases": [{"name": "Sales"}, {"name": "msdb"}]}' >a.json
    cat >b.json <<'JSON'
{"databases": [
    {"name": "Sales", "routes": [
        {"name": "R", "remote_service_name": "Orders", "address": "TCP://a:1", "lifetime": "2026-01-01T00:00:00Z"}]},
    {"name": "msdb"}]}
JSON
    diff_of a.json b.json
    [ "$status" -eq 0 ]
    diff_of --contested a.json b.json
    [ "$status" -eq 1 ]
    contains "from Sales to Orders" "- delay" "+ delay" "+ contested: send to TCP://a:1, if expiry-instant is live"
}

@test "--json prints each difference with its witness" {
    before_and_after
    diff_of --json before.sql after.sql
    [ "$status" -eq 1 ]
    [ "$(json "[(x['message']['to_service_name'], x['service'], x['identifier'], x['sent_by']) for x in d['instances'][0]['differences']]")" = \
        "[('OrderParts', 'itself', 'itself', 'either'), ('OrderParts', 'itself', 'any-other', 'either')]" ]
    [ "$(json "d['instances'][0]['differences'][0]['second']['permitted']")" = "[{'outcome': 'send', 'address': 'TCP://host2.example:4022'}]" ]
    diff_of --json before.sql before.sql
    [ "$status" -eq 0 ]
    [ "$(json "d['instances'][0]['differences']")" = "[]" ]
}

@test "a witness can be decided" {
    before_and_after
    diff_of --json before.sql after.sql
    local witness
    witness=$(json "json.dumps(d['instances'][0]['differences'][0]['message'])")
    ssbroute import --now "$now" after.sql >after.json
    python3 -c 'import json, sys
print(json.dumps({"instance": json.load(open("after.json"))["instances"][0]["instance"], "message": json.loads(sys.argv[1])}))' "$witness" >witness.json
    run ssbroute decide --json --no-contested witness.json
    [ "$output" = '{"permitted":[{"outcome":"send","address":"TCP://host2.example:4022"}],"contested":[]}' ]
}

@test "instances of several are compared by their names" {
    before_and_after
    { echo ':connect A'; cat before.sql; echo ':connect B'; cat before.sql; } >two.sql
    { echo ':connect B'; cat after.sql; echo ':connect C'; cat before.sql; } >others.sql
    diff_of two.sql others.sql
    [ "$status" -eq 1 ]
    contains "- instance A" "+ instance C" "B" "from Sales to OrderParts"
}

@test "two configurations are needed" {
    before_and_after
    run --separate-stderr ssbroute diff before.sql
    [ "$status" -eq 2 ]
    refused "missing.sql: " ssbroute diff before.sql missing.sql
    refused "--now x: expected a time" ssbroute diff --now x before.sql after.sql
}
