# For the tests of conform, report and fuzz: implementations and corpora, and what a run says.
bats_require_minimum_version 1.5.0

setup_file() {
    export here=$BATS_TEST_DIRNAME root=$BATS_TEST_DIRNAME/..
    export golden=$root/golden
    export examples=$golden/examples
    export router="python3 $here/implementations/python/router.py"
    export misbehaving="python3 $here/test_implementations/misbehaving.py"
    export drops="python3 $here/test_implementations/always.py '{\"outcome\": {\"outcome\": \"drop\"}}'"
    export NO_COLOR=1
}

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

conform() { "$SSBROUTE" conform "$@"; }

# judged STATUS IMPLEMENTATION ARGUMENTS...: runs the first example, with $timeout seconds for each silence.
judged() {
    local expected=$1 implementation=$2
    shift 2
    run --separate-stderr conform --impl "$implementation" --cases "$examples" --filter 'examples/1-*' \
        --timeout "${timeout:-20}" "$@"
    printf '%s\n' "$output" "$stderr"
    [ "$status" -eq "$expected" ]
}

shows() { grep -qE -- "$1" <<<"$output" || { echo "not shown: $1"; return 1; }; }
shows_not() { ! grep -qE -- "$1" <<<"$output" || { echo "shown: $1"; return 1; }; }

# one_case PERMITTED CONTESTED: a corpus of one case, a message from outside for a service that is not here.
one_case() {
    mkdir -p corpus
    cat >corpus/one.json <<JSON
{"group": "one", "source": "a test",
 "instance": {"databases": [{"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]},
 "cases": [{"id": "absent", "title": "Nobody has the service", "message": {"to_service_name": "S"},
            "rules": ["SCOPE-2", "MATCH-5", "CHOOSE-5"], "permitted": $1, "contested": $2}]}
JSON
}
absent() {
    one_case '[{"outcome": "drop"}]' '[{"outcome": "delay", "readings": {"absent-service-incoming": "delay"}}]'
}

# two_outcomes: a corpus of one case with two permitted outcomes.
two_outcomes() {
    mkdir -p corpus
    cat >corpus/two.json <<'JSON'
{"group": "two", "source": "a test",
 "instance": {"databases": [{"name": "msdb", "routes": [{"name": "A", "address": "TCP://a:1"}, {"name": "B", "address": "TCP://b:1"}]}],
              "is_message_forwarding_enabled": true},
 "cases": [{"id": "either", "title": "Two routes", "message": {"to_service_name": "S"},
            "rules": ["SCOPE-2", "MATCH-5", "CHOOSE-3", "FORWARD-2"],
            "permitted": [{"outcome": "forward", "address": "TCP://a:1"}, {"outcome": "forward", "address": "TCP://b:1"}],
            "contested": []}]}
JSON
}
always() { printf "python3 %s '%s'" "$here/test_implementations/always.py" "$1"; }
