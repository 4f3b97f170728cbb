#!/usr/bin/env bats
# ssbroute lint, run as its users run it.

load commands

schemas=$BATS_TEST_DIRNAME/../../spec/schema

setup_file() { export now=2026-01-01T00:00:00Z; }

# One error, one warning, one note.
faulty() {
    cat >faulty.json <<'JSON'
{"databases": [
    {"name": "Sales", "services": ["Stock"], "routes": [
        {"name": "AutoCreatedLocal", "address": "LOCAL"},
        {"name": "NoPort", "remote_service_name": "Orders", "address": "TCP://host2.example"},
        {"name": "Old", "remote_service_name": "Lines", "address": "TCP://host3.example:4022",
         "lifetime": "2025-01-01T00:00:00Z"},
        {"name": "Away", "remote_service_name": "Stock", "address": "TCP://host3.example:4022"}]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}
JSON
}
sound() { echo '{"databases": [{"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}' >sound.json; }

lint() {
    run --separate-stderr ssbroute lint --now "$now" "$@"
    show
}

# json EXPRESSION: what Python makes of the output, whose JSON is `d`.
json() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1" <<<"$output"; }

@test "each finding is told with severity, id, place, routes, rules and advice" {
    faulty
    lint faulty.json
    contains "error port-missing Sales: NoPort" "TCP://host2.example" "[DEFINE-6]" "Write it as TCP://host:port" \
        "warning expired-route Sales: Old" "2025-01-01T00:00:00Z" "[EXPIRY-1, expiry-instant]" \
        "note network-route-hides-local-service Sales: Away" "'Stock'" \
        "1 error, 1 warning, 1 note"
    [ -z "$stderr" ]
}

@test "where there is nothing to find that is said" {
    sound
    lint sound.json
    [ "$status" -eq 0 ]
    [ "$output" = "no findings" ]
}

@test "the exit status is 1 from the chosen severity on" {
    faulty
    lint faulty.json
    [ "$status" -eq 1 ]
    lint --ignore port-missing faulty.json
    [ "$status" -eq 0 ]
    lint --ignore port-missing --fail-on warning faulty.json
    [ "$status" -eq 1 ]
    lint --ignore port-missing --ignore expired-route --fail-on warning faulty.json
    [ "$status" -eq 0 ]
    lint --ignore port-missing --ignore expired-route --fail-on note faulty.json
    [ "$status" -eq 1 ]
    sound
    lint --fail-on note sound.json
    [ "$status" -eq 0 ]
}

@test "--ignore leaves findings out" {
    faulty
    lint --ignore expired-route faulty.json
    contains port-missing network-route-hides-local-service
    [[ $output != *expired-route* ]]
    refused "--ignore expired: expected the id of a finding" ssbroute lint --ignore expired faulty.json
}

@test "--list tells what can be found, as the schema does" {
    run --separate-stderr ssbroute lint --list
    [ "$status" -eq 0 ]
    contains "empty-option " "error " "An option of a route is empty. (DEFINE-1)" "no-way-back "
    local listed
    listed=$(cut -d' ' -f1 <<<"$output")
    local told
    told=$(python3 -c 'import json, sys
print("\n".join(json.load(open(sys.argv[1]))["$defs"]["finding"]["properties"]["id"]["enum"]))' "$schemas/findings.schema.json")
    [ "$listed" = "$told" ]
    [ "$(wc -l <<<"$listed")" -gt 40 ]
}

@test "--format json prints the findings and the remarks" {
    faulty
    lint --format json faulty.json
    [ "$status" -eq 1 ]
    [ "$(json "[f['id'] for f in d['findings']]")" = "['port-missing', 'expired-route', 'network-route-hides-local-service']" ]
    [ "$(json "d['findings'][0]['routes']")" = "[{'instance': '(local)', 'database': 'Sales', 'route': 'NoPort'}]" ]
    [ "$(json "d['reported']")" = "[]" ]
}

@test "--format sarif prints a SARIF document" {
    faulty
    lint --format sarif faulty.json
    [ "$status" -eq 1 ]
    [ "$(json "d['version']")" = "2.1.0" ]
    [ "$(json "[r['level'] for r in d['runs'][0]['results']]")" = "['error', 'warning', 'note']" ]
    [ "$(json "d['runs'][0]['results'][0]['locations'][0]['physicalLocation']['artifactLocation']['uri']")" = faulty.json ]
}

@test "--soon chooses how soon is soon" {
    sed 's/2025-01-01/2026-01-11/' <(faulty; cat faulty.json) >soon.json
    lint soon.json
    [[ $output != *route-expires-soon* ]]
    lint --soon 10 soon.json
    contains "note route-expires-soon Sales: Old"
    lint --soon 9 soon.json
    [[ $output != *route-expires-soon* ]]
}

@test "several instances are told apart, and what is between them is found" {
    cat >a.json <<'JSON'
{"addresses": ["TCP://a.example:4022"], "databases": [
    {"name": "Sales", "services": ["Orders"], "routes": [
        {"name": "AutoCreatedLocal", "address": "LOCAL"},
        {"name": "StockRoute", "remote_service_name": "Stock", "address": "TCP://b.example:4022"}]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}
JSON
    cat >b.json <<'JSON'
{"addresses": ["TCP://b.example:4022"], "databases": [
    {"name": "Parts", "services": ["Stock"], "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}
JSON
    lint --instance A=a.json --instance B=b.json
    [ "$status" -eq 1 ]
    contains "error no-way-back A.Sales: StockRoute" "database 'Parts' of 'B'" "'Orders'"
    lint a.json
    [ "$status" -eq 0 ]
}

@test "what the server would refuse is told as a remark, and counts" {
    cat >refused.sql <<'SQL'
USE Sales
CREATE ROUTE R WITH SERVICE_NAME = 'Orders', ADDRESS = 'TCP://host2.example'
SQL
    lint refused.sql
    [ "$status" -eq 1 ]
    [[ $stderr == *"refused.sql:2:"*"9744"* ]]
    [[ $output != *port-missing* ]]
    lint --format json refused.sql
    [ "$status" -eq 1 ]
    [ -z "$stderr" ]
    [ "$(json "[r['line'] for r in d['reported'] if r['severity'] == 'error']")" = "[2]" ]
}

@test "--lenient takes it, and finds it" {
    cat >refused.sql <<'SQL'
USE Sales
CREATE ROUTE R WITH SERVICE_NAME = 'Orders', ADDRESS = 'TCP://host2.example'
SQL
    lint --lenient refused.sql
    contains "error port-missing Sales: R"
}

@test "a stale identifier in a script hides AutoCreatedLocal" {
    cat >stale.sql <<'SQL'
USE Sales
CREATE SERVICE Orders ON QUEUE OrdersQueue
CREATE ROUTE OrdersHere WITH SERVICE_NAME = 'Orders',
    BROKER_INSTANCE = '5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d', ADDRESS = 'LOCAL'
GO
ALTER DATABASE Sales SET NEW_BROKER
SQL
    lint stale.sql
    contains "local-route-with-unknown-identifier Sales: OrdersHere" "identifier-hides-local-service Sales: OrdersHere"
}

@test "control characters of the input are shown, not obeyed" {
    printf '%s' '{"databases": [{"name": "msdb", "routes": [{"name": "\u001b[31mR", "remote_service_name": "S", "address": "TCP://a"}]}]}' >odd.json
    lint odd.json
    contains '\u001b[31mR'
    [[ $output != *$'\e'* ]]
}

@test "options that are none are refused" {
    sound
    run --separate-stderr ssbroute lint --format xml sound.json
    [ "$status" -eq 2 ]
    run --separate-stderr ssbroute lint --fail-on fatal sound.json
    [ "$status" -eq 2 ]
    refused "FILE: expected at least one file" ssbroute lint
}

@test "standard output that takes no more is told" {
    faulty
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" lint faulty.json >/dev/full'
}
