#!/usr/bin/env bats
# What ssbroute conform says of an implementation over many cases: its readings, its choices, its known failures.

load conform

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
