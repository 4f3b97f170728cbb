#!/usr/bin/env bats
# ssbroute rules, run as its users run it.

load commands

specification=$BATS_TEST_DIRNAME/../../spec

# The ids of the rules or readings of a file of the specification, in its order.
ids_of() { sed -n 's/^<a id="\(.*\)"><\/a>$/\1/p' "$specification/$1"; }

@test "every rule and every reading is listed in the order of the specification" {
    run --separate-stderr ssbroute rules
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    local known listed
    known=" $(ids_of routing.md | tr '\n' ' ') $(ids_of readings.md | tr '\n' ' ') "
    listed=$(awk -v known="$known" 'index(known, " " $1 " ") && !seen[$1]++ { print $1 }' <<<"$output")
    [ "$listed" = "$(ids_of routing.md; ids_of readings.md)" ]
    [ "$(wc -l <<<"$listed")" -gt 60 ]
}

@test "a rule is listed with its text, a reading with its question" {
    run ssbroute rules
    contains "MATCH-2 " "The routes match that have the conversation's service name and no identifier." \
        "expiry-instant " "Has a route expired at the very instant of its lifetime?"
}

@test "a rule is shown with text, explanation, source, code and cases" {
    run --separate-stderr ssbroute rules MATCH-2
    show
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "MATCH-2" ]
    contains "The routes match that have the conversation's service name and no identifier." \
        "This step does not depend on whether the conversation gives an identifier." \
        'Source: Service Broker Routing, "Finding matching routes", step 2.' \
        "src/routing/finding_matching_routes.cpp:" \
        "examples/2-network-route-to-a-specific-service/outgoing-order-parts"
}

@test "a rule and a reading are shown with the properties that are about them" {
    run ssbroute rules CHOOSE-0
    contains "Properties (" "choosing_a_route: AnEqualRouteChangesNothingNotEvenTheNumberOfChoices"
    run ssbroute rules absent-service-outgoing
    contains "readings: ReadAsDroppedAnOutgoingMessageIsDroppedWhereItWouldWait"
}

@test "a rule without a step of its own is shown with the code that it shapes and cases" {
    run ssbroute rules NAME-1
    contains "NAME-1" "byte by byte" "src/" "rules/names-and-nulls/"
}

@test "a rule over time is shown with its code and its timelines" {
    run --separate-stderr ssbroute rules DELAY-1
    [ "$status" -eq 0 ]
    contains "A delayed conversation is matched again after a time-out." "Source: " "src/delivery/delay.cpp:" \
        "Golden timelines (" "timelines/delayed-conversation/rescued-by-a-new-route"
    [[ $output != *"Golden cases"* ]]
}

@test "a rule of a decision that goes on over time is shown with cases and timelines" {
    run ssbroute rules FORWARD-2
    contains "src/routing/sending_on.cpp:" "src/delivery/forwarding_count.cpp:" "Golden cases (" "Golden timelines ("
}

@test "a reading over time is shown with its timelines" {
    run ssbroute rules both-claim
    contains "Which of the two is the principal" "Golden timelines (" "timelines/both-claim/first-message-and-two-principals"
}

@test "a reading is shown with its question, its answers and its cases" {
    run --separate-stderr ssbroute rules expiry-instant
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "expiry-instant" ]
    contains "Has a route expired at the very instant of its lifetime?" '`expired` (preferred), `live`' \
        "readings/expiry-instant/"
}

@test "every id that is listed can be shown" {
    local id
    for id in $(ids_of routing.md) $(ids_of readings.md); do
        run --separate-stderr ssbroute rules "$id"
        [ "$status" -eq 0 ]
        [ "${lines[0]}" = "$id" ]
        [ "${#lines[@]}" -gt 2 ]
    done
}

@test "an id is taken in either case" {
    local expected
    expected=$(ssbroute rules MATCH-2)
    [[ $expected == MATCH-2* ]]
    prints "$expected" ssbroute rules match-2
    expected=$(ssbroute rules expiry-instant)
    [[ $expected == expiry-instant* ]]
    prints "$expected" ssbroute rules Expiry-Instant
}

@test "an unknown id is refused" {
    local id
    for id in MATCH-8 MATCH MATCH-22 match-2x x; do
        refused "$id: expected the id of a rule or a reading" ssbroute rules "$id"
    done
}

@test "one id is shown at a time" {
    run --separate-stderr ssbroute rules MATCH-1 MATCH-2
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ $stderr == *MATCH-2* ]]
}

@test "there are no colours where standard output is no terminal" {
    run ssbroute rules MATCH-2
    [[ $output == MATCH-2* && $output != *$'\e'* ]]
}

@test "standard output that takes no more is told" {
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" rules >/dev/full'
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" rules MATCH-2 >&-'
}
