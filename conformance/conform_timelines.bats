#!/usr/bin/env bats
# ssbroute conform --timelines.

load conform

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
