#!/usr/bin/env bats
# ssbroute serve, spoken to as the conformance suite speaks to an implementation.

load commands

greeting='{"protocol":1,"implementation":"ssbroute","version":'

# question ID FILE: asks for the scenario of a file.
question() { printf '{"id": %s, "scenario": %s}\n' "$1" "$(tr '\n' ' ' <"$2")"; }

# serve ARGUMENTS...: answers the lines of the file `requests`.
serve() { "$SSBROUTE" serve "$@" <requests; }

@test "the first line is greeted back" {
    echo '{"protocol": 1}' >requests
    run --separate-stderr serve
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" = "$greeting\"$("$SSBROUTE" --version | cut -d ' ' -f 2)\"}" ]
}

@test "each scenario is answered with its id, permitted and contested" {
    { echo '{"protocol": 1}'; question 1 send.json; question 2 absent.json; question 3 either.json; } >requests
    run --separate-stderr serve
    show
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[1]}" = '{"id":1,'"${sent#\{}" ]
    [ "${lines[2]}" = '{"id":2,'"${dropped#\{}" ]
    [ "${lines[3]}" = '{"id":3,'"${either#\{}" ]
}

@test "it does without a greeting" {
    question 1 send.json >requests
    prints '{"id":1,'"${sent#\{}" serve
}

@test "an id comes back as it was" {
    local ids=(0 -7 18446744073709551615 '""' '"7"' '"rules/matching/outgoing"' '"α \"β\""') id
    for id in "${ids[@]}"; do question "$id" send.json; done >requests
    run serve
    [ "${#lines[@]}" -eq "${#ids[@]}" ]
    for id in "${!ids[@]}"; do [ "${lines[id]}" = "{\"id\":${ids[id]},${sent#\{}" ]; done
}

@test "members stand in any order" {
    printf '{"scenario": %s, "id": 1}\n' "$(tr '\n' ' ' <send.json)" >requests
    prints '{"id":1,'"${sent#\{}" serve
}

@test "an answer is that of decide --json" {
    local file
    for file in deliver send either absent waits; do
        question 1 "$file.json" >requests
        prints '{"id":1,'"$(ssbroute decide --json "$file.json" | cut -c 2-)" serve
    done
}

@test "a line that is no scenario is answered with error, its id and the pointer inside the scenario" {
    cat >requests <<'LINES'
{"id": 7, "scenario": {"instance": {"databases": [{"name": 1}]}, "message": {"to_service_name": "S"}}}
{"id": "a", "scenario": {"instance": {"databases": [{"name": "msdb"}]}, "message": {}}}
{"id": 8, "scenario": {}}
{"id": 9, "scenario": {"instance": {"databases": [{"name": "msdb"}]}, "message": {"sent_by": 1, "sent_by": 1}}}
LINES
    prints '{"id":7,"error":"/instance/databases/0/name: expected a string, found 1"}
{"id":"a","error":"/message: expected a member '"'to_service_name'"'"}
{"id":8,"error":": expected a member '"'instance'"'"}
{"id":9,"error":"/message/sent_by: expected each member once, found it repeated"}' serve
}

@test "a line without id, with other members or no JSON at all is answered with error, for the whole" {
    {
        echo '{"scenario": {}}'
        echo '{"id": 7, "scenario": {}, "seed": 1}'
        echo '{"id": 7}'
        echo '{"id": 7.0, "scenario": {}}'
        echo '{"id": null, "scenario": {}}'
        echo '[]'
        echo 'no JSON'
        printf '\xff\n'
        printf '{"id": 7, \x00}\n'
    } >requests
    run --separate-stderr serve
    show
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 9 ]
    [ "${lines[0]}" = "{\"error\":\": expected a member 'id'\"}" ]
    [ "${lines[1]}" = '{"id":7,"error":": seed: unknown member, expected one of id, scenario"}' ]
    [ "${lines[2]}" = "{\"id\":7,\"error\":\": expected a member 'scenario'\"}" ]
    [ "${lines[3]}" = '{"error":": id: expected an integer or a string, found 7.0"}' ]
    [ "${lines[4]}" = "{\"error\":\": expected a member 'id'\"}" ]
    [ "${lines[5]}" = '{"error":": expected an object, found an array"}' ]
    [[ ${lines[6]} == '{"error":": line 1, column '*'"}' ]]
    [[ ${lines[7]} == '{"error":": line 1, column 1: '*'"}' ]]
    [[ ${lines[8]} == '{"error":": line 1, column 11: '*'"}' ]]
}

@test "another protocol is answered with error" {
    printf '%s\n' '{"protocol": 2}' '{"protocol": "1"}' '{"protocol": 1, "implementation": "me"}' >requests
    prints '{"error":": protocol: expected 1, found 2"}
{"error":": protocol: expected 1, found '"'1'"'"}
{"error":": implementation: unknown member, expected one of protocol"}' serve
}

@test "a greeting behind the first line is answered with error" {
    { question 1 send.json; echo '{"protocol": 1}'; question 2 send.json; } >requests
    run serve
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[1]}" = '{"error":": protocol: expected on the first line only"}' ]
    [ "${lines[2]}" = '{"id":2,'"${sent#\{}" ]
}

@test "after a faulty line the next ones are answered" {
    local brackets
    brackets=$(head -c 100000 /dev/zero | tr '\0' '[')
    {
        echo x
        question 1 send.json
        echo "{\"id\": 5, \"scenario\": $brackets${brackets//[/]}}"
        question 2 absent.json
    } >requests
    run --separate-stderr serve
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[1]}" = '{"id":1,'"${sent#\{}" ]
    [[ ${lines[2]} == '{"id":5,"error":"/0/0'*': expected at most 64 nested arrays and objects"}' ]]
    [ "${lines[3]}" = '{"id":2,'"${dropped#\{}" ]
}

@test "a blank line is passed over, also before the greeting" {
    printf '\n  \n\t\r\n{"protocol": 1}\n\n%s\n\n' "$(question 1 send.json)" >requests
    run serve
    [ "${#lines[@]}" -eq 2 ]
    [[ ${lines[0]} == "$greeting"* ]]
    [ "${lines[1]}" = '{"id":1,'"${sent#\{}" ]
}

@test "a line may end in a carriage return and a line feed, the last one in nothing" {
    printf '%s\r\n%s' "$(question 1 send.json)" "$(question 2 absent.json)" >requests
    prints '{"id":1,'"${sent#\{}
"'{"id":2,'"${dropped#\{}" serve
}

@test "nothing is said where nothing is asked" {
    : >requests
    prints '' serve
}

@test "--sample answers with one permitted outcome" {
    { echo '{"protocol": 1}'; question 1 absent.json; question '"b"' send.json; } >requests
    run serve --sample 1
    [[ ${lines[0]} == "$greeting"* ]]
    [ "${lines[1]}" = '{"id":1,"outcome":{"outcome":"drop"}}' ]
    [ "${lines[2]}" = '{"id":"b","outcome":{"outcome":"send","address":"TCP://host2.example:4022"}}' ]
}

@test "--sample draws by seed and scenario, whatever was asked before" {
    local seed drawn
    for seed in 0 1 2 3 4 5 6 7; do
        drawn='"outcome":{"outcome":"deliver","database":"'$(
            ssbroute decide --json --sample "$seed" either.json | grep -o '"[AB]"' | tr -d '"'
        )'"}}'
        { question 1 either.json; question 2 send.json; question 3 either.json; } >requests
        run serve --sample "$seed"
        [ "${lines[0]}" = '{"id":1,'"$drawn" ]
        [ "${lines[2]}" = '{"id":3,'"$drawn" ]
    done
}

@test "--reading makes an answer the preferred one" {
    question 1 absent.json >requests
    prints '{"id":1,"permitted":[{"outcome":"delay"}],"contested":[{"outcome":"drop","readings":{"absent-service-incoming":"drop"}}]}' \
        serve --reading absent-service-incoming=delay
}

@test "--no-contested leaves out what only another reading permits" {
    question 1 absent.json >requests
    prints '{"id":1,"permitted":[{"outcome":"drop"}],"contested":[]}' serve --no-contested
}

@test "wrong options are refused before anything is read" {
    refused "--reading mood=good: expected ID=ANSWER" "$SSBROUTE" serve --reading mood=good
    run --separate-stderr "$SSBROUTE" serve --sample x
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    run --separate-stderr "$SSBROUTE" serve file.json
    [ "$status" -eq 2 ]
    [[ $stderr == *file.json* ]]
}

@test "each answer comes before the next question" {
    local reply
    coproc oracle { "$SSBROUTE" serve; }
    local input=${oracle[1]} output_of_it=${oracle[0]} process=$oracle_PID
    echo '{"protocol": 1}' >&"$input"
    read -r -t 60 -u "$output_of_it" reply
    [[ $reply == "$greeting"* ]]
    question 1 send.json >&"$input"
    read -r -t 60 -u "$output_of_it" reply
    [ "$reply" = '{"id":1,'"${sent#\{}" ]
    echo x >&"$input"
    read -r -t 60 -u "$output_of_it" reply
    [[ $reply == '{"error":"'* ]]
    question 2 absent.json >&"$input"
    read -r -t 60 -u "$output_of_it" reply
    [ "$reply" = '{"id":2,'"${dropped#\{}" ]
    exec {input}>&-
    wait "$process"
}

@test "standard input that cannot be read is told" {
    refused "standard input: could not be read to the end" sh -c '"$SSBROUTE" serve <.'
    refused "standard input: could not be read to the end" sh -c '"$SSBROUTE" serve <&-'
}

@test "standard output that takes no more is told" {
    echo '{"protocol": 1}' >requests
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" serve <requests >/dev/full'
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" serve <requests >&-'
}

@test "it stops asking once its answers go nowhere" {
    # The asker never ends by itself: a program that did not stop would read on for ever.
    question 1 send.json >line
    { yes "$(<line)" | { timeout 60 "$SSBROUTE" serve 2>message || echo $? >status; }; } | head -n 1 >first
    [ "$(<first)" = '{"id":1,'"${sent#\{}" ]
    [ "$(<status)" -eq 2 ]
    [ "$(<message)" = "ssbroute: standard output: could not be written to the end" ]
}
