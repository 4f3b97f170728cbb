#!/usr/bin/env bats
# ssbroute conform, against implementations that are right and wrong in every way.

load conform

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
