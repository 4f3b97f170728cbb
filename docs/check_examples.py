#!/usr/bin/env python3
"""Checks that what the documents show is so: check_examples.py PROGRAM FILE.md|FOLDER...

- In a `console` block, `$ ./dev run ARGS` or `$ ssbroute ARGS` is run in the project's folder, and the lines up to the next `$` are
  its output. Where ARGS have `--diagram FILE`, FILE in the project is what the program draws. What several documents show alike
  is run once.
- A `json` block is JSON. Below a comment `<!-- schema: NAME -->` it is held to spec/schema/NAME.schema.json, below `NAME#DEFINITION` to a
  definition there.

Prints TAP.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "spec/schema"))
try:
    from validation import make_validator_factory
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

PROMPTS = ("$ ./dev run ", "$ ssbroute ")
# A schema named above, and a fenced block of a language, as the documents and as generated pages write it.
BLOCK = r"^(?:<!-- schema: (\S+) -->\n\n?)?```+ ?(?:\{{ \.)?{}\b.*\n((?:.*\n)*?)```"


def blocks(text, language):
    """(schema or "", content) of each block of a language."""
    return re.findall(BLOCK.format(language), text, re.M)


def command_of(line):
    """The arguments behind a prompt; None for what is no run of the program."""
    prompt = next((prompt for prompt in PROMPTS if line.startswith(prompt)), None)
    return line.removeprefix(prompt) if prompt else None


def examples(text):
    """Each command that is shown with output or draws a picture, and that output."""
    for _, block in blocks(text, "console"):
        command, shown = None, []
        for line in block.splitlines() + ["$"]:
            if not line.startswith("$"):
                shown.append(line)
                continue
            if command is not None and (shown or "--diagram" in command):
                yield command, "\n".join(shown).rstrip("\n")
            command, shown = command_of(line), []


def run(program, command):
    return subprocess.run([program, *command], cwd=ROOT, text=True, capture_output=True)


def draws_another(program, command):
    """What is wrong, if the picture in the project is not the one that the command draws."""
    place = command.index("--diagram") + 1
    picture = ROOT / command[place]
    with tempfile.TemporaryDirectory() as folder:
        drawn = pathlib.Path(folder) / picture.name
        run(program, [*command[:place], str(drawn), *command[place + 1 :]])
        same = drawn.exists() and picture.exists() and drawn.read_bytes() == picture.read_bytes()
    return None if same else f"{command[place]} is another picture"


def differs(program, command, shown):
    """What is wrong, if the command does not print or draw what is shown."""
    words = shlex.split(command)
    if "--diagram" in words:
        return draws_another(program, words)
    done = run(program, words)
    printed = (done.stdout + done.stderr).rstrip("\n")
    return None if printed == shown else printed or "(nothing)"


def fault_of(validator_of, name, text):
    """Why the text is not JSON, or not what the schema of that name asks for."""
    try:
        value = json.loads(text)
    except ValueError as error:
        return str(error)
    if not name:
        return None
    schema, _, definition = name.partition("#")
    reference = f"{schema}.schema.json" + (f"#/$defs/{definition}" if definition else "")
    return next((error.message for error in validator_of(reference).iter_errors(value)), None)


def documents(arguments):
    for path in map(pathlib.Path, arguments):
        found = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        # Files that the site shows as they are, are no documents.
        yield from (file for file in found if not file.is_relative_to(path / "source"))


def main(program, *arguments):
    missing = [path for path in map(pathlib.Path, arguments) if not path.exists()]
    if missing:
        print(f"1..0 # SKIP there is no {missing[0]}: ./dev site")
        return
    texts = {path: path.read_text(encoding="utf-8") for path in documents(arguments)}
    commands = {example: path for path, text in texts.items() for example in examples(text)}
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "spec/schema").glob("*.schema.json")]
    validator_of = make_validator_factory({schema["$id"]: schema for schema in schemas})
    json_blocks = {block: path for path, text in texts.items() for block in blocks(text, "json")}

    results = [("the documents show commands and JSON", None if commands and json_blocks else "none found")]
    results += [(f"{path.name}: {command}", differs(program, command, shown)) for (command, shown), path in commands.items()]
    results += [
        (f"{path.name}: JSON{f', {name}' if name else ''}: {text.split()[0]} ...", fault_of(validator_of, name, text))
        for (name, text), path in json_blocks.items()
    ]
    print(f"1..{len(results)}")
    for number, (name, fault) in enumerate(results, 1):
        print(f"{'not ok' if fault else 'ok'} {number} - {name}")
        if fault:
            print("# " + fault.replace("\n", "\n# "))


main(*sys.argv[1:])
