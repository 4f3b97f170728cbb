#!/usr/bin/env bats
# ssbroute conform, report and fuzz, against implementations that are right and wrong in every way.

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

# ---- Verdicts ------------------------------------------------------------------------------------------------

@test "the oracle conforms to the whole corpus, and follows the preferred readings" {
    run conform --impl "'$SSBROUTE' serve" --cases "$golden"
    [ "$status" -eq 0 ]
    shows_not 'not the preferred|not seen|inconsistent'
    shows '^passed$'
}

@test "the sample implementation conforms, with one outcome, all of them, and several jobs" {
    local answer
    for answer in outcome permitted contested; do
        run conform --impl "$router --answer $answer" --cases "$golden" --jobs 2
        [ "$status" -eq 0 ]
        shows '^passed$'
        shows ' cases, [0-9]+ conforms$'
    done
}

@test "violates: with the expected set, the rules and what came" {
    judged 1 "$drops"
    shows '^violates examples/1-default-configuration/'
    shows 'expected deliver to .* \(SCOPE-1, .*\), got drop; permitted under no reading'
    shows '^failed$'
}

@test "contested: the reading is named, and it is no failure" {
    absent
    run conform --impl "$(always '{"outcome": {"outcome": "delay"}}')" --cases corpus
    [ "$status" -eq 0 ]
    shows '^contested one/absent'
    shows 'permitted only under absent-service-incoming=delay'
    shows 'absent-service-incoming: delay, not the preferred answer \(one/absent\)'
}

@test "unsupported is no failure" {
    judged 0 "$(always '{"unsupported": "everything"}')"
    shows '^unsupported '
    shows 'got unsupported: everything'
    shows ' 20 cases, 20 unsupported$'
}

@test "error" {
    judged 1 "$(always '{"error": "/instance: too hard"}')"
    shows ' 20 cases, 20 error$'
}

@test "incomplete: outcomes are missing in a whole set" {
    two_outcomes
    run conform --impl "$(always '{"permitted": [{"outcome": "forward", "address": "tcp://A:1/x"}]}')" --cases corpus
    [ "$status" -eq 1 ]
    shows '^incomplete two/either'
    shows 'outcomes are missing'
}

@test "a whole set in any order and spelling conforms; one outcome too many violates" {
    two_outcomes
    local a='{"outcome": "forward", "address": "tcp://A:1/x"}' b='{"outcome": "forward", "address": "TCP://b:1"}'
    run conform --impl "$(always "{\"permitted\": [$b, $a]}")" --cases corpus
    [ "$status" -eq 0 ]
    run conform --impl "$(always "{\"permitted\": [$b, $a, {\"outcome\": \"drop\"}]}")" --cases corpus
    [ "$status" -eq 1 ]
    shows '^violates two/either'
}

@test "a whole set under another reading is contested" {
    absent
    run conform --impl "$(always '{"permitted": [{"outcome": "delay"}]}')" --cases corpus
    [ "$status" -eq 0 ]
    shows '^contested one/absent'
}

@test "crash: the status and the end of standard error are shown, and the next cases get theirs" {
    judged 1 "$misbehaving crash"
    shows '^crash '
    shows 'the process ended with status 3'
    shows 'something went wrong inside'
    shows '^(conforms|violates|contested) | conforms'
    [ "$(grep -c '^crash ' <<<"$output")" -lt 20 ]
}

@test "crash by a signal" {
    judged 1 "exec $misbehaving signal"
    shows 'ended by signal 11'
}

@test "timeout: one that hangs, one that says nothing, one that closes its output" {
    local how
    for how in hang silent close-stdout; do
        timeout=2 judged 1 "$misbehaving $how"
        shows '^timeout '
        shows 'said nothing for 2 s'
    done
}

@test "a closed pipe is a crash" {
    judged 1 'exec 1>&-; sleep 100'
    shows ' 20 cases, 20 crash$'
    shows 'closed its output'
}

@test "garbage of every kind" {
    local how
    for how in no-json never-asked unknown-outcome both twice; do
        judged 1 "$misbehaving $how"
        shows '^garbage '
    done
}

@test "an id that was never asked is named" {
    judged 1 "$misbehaving never-asked"
    shows 'answered under an id that was not asked: .*never asked'
}

@test "an answer that comes twice spoils itself" {
    judged 1 "$misbehaving twice"
    shows 'answered twice'
}

@test "a gigabyte without the end of a line is garbage, and does not fill the memory" {
    # A sanitizer reserves more than that for itself.
    if [ "${SANITIZE:-none}" = none ]; then ulimit -v 1000000; fi
    judged 1 "$misbehaving gigabyte"
    shows 'wrote more than 16 MiB on one line'
}

@test "much standard error does no harm, and its end is kept" {
    timeout=100 judged 1 "$misbehaving gigabyte-of-errors"
    shows_not '^(timeout|garbage|crash) '
}

@test "one that exits at once, one that does not exist, one that only echoes" {
    judged 1 'exit 3'
    shows ' 20 cases, 20 crash$'
    shows 'check failed handshake'
    judged 1 './no-such-program'
    shows 'no-such-program'
    judged 1 'cat'
    shows ' 20 cases, 20 garbage$'
    judged 1 'yes'
    shows ' 20 cases, 20 garbage$'
}

@test "one that sleeps is given up after a few silences" {
    timeout=0.3 judged 1 'sleep 1000'
    shows ' 20 cases, 20 timeout$'
    shows 'not asked, for 3 times in a row'
    run ! pgrep -f 'sleep 1000'
}

@test "children of the implementation are ended with it" {
    timeout=0.2 judged 1 'sleep 1234 & sleep 1235'
    run ! pgrep -f 'sleep 123[45]'
}

# ---- Honesty -------------------------------------------------------------------------------------------------

@test "an implementation that takes an unknown request for a question fails the run" {
    judged 1 "$misbehaving accepts-unknown"
    shows 'check failed unknown-request: .*did not refuse an unknown request'
}

@test "an implementation that dies of an unknown request fails the run" {
    judged 1 "$misbehaving dies-of-unknown"
    shows 'check failed unknown-request: .*ended with status 1'
}

@test "an implementation that turns string ids into numbers fails the run" {
    judged 1 "$misbehaving string-ids-as-numbers"
    shows 'check failed string-id: .*not asked'
}

@test "another protocol in the handshake is told" {
    judged 1 "$misbehaving bad-handshake"
    shows 'check failed handshake: .*/protocol: expected 1, found 2'
}

@test "who passes a case that nobody can pass is not believed" {
    judged 1 "$(always '{"outcome": {"outcome": "deliver", "database": "ssbroute canary: no database has this name"}}')"
    shows 'check failed canary: the suite is at fault'
}

@test "zero cases are an error" {
    run --separate-stderr conform --impl "$drops" --cases "$examples" --filter nothing/here
    [ "$status" -eq 2 ]
    [[ $stderr == *'expected at least one case to run, found none'* ]]
}

# ---- Choosing cases ------------------------------------------------------------------------------------------

@test "list prints ids and runs nothing" {
    run conform --cases "$examples" --list --filter '*/outgoing-*' --impl 'exit 1'
    [ "$status" -eq 0 ]
    shows '^examples/1-default-configuration/outgoing-'
    shows_not 'incoming'
}

@test "shards part the cases: none is missing, none is twice" {
    conform --cases "$examples" --list | sort >all
    for k in 1 2 3; do conform --cases "$examples" --list --shard $k/3; done | sort >parts
    diff all parts
}

@test "bad arguments are refused" {
    local arguments
    for arguments in '--shard 0/3' '--shard 4/3' '--shard x' '--jobs 0' '--timeout 0' '--repeat 0' '--report pdf=x' \
        '--report json' '--report tap=- --report json=-' '--profile none.json' '--known none.txt'; do
        # shellcheck disable=SC2086
        run --separate-stderr conform --impl "$drops" --cases "$examples" $arguments
        echo "$arguments: $status $stderr"
        [ "$status" -ne 0 ]
        [ "$status" -ne 1 ]
    done
    run conform --cases "$examples"
    [ "$status" -eq 2 ]
}

# ---- Profile -------------------------------------------------------------------------------------------------

@test "each single reading that is followed is found, and is no failure" {
    local pair
    for pair in forwarding-inactive=delay self-address=address-or-mirror expiry-instant=live pending-route-request=delay; do
        run conform --impl "'$SSBROUTE' serve --sample 1 --reading $pair" --cases "$golden"
        [ "$status" -eq 0 ]
        shows "${pair%=*}: ${pair#*=}, not the preferred answer"
        [ "$(grep -c 'not the preferred' <<<"$output")" -eq 1 ]
    done
}

# fickle A B: an implementation that gives two outcomes by turns.
fickle() {
    cat >fickle.py <<PYTHON
import json, sys
outcomes = [$1, $2]
for line in sys.stdin:
    request = json.loads(line)
    if "protocol" in request:
        print('{"protocol": 1, "implementation": "fickle", "version": "1"}', flush=True)
    elif "scenario" not in request:
        print(json.dumps({"id": request["id"], "error": "no question"}), flush=True)
    else:
        outcomes.reverse()
        print(json.dumps({"id": request["id"], "outcome": outcomes[0]}), flush=True)
PYTHON
}

@test "inconsistency is a failure, and the cases that show it are named" {
    absent
    fickle '{"outcome": "drop"}' '{"outcome": "delay"}'
    sed 's/"one"/"other"/; s/"S"/"T"/' corpus/one.json >corpus/other.json
    run conform --impl 'python3 fickle.py' --cases corpus
    echo "$output"
    [ "$status" -eq 1 ]
    shows 'absent-service-incoming: inconsistent: (drop|delay) in one/absent, (drop|delay) in other/absent'
}

@test "inconsistency between repetitions of one case" {
    absent
    fickle '{"outcome": "drop"}' '{"outcome": "delay"}'
    run conform --impl 'python3 fickle.py' --cases corpus --repeat 2
    [ "$status" -eq 1 ]
    shows 'inconsistent: (drop|delay) in one/absent, (drop|delay) in one/absent'
}

@test "a declared profile is enforced" {
    absent
    echo '{"readings": {"absent-service-incoming": "delay"}}' >profile.json
    run conform --impl "$(always '{"outcome": {"outcome": "delay"}}')" --cases corpus --profile profile.json
    [ "$status" -eq 0 ]
    shows ' 1 cases, 1 conforms$'
    run conform --impl "$drops" --cases corpus --profile profile.json
    [ "$status" -eq 1 ]
    shows '^violates one/absent'
    shows 'permitted only under absent-service-incoming=drop, and the profile declares absent-service-incoming=delay'
}

@test "a declared profile holds the whole corpus" {
    echo '{"readings": {"forwarding-inactive": "delay"}}' >profile.json
    run conform --impl "'$SSBROUTE' serve --reading forwarding-inactive=delay" --cases "$golden" --profile profile.json
    [ "$status" -eq 0 ]
    shows ' cases, [0-9]+ conforms$'
    run conform --impl "'$SSBROUTE' serve" --cases "$golden" --profile profile.json
    [ "$status" -eq 1 ]
}

@test "a profile that is none is refused" {
    echo '{"readings": {"forwarding-inactive": "bounce"}}' >profile.json
    run --separate-stderr conform --impl "$drops" --cases "$examples" --profile profile.json
    [ "$status" -eq 2 ]
    [[ $stderr == *'profile.json: /readings/forwarding-inactive: expected drop or delay'* ]]
}

# ---- Granted choices -----------------------------------------------------------------------------------------

@test "repeat tells always, sometimes and never, and fails nothing" {
    two_outcomes
    run conform --impl "$(always '{"outcome": {"outcome": "forward", "address": "TCP://a:1"}}')" --cases corpus --repeat 5
    [ "$status" -eq 0 ]
    shows 'always +\{"outcome":"forward","address":"TCP://a:1"\}'
    shows 'never +\{"outcome":"forward","address":"TCP://b:1"\}'
    fickle '{"outcome": "forward", "address": "TCP://a:1"}' '{"outcome": "forward", "address": "TCP://b:1"}'
    run conform --impl 'python3 fickle.py' --cases corpus --repeat 6
    [ "$status" -eq 0 ]
    [ "$(grep -c 'sometimes' <<<"$output")" -eq 2 ]
}

# ---- Known failures ------------------------------------------------------------------------------------------

@test "known failures make the run pass" {
    absent
    printf '# why: a test\nviolates one/absent\n' >known.txt
    run conform --impl "$(always '{"outcome": {"outcome": "deliver", "database": "X"}}')" --cases corpus --known known.txt
    echo "$output"
    [ "$status" -eq 0 ]
    shows '^violates \(known\) one/absent'
}

@test "the ratchet: a failure that is not listed" {
    absent
    : >known.txt
    run conform --impl "$(always '{"outcome": {"outcome": "deliver", "database": "X"}}')" --cases corpus --known known.txt
    [ "$status" -eq 1 ]
    shows 'known.txt: add `violates one/absent`'
}

@test "the ratchet: a listed case that conforms, fails differently, or does not exist" {
    absent
    echo 'violates one/absent' >known.txt
    run conform --impl "$drops" --cases corpus --known known.txt
    [ "$status" -eq 1 ]
    shows 'known.txt:1: remove `violates one/absent`: the verdict is conforms now'
    run conform --impl "$(always '{"error": "no"}')" --cases corpus --known known.txt
    [ "$status" -eq 1 ]
    shows 'known.txt:1: change `violates one/absent` to `error one/absent`'
    echo 'violates one/gone' >known.txt
    run conform --impl "$drops" --cases corpus --known known.txt
    [ "$status" -eq 1 ]
    shows 'known.txt:1: remove `violates one/gone`: there is no such case'
}

@test "a listed case outside the filter says nothing" {
    absent
    two_outcomes
    echo 'violates two/either' >known.txt
    run conform --impl "$drops" --cases corpus --known known.txt --filter 'one/*'
    [ "$status" -eq 0 ]
}

@test "a list that is none is refused with its line" {
    printf 'violates one/absent\nconforms one/absent\n' >known.txt
    run --separate-stderr conform --impl "$drops" --cases "$examples" --known known.txt
    [ "$status" -eq 2 ]
    [[ $stderr == *'known.txt:2: expected VERDICT CASE'* ]]
}

# ---- Reports -------------------------------------------------------------------------------------------------

@test "the examples of the profile's schema are profiles" {
    python3 -c 'import jsonschema' || skip 'python3-jsonschema is not installed'
    local number
    for number in 0 1; do
        python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["examples"][int(sys.argv[2])]))' \
            "$root/spec/schema/profile.schema.json" $number >profile.json
        "$here/check_report.py" profile profile.json
        judged 0 "'$SSBROUTE' serve --reading forwarding-inactive=delay" --profile profile.json
    done
}

@test "json: every kind of report holds to its schema" {
    python3 -c 'import jsonschema' || skip 'python3-jsonschema is not installed'
    judged 0 "$router" --report json=good.json
    judged 1 "$misbehaving crash" --report json=crash.json
    judged 1 "$misbehaving twice" --report json=garbage.json --repeat 2
    judged 1 'exit 3' --report json=none.json
    judged 0 "$(always '{"unsupported": "all"}')" --report json=unsupported.json
    judged 1 "$drops" --report json=violates.json
    judged 0 "'$SSBROUTE' serve" --report json=sets.json
    "$here/check_report.py" report ./*.json
    python3 - <<'PYTHON'
import json
report = json.load(open("violates.json"))
assert report["passed"] is False and report["implementation"] == {"name": "always", "version": "1"}
assert "--impl" in report["reproduce"] and report["platform"].startswith("Linux")
assert report["cases"][0]["permitted"][0]["trace"], "a trace"
PYTHON
}

@test "junit: sound XML with the failures and why" {
    judged 1 "$drops" --report junit=r.xml
    python3 - <<'PYTHON'
import xml.etree.ElementTree as xml
suite = xml.parse("r.xml").getroot().find("testsuite")
failures = [one for one in suite.iter("testcase") if one.find("failure") is not None]
assert int(suite.get("failures")) == len(failures) > 5
assert int(suite.get("tests")) == len(list(suite.iter("testcase")))
assert "permitted under no reading" in failures[0].find("failure").get("message")
PYTHON
    judged 1 "$misbehaving crash" --report junit=r.xml
    grep -q 'something went wrong inside' r.xml
}

@test "tap: counted, with diagnostics" {
    judged 1 "$drops" --report tap=r.tap
    head -2 r.tap | grep -q '^1\.\.38$'
    [ "$(grep -cE '^(not )?ok [0-9]+ - ' r.tap)" -eq 38 ]
    grep -q '^# violates: expected' r.tap
    judged 1 "$drops" --report tap=-
    [ "${lines[0]}" = 'TAP version 13' ]
}

@test "what an implementation writes cannot break a report" {
    local evil='<script>alert(1)</script>]]>\u0001\ud83d\ude00 # SKIP'
    judged 0 "$(always "{\"unsupported\": \"$evil\"}")" --report junit=r.xml --report json=r.json --report html=r.html --report tap=r.tap
    python3 -c 'import json, xml.etree.ElementTree as xml; xml.parse("r.xml"); json.load(open("r.json"))'
    run ! grep -q '<script' r.html
    run ! grep -q 'unsupported # SKIP.*SKIP' r.tap
    printf 'printf "\\377\\376\\033[31m" >&2; exit 1' >bad.sh
    judged 1 'sh bad.sh' --report junit=r.xml --report json=r.json --report html=r.html
    python3 -c 'import json, xml.etree.ElementTree as xml; xml.parse("r.xml"); json.load(open("r.json"))'
    python3 -c 'open("r.html", encoding="utf-8").read()'
}

@test "html: whole in a real browser, without scrolling sideways on a phone, and without network" {
    judged 1 "$drops" --report html=r.html
    run ! grep -qE '(src|href)=|@import|url\(' r.html
    local browser
    browser=$(command -v chromium || command -v google-chrome) || skip 'no chromium is installed'
    cat >measure.html <<'HTML'
<iframe id="phone" src="r.html" width="360" height="640"></iframe><pre id="measured"></pre>
<script>
onload = () => {
  const page = document.getElementById("phone").contentDocument, root = page.documentElement;
  const color = page.defaultView.getComputedStyle(page.body).backgroundColor;
  document.getElementById("measured").textContent = [`width ${root.scrollWidth}`, `cases ${page.querySelectorAll("details").length}`,
    `tables ${page.querySelectorAll("details table").length > 20}`, `title ${page.title}`, `ground ${color}`].join("\n");
};
</script>
HTML
    local flags=(--headless --no-sandbox --disable-gpu --allow-file-access-from-files --virtual-time-budget=5000)
    HOME=$PWD timeout 120 "$browser" "${flags[@]}" --dump-dom "file://$PWD/measure.html" >dom 2>browser.log
    grep -A6 'id="measured"' dom
    [ "$(sed -n 's/.*width \([0-9]*\)$/\1/p' dom | tail -1)" -le 360 ]
    grep -q '^cases 20$' dom
    grep -q '^tables true$' dom
    grep -q '^title Conformance of always$' dom
    grep -q 'rgb(255, 255, 255)' dom
    HOME=$PWD timeout 120 "$browser" "${flags[@]}" --force-dark-mode --blink-settings=preferredColorScheme=0 --dump-dom "file://$PWD/measure.html" >dark 2>browser.log
    grep -q 'rgb(13, 17, 23)' dark
}

@test "merge joins shards to what the whole run says" {
    run conform --impl "$router" --cases "$golden" --filter 'r*' --report json=whole.json
    for k in 1 2 3; do conform --impl "$router" --cases "$golden" --filter 'r*' --shard $k/3 --report json=part$k.json; done
    run "$SSBROUTE" report merge part3.json part1.json part2.json --report json=merged.json --report html=merged.html
    echo "$output"
    [ "$status" -eq 0 ]
    python3 - <<'PYTHON'
import json
whole, merged = json.load(open("whole.json")), json.load(open("merged.json"))
for member in ("cases", "summary", "rules", "profile", "selected", "passed", "shard"):
    assert whole[member] == merged[member], member
PYTHON
    # What was merged can be merged again.
    run "$SSBROUTE" report merge merged.json
    [ "$status" -eq 0 ]
}

@test "merge refuses a missing shard, one that is there twice, and strangers" {
    for k in 1 2; do judged 0 "$router" --shard $k/2 --report json=part$k.json; done
    run --separate-stderr "$SSBROUTE" report merge part1.json
    [ "$status" -eq 2 ]
    [[ $stderr == *'expected shard 2/2, found none'* ]]
    run --separate-stderr "$SSBROUTE" report merge part1.json part1.json
    [ "$status" -eq 2 ]
    judged 0 "'$SSBROUTE' serve" --shard 2/2 --report json=other.json
    run --separate-stderr "$SSBROUTE" report merge part1.json other.json
    [ "$status" -eq 2 ]
    [[ $stderr == *'the implementation differs'* ]]
    echo '{}' >none.json
    run --separate-stderr "$SSBROUTE" report merge none.json
    [ "$status" -eq 2 ]
}

@test "merge finds an inconsistency that no shard shows" {
    absent
    sed 's/"one"/"other"/; s/"S"/"T"/' corpus/one.json >corpus/other.json
    local delays
    delays=$(always '{"outcome": {"outcome": "delay"}}')
    conform --impl "$drops" --cases corpus --shard 1/2 --report json=1.json
    conform --impl "$delays" --cases corpus --shard 2/2 --report json=2.json
    run "$SSBROUTE" report merge 1.json 2.json
    echo "$output"
    [ "$status" -eq 1 ]
    shows 'inconsistent'
}

@test "ctrl-c ends with what is known" {
    cat >hangs.py <<'PYTHON'
import json, sys, time
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if "protocol" in request:
        print('{"protocol": 1, "implementation": "hangs", "version": "1"}', flush=True)
    elif "scenario" not in request:
        print(json.dumps({"id": request["id"], "error": "no question"}), flush=True)
    else:
        asked += 1
        if asked == 30:
            open("hanging", "w").close()
            time.sleep(1000)
        print(json.dumps({"id": request["id"], "outcome": {"outcome": "drop"}}), flush=True)
PYTHON
    # A process in the background, and one whose parent does, would ignore the signal.
    env --default-signal=INT "$SSBROUTE" conform --impl 'python3 hangs.py' --cases "$examples" --timeout 100 \
        --report json=r.json >out &
    local pid=$!
    while [ ! -e hanging ]; do sleep 0.1; done
    sleep 0.5
    kill -INT $pid
    local status=0
    wait $pid || status=$?
    [ "$status" -eq 1 ]
    grep -q 'interrupted after 29 of ' out
    python3 -c 'import json; assert json.load(open("r.json"))["ending"] == "interrupted"'
}

# ---- Adapters ------------------------------------------------------------------------------------------------

@test "the adapter in a compiled language conforms" {
    [ -n "$ADAPTER" ] || skip 'not built'
    run conform --impl "'$ADAPTER'" --cases "$golden"
    [ "$status" -eq 0 ]
}

@test "the adapter for Node.js is honest: nothing violates, and much is unsupported" {
    command -v node || skip 'node is not installed'
    run conform --impl "node $here/implementations/node/adapter.mjs" --cases "$golden"
    echo "$output" | tail -3
    [ "$status" -eq 0 ]
    shows ' cases, [0-9]{2,} conforms, .*[0-9]+ unsupported$'
}

# ---- Fuzz ----------------------------------------------------------------------------------------------------

fuzz() {
    run --separate-stderr "$SSBROUTE" fuzz "$@"
    printf '%s\n' "$output" "$stderr"
    [[ $stderr != *'without RapidCheck'* ]] || skip 'built without RapidCheck'
}

@test "fuzz finds nothing wrong with the oracle and the sample implementation" {
    fuzz --impl "'$SSBROUTE' serve" --cases 300 --seed 1
    [ "$status" -eq 0 ]
    fuzz --impl "$router" --cases 300 --seed 1
    [ "$status" -eq 0 ]
    shows 'seed 1'
    shows '300 scenarios asked, 0 answers wrong'
}

@test "fuzz finds a fault, shrinks it to a few routes, and writes a golden case that shows it" {
    fuzz --impl "$router --deviate match-2-left-out" --cases 400 --seed 7
    [ "$status" -eq 1 ]
    shows '^violates \./found/[0-9]+\.json, [0-3] routes$'
    # The same case is found wrong by conform, and right for who is right.
    run conform --impl "$router --deviate match-2-left-out" --cases found
    [ "$status" -eq 1 ]
    run conform --impl "$router" --cases found
    [ "$status" -eq 0 ]
    shows ' cases, [0-9]+ conforms$'
    # Each is found again by its own seed.
    local found=(found/*.json)
    fuzz --impl "$router --deviate match-2-left-out" --seed "$(basename "${found[0]}" .json)" --cases 1 --output again
    [ "$status" -eq 1 ]
    [ -s "again/${found[0]}" ]
}

@test "fuzz stops at the first disagreement where that is asked" {
    fuzz --impl "$router --deviate match-2-left-out" --cases 4000 --seed 7 --first
    [ "$status" -eq 1 ]
    local found=(found/*.json)
    [ "${#found[@]}" -eq 1 ]
    shows ' [0-9]{1,3} scenarios asked, [0-9]+ answers wrong, 1 kinds of disagreement'
}

@test "fuzz finds faults that only the spelling of times shows" {
    fuzz --impl "$router --deviate expiry-without-offset" --cases 4000 --seed 1 --first
    [ "$status" -eq 1 ]
    grep -q '+02:00\|-05:30' found/*.json
}

@test "fuzz judges one that crashes, and one that never answers" {
    fuzz --impl "$misbehaving crash 20" --cases 60 --seed 1
    [ "$status" -eq 1 ]
    shows '^crash '
    fuzz --impl 'sleep 1001' --cases 20 --seed 1 --timeout 0.2
    [ "$status" -eq 1 ]
}

@test "fuzz ends when its time is over" {
    SECONDS=0
    fuzz --impl "$router" --time 2 --seed 3
    [ "$status" -eq 0 ]
    [ "$SECONDS" -lt 30 ]
}

# ---- The tutorial --------------------------------------------------------------------------------------------

# block KIND N: the N-th block of a kind in the tutorial.
block() {
    awk -v kind="$1" -v number="$2" '
        $0 == "```" && inside { inside = 0 }
        inside && count == number { print }
        $0 == "```" kind { inside = 1; count++ }
    ' "$here/README.md"
}

@test "every command of the tutorial does what it says there" {
    ln -s "$golden" golden
    block python 1 >adapter.py
    block json 1 >profile.json
    block text 2 >known-failures.txt
    ssbroute() { "$SSBROUTE" "$@"; }

    # The adapter that knows nothing, and the one that gives one answer.
    run eval "$(block sh 1)"
    printf '%s\n' "$output"
    [ "$status" -eq 0 ]
    shows '479 unsupported'
    { sed '/^def route/,/^$/d' adapter.py | sed '/^for line/,$d'; block python 2; sed -n '/^for line/,$p' adapter.py; } >second.py
    mv second.py adapter.py
    run eval "$(block sh 1)"
    [ "$status" -eq 1 ]
    block text 1 | while read -r line; do grep -qF -- "$line" <<<"$output" || { echo "not shown: $line"; exit 1; }; done

    # Every command is understood: no usage error, no crash.
    local number command count=0
    for number in 1 2 3 4 5 6 7 8; do
        while read -r command; do
            [ -n "$command" ] || continue
            run eval "${command/--time 60/--time 1}"
            printf '%s: %s\n' "$command" "$status"
            [ "$status" -le 1 ] || { printf '%s\n' "$output"; return 1; }
            count=$((count + 1))
        done < <(block sh "$number")
    done
    [ "$count" -ge 9 ]
    for number in conformance.xml conformance.json conformance.html shard-1.json shard-2.json all.html report.html; do [ -s "$number" ]; done
}

# ---- Timelines -----------------------------------------------------------------------------------------------

# over_time STATUS IMPLEMENTATION ARGUMENTS...: asks the golden timelines.
over_time() {
    local expected=$1 implementation=$2
    shift 2
    run --separate-stderr conform --timelines --cases "$golden/timelines" --impl "$implementation" "$@"
    printf '%s\n' "$output" "$stderr"
    [ "$status" -eq "$expected" ]
}
# answering WHAT: to the first case of picked-identifier.
answering() { printf "%s '%s' %s" "$here/test_implementations/timelines.py" "$golden/timelines/picked-identifier.json" "$1"; }
one_timeline() {
    local expected=$1 what=$2
    shift 2
    over_time "$expected" "$(answering "$what")" --filter timelines/picked-identifier/second-message-before-any-acknowledgement --timeout "${timeout:-20}" "$@"
}

@test "timelines: the program conforms, with whole sets and with samples" {
    over_time 0 "'$SSBROUTE' serve"
    shows_not '(contested|unsupported|incomplete|violates) '
    shows '  MIRROR-4 +([0-9]+) of \1$'
    shows_not 'Readings that'
    over_time 0 "'$SSBROUTE' serve --sample 3" --jobs 2
    shows ': [0-9]+ cases, [0-9]+ conforms$'
}

@test "timelines: who does not know them says so" {
    over_time 0 "$router"
    shows ': [0-9]+ cases, [0-9]+ unsupported$'
}

@test "timelines: every verdict" {
    one_timeline 0 first
    shows '1 cases, 1 conforms$'
    one_timeline 0 all
    shows '1 cases, 1 conforms$'
    one_timeline 0 all-otherwise
    shows '^contested timelines/picked-identifier/'
    shows 'permitted only under picked-identifier=kept$'
    one_timeline 0 unsupported
    shows '1 unsupported$'
    one_timeline 1 all-but-the-last
    shows '^incomplete timelines/'
    one_timeline 1 nothing
    shows '^violates timelines/'
    shows 'it stops at /history/0, where permitted is \{.*"what":"send"'
    one_timeline 1 outcome
    shows '^garbage timelines/'
    one_timeline 1 error
    shows '^error timelines/'
    one_timeline 1 crash
    shows '^crash timelines/'
    timeout=0.5 one_timeline 1 hang
    shows '^timeout timelines/'
}

@test "timelines: filters, lists and shards" {
    run conform --timelines --cases "$golden" --list --filter '*/ring-of-t*'
    [ "$output" = "$(printf '%s\n' timelines/forward-limit/ring-of-two timelines/ring-of-three/ring-of-three)" ]
    over_time 2 "'$SSBROUTE' serve" --filter 'nothing/*'
    [[ $stderr == *'expected at least one case to run, found none'* ]]
    over_time 0 "'$SSBROUTE' serve" --shard 1/2 --report json=1.json
    over_time 0 "'$SSBROUTE' serve" --shard 2/2 --report json=2.json
    over_time 0 "'$SSBROUTE' serve" --report json=whole.json
    "$SSBROUTE" report merge 1.json 2.json --report json=merged.json --report html=merged.html
    python3 - <<'PYTHON'
import json
merged, whole = (json.load(open(name)) for name in ("merged.json", "whole.json"))
assert merged["cases"] == whole["cases"] and merged["about"] == "timeline" and merged["profile"] == {}
assert len(json.load(open("1.json"))["cases"]) < len(whole["cases"])
PYTHON
    judged 0 "'$SSBROUTE' serve" --shard 2/2 --report json=2.json
    run --separate-stderr "$SSBROUTE" report merge 1.json 2.json --report json=merged.json
    [ "$status" -eq 2 ]
    [[ $stderr == *'what was asked differs'* ]]
}

@test "timelines: every report" {
    over_time 1 "$(answering nothing)" --report json=violates.json --report junit=r.xml --report tap=r.tap --report html=r.html
    grep -q 'where permitted is' r.html
    python3 -c 'import xml.etree.ElementTree as xml; assert len(list(xml.parse("r.xml").getroot().iter("failure"))) > 5'
    [ "$(sed -n '2s/1\.\.//p' r.tap)" -eq "$(grep -cE '^(not )?ok ' r.tap)" ]
    one_timeline 0 all-otherwise --report json=contested.json
    one_timeline 0 all --report json=all.json --repeat 2
    one_timeline 1 crash --report json=crash.json
    python3 -c 'import jsonschema' || skip 'python3-jsonschema is not installed'
    "$here/check_report.py" report ./*.json
}

@test "timelines: known failures ratchet" {
    echo 'violates timelines/picked-identifier/second-message-before-any-acknowledgement' >known.txt
    one_timeline 0 nothing --known known.txt
    one_timeline 1 first --known known.txt
    shows 'known.txt:1: remove `violates timelines/.*the verdict is conforms now'
}

@test "timelines: a permitted history comes always, sometimes or never" {
    one_timeline 0 first --repeat 3
    shows '^    always +\['
    shows '^    never +\['
}

@test "timelines: a profile is of decisions, and refused" {
    echo '{"readings": {"forwarding-inactive": "delay"}}' >profile.json
    over_time 2 "'$SSBROUTE' serve" --profile profile.json
    [[ $stderr == 'ssbroute: --profile: expected without --timelines'* ]]
}
