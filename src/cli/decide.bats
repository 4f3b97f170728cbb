#!/usr/bin/env bats
# ssbroute decide, run as its users run it.

load commands

# The lines that decide prints for each file in turn.
answers() {
    local file
    for file in "$@"; do ssbroute decide --json "$file"; done
}

# --- what it answers ---

@test "a scenario is answered with its outcome, its route and the rules in order" {
    run --separate-stderr ssbroute decide send.json
    show
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    contains send.json Sales OrderParts "send to TCP://host2.example:4022" OrderPartsRoute \
        SCOPE-1 Sales MATCH-1 MATCH-2 OrderPartsRoute CHOOSE-1 CHOOSE-2 CHOOSE-3 OrderPartsRoute SEND-1
}

@test "each permitted outcome is shown to people" {
    run ssbroute decide either.json
    contains "deliver" "database A" "deliver" "database B"
}

@test "a contested outcome is shown with the reading that it needs" {
    run ssbroute decide absent.json
    contains drop contested delay absent-service-incoming delay
}

@test "a case is shown by its id and title" {
    run ssbroute decide group.json
    contains "rules/matching/outgoing" "The route names the service" "send to" \
        "rules/matching/incoming" "Only the local route is left, and the service is not here" "drop"
}

@test "--json prints a scenario's answer on one line" {
    prints "$delivered" ssbroute decide --json deliver.json
    prints "$sent" ssbroute decide --json send.json
    prints "$either" ssbroute decide --json either.json
    prints "$dropped" ssbroute decide --json absent.json
}

@test "options may stand behind the files" {
    prints "$sent" ssbroute decide send.json --json
}

@test "--json prints a line a case, with file and case" {
    prints '{"source":{"file":"group.json","case":"rules/matching/outgoing"},'"${sent#\{}
"'{"source":{"file":"group.json","case":"rules/matching/incoming"},'"${dropped#\{}" \
        ssbroute decide --json group.json
}

@test "--json prints a line a file in their order, with the file" {
    prints '{"source":{"file":"send.json"},'"${sent#\{}
"'{"source":{"file":"deliver.json"},'"${delivered#\{}
"'{"source":{"file":"send.json"},'"${sent#\{}" \
        ssbroute decide --json send.json deliver.json send.json
}

@test "scenarios and groups may be mixed" {
    run --separate-stderr ssbroute decide --json deliver.json group.json
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[0]}" = '{"source":{"file":"deliver.json"},'"${delivered#\{}" ]
    [[ ${lines[1]} == '{"source":{"file":"group.json","case":"rules/matching/outgoing"},'* ]]
}

@test "a directory is searched for .json files, in the order of their names" {
    mkdir -p some/b
    cp send.json some/a.json
    cp deliver.json some/b/a.json
    cp absent.json some/c.json
    echo "no json" >some/notes.txt
    run --separate-stderr ssbroute decide --json some
    show
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[0]}" = '{"source":{"file":"some/a.json"},'"${sent#\{}" ]
    [ "${lines[1]}" = '{"source":{"file":"some/b/a.json"},'"${delivered#\{}" ]
    [ "${lines[2]}" = '{"source":{"file":"some/c.json"},'"${dropped#\{}" ]
}

@test "- is standard input" {
    prints "$sent" sh -c '"$SSBROUTE" decide --json - <send.json'
    prints "$sent" sh -c 'cat send.json | "$SSBROUTE" decide --json -'
}

@test "- may stand among files" {
    prints '{"source":{"file":"send.json"},'"${sent#\{}
"'{"source":{"file":"-"},'"${delivered#\{}" \
        sh -c '"$SSBROUTE" decide --json send.json - <deliver.json'
}

@test "a byte order mark is accepted" {
    printf '\xef\xbb\xbf' | cat - send.json >mark.json
    prints "$sent" ssbroute decide --json mark.json
}

@test "a row of sys.routes as FOR JSON PATH exports it is taken as it is" {
    cat >export.json <<'JSON'
{"now": "2026-01-01T00:00:00Z",
 "instance": {"databases": [
    {"name": "Sales", "routes": [
        {"name": "OrderPartsRoute", "route_id": 65537, "principal_id": 1, "remote_service_name": "OrderParts",
         "broker_instance": null, "lifetime": "2026-01-01T00:00:01", "address": "TCP://host2.example:4022",
         "mirror_address": null}]},
    {"name": "msdb"}]},
 "message": {"origin_database": "Sales", "to_service_name": "OrderParts"}}
JSON
    prints "$sent" ssbroute decide --json export.json
}

# --- explanations ---

@test "--json --explain adds the rules passed in order, each with what it left" {
    run --separate-stderr ssbroute decide --json --explain send.json
    show
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    contains '"permitted":[{"outcome":"send"' '"trace":[{"rule":"SCOPE-1"' \
        '{"rule":"MATCH-2","routes":["OrderPartsRoute"]' '"rule":"CHOOSE-3"' '"rule":"SEND-1"' '"contested":[]'
}

@test "--json --explain marks a step that found nothing by no routes" {
    run ssbroute decide --json --explain absent.json
    contains '{"rule":"MATCH-2","routes":[]' '{"rule":"MATCH-5","routes":["AutoCreatedLocal"]'
}

@test "--json --explain adds number and meaning of the transmission status where it is known" {
    run ssbroute decide --json --explain waits.json
    contains '"outcome":"delay"' '"transmission_status":{"number":9750,"meaning":"'
}

@test "--json --explain gives a message from outside no transmission status" {
    run ssbroute decide --json --explain absent.json
    contains '"outcome":"drop"' '"trace":'
    [[ $output != *transmission_status* ]]
}

@test "--json alone explains nothing" {
    run ssbroute decide --json waits.json
    contains '"outcome":"delay"'
    [[ $output != *trace* && $output != *transmission_status* && $output != *why_not* ]]
}

@test "--explain tells people which routes were not taken, and by which rule" {
    run ssbroute decide --explain send.json
    contains SEND-1 AutoCreatedLocal MATCH-2
}

@test "--explain tells people the transmission status" {
    run ssbroute decide --explain waits.json
    contains MATCH-7 transmission_status 9750
}

# --- samples ---

@test "--json --sample prints one permitted outcome" {
    prints '{"outcome":{"outcome":"drop"}}' ssbroute decide --json --sample 1 absent.json
}

@test "the same seed draws the same outcome, and some seed each of them" {
    local seed first again found=
    for seed in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
        first=$(ssbroute decide --json --sample "$seed" either.json)
        again=$(ssbroute decide --json --sample "$seed" either.json)
        [ "$first" = "$again" ]
        found+="$first"$'\n'
    done
    [ "$(sort -u <<<"${found%$'\n'}")" = '{"outcome":{"outcome":"deliver","database":"A"}}
{"outcome":{"outcome":"deliver","database":"B"}}' ]
}

@test "a sample follows a fixed reading" {
    prints '{"outcome":{"outcome":"delay"}}' \
        ssbroute decide --json --sample 1 --reading absent-service-incoming=delay absent.json
}

@test "a seed is a whole number of 64 bits" {
    local seed
    for seed in x -1 1.5 18446744073709551616 ''; do
        run --separate-stderr ssbroute decide --sample "$seed" absent.json
        show
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ $stderr == *"--sample"* ]]
    done
    prints '{"outcome":{"outcome":"drop"}}' ssbroute decide --json --sample 18446744073709551615 absent.json
}

# --- readings ---

@test "--reading makes an answer the preferred one" {
    prints '{"permitted":[{"outcome":"delay"}],"contested":[{"outcome":"drop","readings":{"absent-service-incoming":"drop"}}]}' \
        ssbroute decide --json --reading absent-service-incoming=delay absent.json
}

@test "--reading may be given for several readings, and twice with the same answer" {
    prints '{"permitted":[{"outcome":"delay"}],"contested":[{"outcome":"drop","readings":{"absent-service-incoming":"drop"}}]}' \
        ssbroute decide --json --reading expiry-instant=live --reading absent-service-incoming=delay \
        --reading absent-service-incoming=delay absent.json
}

@test "a reading that is not met makes no difference" {
    prints "$sent" ssbroute decide --json --reading absent-service-incoming=delay send.json
}

@test "--reading takes known readings, their answers and one answer each" {
    refused "--reading mood=good: expected ID=ANSWER" ssbroute decide --reading mood=good send.json
    refused "--reading expiry-instant: expected ID=ANSWER" ssbroute decide --reading expiry-instant send.json
    refused "--reading expiry-instant=never: expected one of expired, live" \
        ssbroute decide --reading expiry-instant=never send.json
    refused "--reading expiry-instant=expired: expected one answer for a reading, found two" \
        ssbroute decide --reading expiry-instant=live --reading expiry-instant=expired send.json
}

@test "--no-contested leaves out what only another reading permits" {
    prints '{"permitted":[{"outcome":"drop"}],"contested":[]}' ssbroute decide --json --no-contested absent.json
    run ssbroute decide --no-contested absent.json
    [[ $output != *contested* ]]
}

# --- terminals ---

# The output of decide on a terminal.
on_terminal() {
    command -v script >/dev/null || skip "script (bsdutils) is not installed"
    TERM=xterm script -qec "\"$SSBROUTE\" decide absent.json" /dev/null </dev/null
}

@test "there are colours on a terminal" {
    run on_terminal
    [[ $output == *$'\e['* ]]
}

@test "there are no colours where NO_COLOR is set" {
    export NO_COLOR=1
    run on_terminal
    show
    [[ $output == *drop* && $output != *$'\e'* ]]
}

@test "there are no colours where standard output is no terminal" {
    run ssbroute decide absent.json
    [[ $output == *drop* && $output != *$'\e'* ]]
}

@test "a name speaks neither to the terminal nor ends a line" {
    sed 's/OrderPartsRoute/Red\\u001b[31m\\u000aRoute/' send.json >escapes.json
    run ssbroute decide escapes.json
    contains "send to"
    [[ $output == *'Red\u001b[31m\u000aRoute'* && $output != *$'\e'* ]]
}

# --- wrong input ---

@test "a file that is not there is named" {
    refused "missing.json: expected a readable file: " ssbroute decide missing.json
}

@test "a file that cannot be read is named" {
    refused "/proc/self/mem: expected readable text: " ssbroute decide /proc/self/mem
}

@test "a directory without .json files is named" {
    mkdir empty
    touch empty/notes.txt
    refused "empty: expected .json files in the directory, found none" ssbroute decide empty
}

@test "an empty or blank file is named" {
    : >empty.json
    refused "empty.json: expected JSON, found nothing" ssbroute decide empty.json
    printf ' \n\t\n' >blank.json
    refused "blank.json: expected JSON, found nothing" ssbroute decide blank.json
}

@test "standard input is named" {
    refused "standard input: expected JSON, found nothing" sh -c '"$SSBROUTE" decide - </dev/null'
    refused "standard input: /instance: expected an object, found 7" \
        sh -c "echo '{\"instance\": 7}' | \"\$SSBROUTE\" decide -"
    refused "standard input: expected readable text: " sh -c '"$SSBROUTE" decide - <.'
    refused "standard input: expected readable text: " sh -c '"$SSBROUTE" decide - <&-'
}

@test "a truncated file is told by line and column" {
    # The second line ends behind its 33rd character.
    head -n 1 send.json >truncated.json
    printf '    {"name": "Sales", "routes": [' >>truncated.json
    refused "truncated.json: line 2, column 34: " ssbroute decide truncated.json
}

@test "UTF-16 is told as such" {
    iconv -f UTF-8 -t UTF-16LE send.json >little.json
    iconv -f UTF-8 -t UTF-16 send.json >marked.json
    refused "little.json: expected UTF-8, found UTF-16" ssbroute decide little.json
    refused "marked.json: expected UTF-8, found UTF-16" ssbroute decide marked.json
}

@test "invalid UTF-8 is told by line and column" {
    printf '{\n"now": "\xff"}' >invalid.json
    refused "invalid.json: line 2, column 9: " ssbroute decide invalid.json
}

@test "NaN is told by line and column" {
    printf '{\n"now": NaN}' >nan.json
    refused "nan.json: line 2, column 8: " ssbroute decide nan.json
}

@test "a number beyond a double is told by line and column" {
    printf '{"now":\n1e999}' >huge.json
    refused "huge.json: line 2, column " ssbroute decide huge.json
}

@test "a hundred thousand nested brackets are refused" {
    head -c 100000 /dev/zero | tr '\0' '[' >brackets.json
    refused "brackets.json: /0/0/0" ssbroute decide brackets.json
    [[ $stderr == *"expected at most 64 nested arrays and objects" ]]
}

@test "a string of 100 MB is refused in a short message" {
    { printf '{"now": "'; head -c 100000000 /dev/zero | tr '\0' a; printf '"}'; } >string.json
    refused "string.json: /now: expected a time" ssbroute decide string.json
    [ "${#stderr}" -lt 1000 ]
}

@test "a member name of 10 MB is refused in a short message" {
    { printf '{"'; head -c 10000000 /dev/zero | tr '\0' a; printf '": 1}'; } >name.json
    refused "name.json: /aaaa" ssbroute decide name.json
    [ "${#stderr}" -lt 3000 ]
}

@test "a message stays one line whatever the input holds" {
    printf '{"now": "\\u001b[31m\\nnoon"}' >escapes.json
    refused "escapes.json: /now: expected a time" ssbroute decide escapes.json
    [[ $stderr == *'\u001b[31m\u000anoon'* ]]
}

@test "a fault of a scenario is told by file and pointer" {
    sed 's/"name": "AutoCreatedLocal"/"name": 7/' send.json >fault.json
    refused "fault.json: /instance/databases/0/routes/0/name: expected a string, found 7" ssbroute decide fault.json
}

@test "a missing member is told at the object that lacks it" {
    sed 's/, "to_service_name": "OrderParts"//' send.json >fault.json
    refused "fault.json: /message: expected a member 'to_service_name'" ssbroute decide fault.json
    echo '{}' >nothing.json
    refused "nothing.json: expected a member 'instance'" ssbroute decide nothing.json
}

@test "a repeated member is told by its pointer" {
    sed 's/"to_service_name"/"to_service_name": "Other", "to_service_name"/' send.json >fault.json
    refused "fault.json: /message/to_service_name: expected each member once, found it repeated" \
        ssbroute decide fault.json
}

@test "a fault of a golden group is told by file and pointer" {
    sed 's/"CHOOSE-5"/"CHOOSE-6"/' group.json >fault.json
    refused "fault.json: /cases/1/rules/2: expected the id of a rule" ssbroute decide fault.json
}

@test "nothing is answered if one of several files is at fault" {
    echo '{}' >nothing.json
    refused "nothing.json: " ssbroute decide send.json nothing.json deliver.json
    refused "missing.json: " ssbroute decide --json send.json missing.json
}

@test "a file is asked for" {
    run --separate-stderr ssbroute decide
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ $stderr == *FILE* ]]
}

# --- standard output that takes no more ---

@test "a full standard output is told" {
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" decide send.json >/dev/full'
}

@test "a closed standard output is told" {
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" decide send.json >&-'
}

@test "a reader that goes away is told" {
    local files=() i
    for ((i = 0; i < 3000; ++i)); do files+=(send.json); done # more than a pipe holds
    { "$SSBROUTE" decide --json "${files[@]}" 2>message || echo $? >status; } | head -c 1 >first
    [ "$(<first)" = "{" ]
    [ "$(<status)" -eq 2 ]
    [ "$(<message)" = "ssbroute: standard output: could not be written to the end" ]
}

# --- pictures ---

# What a drawn picture names, in its order.
rules_in() { grep -oE '(data-rule="|s[0-9]+ ?\[(label=)?")[A-Z]+-[0-9]' "$1" | grep -oE '[A-Z]+-[0-9]$'; }

@test "--diagram draws the way to the outcome, beside the answer" {
    prints "$sent" ssbroute decide --json --diagram drawn.svg send.json
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' drawn.svg
    ssbroute decide --diagram drawn.mmd send.json
    ssbroute decide --diagram drawn.dot send.json
    local file expected="SCOPE-1 MATCH-1 MATCH-2 CHOOSE-1 CHOOSE-2 CHOOSE-3 SEND-1"
    for file in drawn.svg drawn.mmd drawn.dot; do
        [ "$(rules_in "$file" | paste -sd ' ')" = "$expected" ]
    done
    grep -q 'data-outcome="send"' drawn.svg
}

@test "Graphviz accepts what --diagram draws for it, whatever the names" {
    sed 's/"OrderPartsRoute"/"\\"\\\\l<b>\&amp;\\u0001]; x"/' send.json >hostile.json
    ssbroute decide --diagram drawn.dot hostile.json
    dot -Tsvg drawn.dot -o graph.svg
    grep -q '&lt;b&gt;&amp;amp;' graph.svg
}

@test "--diagram draws the first permitted outcome, or the one that a seed draws" {
    ssbroute decide --diagram first.svg either.json
    grep -q 'Deliver to the service in database A' first.svg
    local seed
    for seed in 1 2 3 4 5 6 7 8; do
        ssbroute decide --json --sample "$seed" --diagram drawn.svg either.json >answer.json
        grep -q "Deliver to the service in database $(grep -oE '"database":"."' answer.json | cut -d'"' -f4)" drawn.svg
    done
}

@test "--diagram follows the readings that are fixed" {
    ssbroute decide --diagram drawn.svg absent.json
    grep -q 'data-outcome="drop"' drawn.svg
    ssbroute decide --reading absent-service-incoming=delay --diagram drawn.svg absent.json
    grep -q 'data-outcome="delay"' drawn.svg
}

@test "--case asks one case of a group" {
    prints "$dropped" ssbroute decide --json --case rules/matching/incoming group.json
    ssbroute decide --case rules/matching/outgoing --diagram drawn.svg group.json
    grep -q 'data-outcome="send"' drawn.svg
    refused "--case rules/matching/absent: expected the id of a case" \
        ssbroute decide --case rules/matching/absent group.json
    refused "--case send: expected the id of a case" ssbroute decide --case send send.json
}

@test "--diagram draws one question only, to a file that can be written and has a known ending" {
    refused "--diagram drawn.svg: expected one question to draw, found 2" \
        ssbroute decide --diagram drawn.svg group.json
    [ ! -e drawn.svg ]
    refused "absent/drawn.svg: could not be written" ssbroute decide --diagram absent/drawn.svg send.json
    run --separate-stderr ssbroute decide --diagram drawn.png send.json
    [ "$status" -eq 2 ] && [ -z "$output" ] && [[ $stderr == *"ends in .svg or .mmd or .dot"* ]]
}
