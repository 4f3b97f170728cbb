#!/usr/bin/env bats
# The tutorial, README.md: every command in it is run.

load conform

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
