#!/usr/bin/env bats
# The reports of ssbroute conform, and ssbroute report merge.

load conform

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
