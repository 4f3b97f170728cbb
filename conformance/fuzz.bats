#!/usr/bin/env bats
# ssbroute fuzz, against implementations that are right and wrong.

load conform

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
