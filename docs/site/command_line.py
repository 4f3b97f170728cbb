"""The page of the command line: what the program and each of its commands print for --help."""
import re
import subprocess

from text import fence


def _help(program, command):
    done = subprocess.run([program, *command, "--help"], text=True, capture_output=True, check=True)
    return done.stdout


def _commands(text):
    """The names below `Subcommands:`."""
    _, _, below = text.partition("\nSubcommands:\n")
    return re.findall(r"^  ([\w-]+)", below, re.M)


def _pages(program, command):
    """(command, help) of a command and of all below it."""
    text = _help(program, command)
    yield command, text
    for name in _commands(text):
        yield from _pages(program, [*command, name])


def write(program, documents):
    parts = ["# Command line\n\nWhat each command prints for `--help`. The exit status is 0 when all is well, 1 when the answer is a failure, 2 for "
             "unusable input.\n"]
    for command, text in _pages(program, []):
        words = " ".join(["ssbroute", *command])
        heading = f"## {words} {{ #{'-'.join(command)} }}\n\n" if command else ""
        parts.append(f"{heading}{fence(f'$ {words} --help' + chr(10) + text, 'console')}")
    documents.write("command-line.md", "\n".join(parts))
