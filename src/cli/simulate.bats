#!/usr/bin/env bats
# ssbroute simulate, trace-route and check-history, run as their users run them.

load commands

golden=$BATS_TEST_DIRNAME/../../golden/timelines

# A timeline of a conversation from here by a forwarder to a target; with the events given.
timeline() {
    cat <<JSON
{"start": "2026-01-01T00:00:00Z", "parameters": {"resend_after": []},
 "instances": [
  {"name": "here", "instance": {"addresses": ["TCP://here.example:4022"], "databases": [
    {"name": "Shop", "service_broker_guid": "0f0e0d0c-0b0a-0908-0706-050403020100", "services": ["Orders"], "routes": [
      {"name": "ToMiddle", "remote_service_name": "OrderParts", "address": "TCP://middle.example:4022"}]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}},
  {"name": "middle", "instance": {"addresses": ["TCP://middle.example:4022"], "is_message_forwarding_enabled": true,
    "databases": [{"name": "msdb", "routes": [
      {"name": "Forward", "remote_service_name": "OrderParts", "address": "TCP://there.example:4022"}]}]}},
  {"name": "there", "instance": {"addresses": ["TCP://there.example:4022"], "databases": [
    {"name": "Parts", "service_broker_guid": "5fb8d92b-ed69-4c80-afbb-2aa6a7d3cb2d", "services": ["OrderParts"],
     "routes": [{"name": "Back", "remote_service_name": "Orders", "address": "TCP://middle.example:4022"}]},
    {"name": "msdb", "routes": [{"name": "AutoCreatedLocal", "address": "LOCAL"}]}]}}],
 "conversations": [{"id": "c1", "instance": "here", "database": "Shop", "from_service_name": "Orders",
                    "to_service_name": "OrderParts"}],
 "events": [$1]}
JSON
}
send='{"at": "2026-01-01T00:00:00Z", "event": "send", "message": "m1", "conversation": "c1"}'

# The two histories of a message to a service that two targets have.
two_targets() {
    python3 - "$golden/picked-identifier.json" <<'PYTHON'
import json, sys
group = json.load(open(sys.argv[1]))
timeline = group["timeline"]
timeline["events"] = [{"at": "2026-01-01T00:00:00Z", "event": "send", "message": "m1", "conversation": "c1"}]
print(json.dumps(timeline))
PYTHON
}

@test "a message is told hop by hop, with table, rules, and what it waits for" {
    timeline "$send" >timeline.json
    run --separate-stderr ssbroute simulate timeline.json
    show
    [ "$status" -eq 0 ]
    contains m1 here "sent to TCP://middle.example:4022" "sys.routes of Shop: SCOPE-1 MATCH-2 CHOOSE-3 SEND-1" \
        middle "forwarded to TCP://there.example:4022" "sys.routes of msdb" FORWARD-2 \
        there "delivered to database Parts" there "acknowledgement: sent to" middle "acknowledgement: dropped" MATCH-7
}

@test "what waits is told with its status and the next try" {
    timeline "$send" | sed 's/"ToMiddle", "remote_service_name": "OrderParts"/"ToMiddle", "remote_service_name": "Other"/' >timeline.json
    run ssbroute simulate timeline.json
    contains "delayed, tried again at 2026-01-01T00:01:00Z" "MATCH-7 DELAY-1" "transmission_status, 9750"
}

@test "every permitted history is shown, each once" {
    two_targets >timeline.json
    run --separate-stderr ssbroute simulate --all timeline.json
    [ "$status" -eq 0 ]
    contains "History 1 of 2" "one.example" "History 2 of 2" "two.example"
    run --separate-stderr ssbroute simulate --all --json timeline.json
    [ "${#lines[@]}" -eq 2 ]
}

@test "the same seed shows the same history" {
    two_targets >timeline.json
    local first
    first=$(ssbroute simulate --sample 7 --json timeline.json)
    prints "$first" ssbroute simulate --sample 7 --json timeline.json
}

@test "a bound that is reached is told" {
    two_targets >timeline.json
    run --separate-stderr ssbroute simulate --all --states 2 timeline.json
    [ "$status" -eq 1 ]
    [[ $stderr == "ssbroute: more than 2 states can be reached"* ]]
    run --separate-stderr ssbroute simulate --all --histories 1 timeline.json
    [ "$status" -eq 1 ]
    [[ $stderr == "ssbroute: there are more than the 1 histories shown"* ]]
}

@test "a reading over time and one of a decision can be fixed" {
    timeline "$send" >timeline.json
    run ssbroute simulate --reading forward-limit=only-lifetime --reading forwarding-inactive=delay timeline.json
    [ "$status" -eq 0 ]
    refused "--reading forward-limit=never: expected one of discards, only-lifetime" \
        ssbroute simulate --reading forward-limit=never timeline.json
    refused "--reading mood=good: expected ID=ANSWER" ssbroute simulate --reading mood=good timeline.json
}

@test "a history is drawn" {
    timeline "$send" >timeline.json
    ssbroute simulate --diagram drawn.mmd timeline.json
    grep -q 'i0->>i1: m1: send' drawn.mmd
    ssbroute simulate --diagram drawn.svg timeline.json
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' drawn.svg
    run --separate-stderr ssbroute simulate --diagram drawn.png timeline.json
    [ "$status" -eq 2 ]
}

@test "labels of a drawing stay inside of it, and below each other" {
    timeline "$send" | sed "s/m1/a message with a name that is longer than there is room for, &/; s/\"middle\"/\"an instance with quite a long name\"/" >timeline.json
    ssbroute simulate --diagram drawn.svg timeline.json
    python3 - drawn.svg <<'PYTHON'
import sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
names, labels = ([text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == kind] for kind in ("name", "label"))
assert len(names) > 3 and len(labels) > 5, "nothing was broken, though 3 names and 5 labels are too long for a line"
# Roughly: letters and blanks are half as wide as they are high.
for text in names + labels:
    before = {"start": 0, "middle": 0.5}[text.get("text-anchor")]
    width = len(text.text) * 13 * 0.5
    left = float(text.get("x")) - before * width
    assert 0 <= left and left + width <= float(root.get("width")), text.text
heights = [float(text.get("y")) for text in labels]
assert heights == sorted(set(heights)) and heights[-1] < float(root.get("height"))
PYTHON
}

@test "a wrong timeline is refused with the place" {
    timeline "$send, {\"at\": \"2025-01-01T00:00:00Z\", \"event\": \"advance\"}" >timeline.json
    refused "timeline.json: /events/1/at: expected a time not before 2026-01-01T00:00:00Z" ssbroute simulate timeline.json
    timeline '{"at": "2026-01-01T00:00:00Z", "event": "explode"}' >timeline.json
    refused "timeline.json: /events/0/event: expected the word for an event" ssbroute simulate timeline.json
    refused "absent-file.json: " ssbroute simulate absent-file.json
}

@test "trace-route names the hop that is to blame" {
    timeline "" >timeline.json
    run --separate-stderr ssbroute trace-route timeline.json
    show
    [ "$status" -eq 1 ]
    contains "message: delivered" "acknowledgement: dropped, because of middle" "reply: waiting, because of middle"
}

@test "trace-route finds a ring" {
    timeline "" | sed 's/"Forward", "remote_service_name": "OrderParts", "address": "TCP:\/\/there/"Forward", "remote_service_name": "OrderParts", "address": "TCP:\/\/middle/' >timeline.json
    run ssbroute trace-route timeline.json
    [ "$status" -eq 1 ]
    contains "message: looping, because of middle" "reply: not sent"
}

@test "trace-route follows a conversation that is described" {
    timeline "" >timeline.json
    run ssbroute trace-route timeline.json --from there/Parts --to Orders --from-service OrderParts
    contains "message: waiting, because of middle"
    refused "--from there: expected INSTANCE/DATABASE" ssbroute trace-route timeline.json --from there --to Orders
    refused "--from, --to: expected both or neither" ssbroute trace-route timeline.json --to Orders
}

@test "a way there and back is found" {
    timeline '{"at": "2026-01-01T00:00:00Z", "event": "route-created", "instance": "middle", "database": "msdb",
        "route": {"name": "Back", "remote_service_name": "Orders", "address": "TCP://here.example:4022"}}' >timeline.json
    run ssbroute trace-route timeline.json
    [ "$status" -eq 0 ]
    contains "message: delivered" "acknowledgement: delivered" "reply: delivered"
    run ssbroute trace-route --json timeline.json
    [[ $output == '{"message":{"arrival":"delivered"'* ]]
}

# recorded HISTORY: a file with the timeline of two targets and the history.
recorded() { printf '{"timeline": %s, "history": [%s]}' "$(two_targets)" "$1"; }
sends='{"at": "2026-01-01T00:00:00Z", "instance": "here", "message": "m1", "what": "send", "address": "tcp://TWO.example:4022"}'
delivers='{"at": "2026-01-01T00:00:00Z", "instance": "two", "message": "m1", "what": "deliver", "database": "Parts"}'

@test "a recorded history is permitted" {
    recorded "$sends, $delivers" >recorded.json
    prints permitted ssbroute check-history recorded.json
    prints '{"verdict":"permitted"}' ssbroute check-history --json recorded.json
}

@test "the first thing that is not permitted is told, and what would have been" {
    recorded "$sends, ${delivers/two/one}" >recorded.json
    run --separate-stderr ssbroute check-history recorded.json
    [ "$status" -eq 1 ]
    contains "not permitted at /history/1" one "delivered" "permitted there:" two "delivered"
}

@test "a history that stops too early is incomplete" {
    recorded "$sends" >recorded.json
    run --separate-stderr ssbroute check-history --json recorded.json
    [ "$status" -eq 1 ]
    [[ $output == '{"verdict":"incomplete","place":"/history/1"'* ]]
}

@test "what is no recorded history is refused" {
    echo '{"timeline": {}}' >recorded.json
    refused "recorded.json: " ssbroute check-history recorded.json
    recorded '{"at": "2026-01-01T00:00:00Z", "instance": "here", "message": "m1", "what": "delay", "address": "x"}' >recorded.json
    refused "recorded.json: /history/0/address: expected no such member of delay" ssbroute check-history recorded.json
}

@test "every case of a golden group is told with its title, or one of them" {
    run --separate-stderr ssbroute simulate "$golden/ring-of-three.json"
    show
    [ "$status" -eq 0 ]
    contains timelines/ring-of-three/ring-of-three m1 "forwarded to"
    run --separate-stderr ssbroute simulate "$golden/changes.json"
    [ "$status" -eq 0 ]
    contains timelines/changes/reply-and-its-acknowledgement m1 timelines/changes/database-moved-to-another-host m1
    run --separate-stderr ssbroute simulate --case link-down-for-a-while "$golden/changes.json"
    [ "$status" -eq 0 ]
    contains timelines/changes/link-down-for-a-while "cannot be reached"
    [[ $output != *database-moved-to-another-host* ]]
    run ssbroute simulate --case timelines/changes/link-down-for-a-while "$golden/changes.json"
    [ "$status" -eq 0 ]
}

@test "as JSON a golden group is a history a line, and each is one that the case permits" {
    ssbroute simulate --json "$golden/picked-identifier.json" >one.jsonl
    ssbroute simulate --json --all "$golden/example-5-two-targets.json" >all.jsonl
    python3 - "$golden" <<'PYTHON'
import json, sys
def permitted(group):
    cases = json.load(open(f"{sys.argv[1]}/{group}.json"))["cases"]
    return {f"timelines/{group}/{case['id']}": case["permitted"] for case in cases}
def observable(happening):
    return {name: value for name, value in happening.items() if name not in ("table", "rules", "again_at", "transmission_status")}
def told(file):
    return [(line["case"], [observable(one) for one in line["history"]]) for line in map(json.loads, open(file))]
golden = permitted("picked-identifier")
assert [case for case, _ in told("one.jsonl")] == list(golden)
assert all(history in golden[case] for case, history in told("one.jsonl"))
golden = permitted("example-5-two-targets")
for case, histories in golden.items():
    mine = [history for id, history in told("all.jsonl") if id == case]
    assert len(mine) == len(histories) and all(one in histories for one in mine), case
PYTHON
}

@test "a case that is not there is refused, and a diagram of several" {
    refused "--case gone: expected one of reply-and-its-acknowledgement, " ssbroute simulate --case gone "$golden/changes.json"
    two_targets >timeline.json
    refused "--case gone: expected a golden group of timelines" ssbroute simulate --case gone timeline.json
    refused "--diagram: expected with one timeline" ssbroute simulate --diagram drawn.svg "$golden/changes.json"
    ssbroute simulate --diagram drawn.svg --case link-down-for-a-while "$golden/changes.json"
    [ -s drawn.svg ]
}

@test "serve answers timelines too" {
    local line
    line=$(printf '{"id": 1, "timeline": %s}' "$(two_targets)")
    run --separate-stderr ssbroute serve <<<"$line"
    [[ $output == '{"id":1,"histories":[[{"at"'* ]]
    run --separate-stderr ssbroute serve --sample 1 <<<"$line"
    [[ $output == '{"id":1,"history":[{"at"'* ]]
    run --separate-stderr ssbroute serve <<<'{"id": 1, "timeline": {"start": 1}}'
    [[ $output == '{"id":1,"error":"/start: expected a'* ]]
}
