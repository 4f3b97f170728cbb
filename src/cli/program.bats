#!/usr/bin/env bats
# What holds for the program as a whole.

load commands

# The commands that the help lists.
commands() { ssbroute --help | sed -n '/^Subcommands:/,$p' | sed -n 's/^  \([a-z]*\) .*/\1/p'; }

# misused WORDS COMMAND...: exit status 2, nothing on standard output, the words on standard error.
misused() {
    local words=$1
    shift
    run --separate-stderr "$@"
    show
    [ "$status" -eq 2 ] && [ -z "$output" ] && [[ $stderr == *"$words"* ]]
}

@test "--help lists the commands" {
    run --separate-stderr ssbroute --help
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    contains decide
    contains serve
    contains rules
}

@test "every command tells of itself and its options" {
    local command
    [ "$(commands | wc -l)" -ge 3 ]
    for command in $(commands); do
        run --separate-stderr ssbroute "$command" --help
        show
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        contains "ssbroute $command" --help
    done
    run ssbroute decide --help
    contains FILE
    for option in --json --explain --reading --no-contested --sample; do contains "$option"; done
    run ssbroute serve --help
    for option in --sample --reading --no-contested; do contains "$option"; done
}

@test "--version names program and version, of every command too" {
    run --separate-stderr ssbroute --version
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ $output =~ ^ssbroute\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    local version=$output command
    for command in $(commands); do prints "$version" ssbroute "$command" --version; done
}

@test "a command is asked for" {
    misused "command" ssbroute
}

@test "an unknown command is refused" {
    misused "" ssbroute route
    misused "" ssbroute decid send.json
    misused "" ssbroute send.json
    misused "" ssbroute ''
}

@test "an unknown option is refused by its name" {
    misused "" ssbroute --verbose
    misused "--verbose" ssbroute --verbose rules
    misused "--verbose" ssbroute decide --verbose send.json
    misused "--verbose" ssbroute serve --verbose
    misused "--verbose" ssbroute rules --verbose
}

@test "an option without its value is refused by its name" {
    misused "--reading" ssbroute decide send.json --reading
    misused "--sample" ssbroute decide send.json --sample
}

@test "help and version are results: standard output that takes no more is told" {
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" --help >/dev/full'
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" --version >&-'
    refused "standard output: could not be written to the end" sh -c '"$SSBROUTE" decide --help >/dev/full'
}
