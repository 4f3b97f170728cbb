# For the tests of the commands: the program is $SSBROUTE, and each test has a folder of its own with scenarios.
bats_require_minimum_version 1.5.0

setup() {
    : "${SSBROUTE:?has to be the path of the program}"
    cd "$BATS_TEST_TMPDIR" || return
    unset NO_COLOR

    # From outside to a service of Sales: SCOPE-2, MATCH-5, CHOOSE-2, LOCATE-3.
    cat >deliver.json <<'JSON'
{"instance": {"databases": [
    {"name": "Sales", "services": ["Orders"]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]},
 "message": {"to_service_name": "Orders"}}
JSON
    # From Sales by the route that names the service: SCOPE-1, MATCH-2, CHOOSE-3, SEND-1.
    cat >send.json <<'JSON'
{"instance": {"databases": [
    {"name": "Sales", "routes": [
        {"name": "AutoCreatedLocal", "address": "LOCAL"},
        {"name": "OrderPartsRoute", "remote_service_name": "OrderParts", "address": "TCP://host2.example:4022"}]},
    {"name": "msdb"}]},
 "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}}
JSON
    # To a service that two databases have: LOCATE-3 permits either.
    cat >either.json <<'JSON'
{"instance": {"databases": [
    {"name": "B", "services": ["Orders"]}, {"name": "A", "services": ["Orders"]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]},
 "message": {"to_service_name": "Orders"}}
JSON
    # From outside to a service that is not here: CHOOSE-5 drops; by another reading it delays.
    cat >absent.json <<'JSON'
{"instance": {"databases": [{"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]},
 "message": {"to_service_name": "OrderParts"}}
JSON
    # From Sales where no route matches: MATCH-7, of which sys.messages has number 9750.
    cat >waits.json <<'JSON'
{"instance": {"databases": [{"name": "Sales"}, {"name": "msdb"}]},
 "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}}
JSON
    # The scenarios of send.json and absent.json, roughly, as cases.
    cat >group.json <<'JSON'
{"group": "rules/matching", "source": "Service Broker Routing",
 "instance": {"databases": [
    {"name": "Sales", "routes": [
        {"name": "OrderPartsRoute", "remote_service_name": "OrderParts", "address": "TCP://host2.example:4022"}]},
    {"name": "msdb"}]},
 "cases": [
    {"id": "outgoing", "title": "The route names the service",
     "message": {"origin_database": "Sales", "to_service_name": "OrderParts"},
     "rules": ["SCOPE-1", "MATCH-2", "CHOOSE-3", "SEND-1"],
     "permitted": [{"outcome": "send", "address": "TCP://host2.example:4022"}], "contested": []},
    {"id": "incoming", "title": "Only the local route is left, and the service is not here",
     "given": [{"op": "add", "path": "/databases/1/routes", "value": [{"name": "Local", "address": "LOCAL"}]}],
     "message": {"to_service_name": "OrderParts"},
     "rules": ["SCOPE-2", "MATCH-5", "CHOOSE-5"],
     "permitted": [{"outcome": "drop"}],
     "contested": [{"outcome": "delay", "readings": {"absent-service-incoming": "delay"}}]}]}
JSON

    delivered='{"permitted":[{"outcome":"deliver","database":"Sales"}],"contested":[]}'
    sent='{"permitted":[{"outcome":"send","address":"TCP://host2.example:4022"}],"contested":[]}'
    either='{"permitted":[{"outcome":"deliver","database":"A"},{"outcome":"deliver","database":"B"}],"contested":[]}'
    dropped='{"permitted":[{"outcome":"drop"}],"contested":[{"outcome":"delay","readings":{"absent-service-incoming":"delay"}}]}'
}

ssbroute() { "$SSBROUTE" "$@"; }

# prints EXPECTED COMMAND...: the command succeeds, prints exactly that, and complains of nothing.
prints() {
    local expected=$1
    shift
    run --separate-stderr "$@"
    show
    [ "$status" -eq 0 ] && [ "$output" = "$expected" ] && [ -z "$stderr" ]
}

# contains TEXT...: the output has each text, one behind the other.
contains() {
    local rest=$output text
    for text in "$@"; do
        [[ $rest == *"$text"* ]] || { echo "not there, or not in order: $text"; return 1; }
        rest=${rest#*"$text"}
    done
}

# refused MESSAGE COMMAND...: exit status 2, nothing on standard output, and one line on standard error that begins with
# MESSAGE behind the program's name.
refused() {
    local message=$1
    shift
    run --separate-stderr "$@"
    show
    [ "$status" -eq 2 ] && [ -z "$output" ] && [[ $stderr == "ssbroute: $message"* ]] && [ "${#stderr_lines[@]}" -eq 1 ]
}

# A test that fails shows what the command said.
show() { printf 'exit status %s\noutput: %.2000s\nerror: %.2000s\n' "$status" "$output" "$stderr"; }
