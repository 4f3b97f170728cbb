#!/usr/bin/env python3
"""The C interface from Python: ctypes_test.py LIBRARY VERSION CORPUS.jsonl. Prints TAP.

Each case of the corpus is answered with its permitted and contested outcomes.
"""
import ctypes
import json
import subprocess
import sys

library, version, corpus = sys.argv[1:]
ssbroute = ctypes.CDLL(library)
Result = ctypes.c_void_p
Oracle = ctypes.c_void_p
for name, result, arguments in [
    ("version", ctypes.c_char_p, []),
    ("oracle_new", Result, [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Oracle)]),
    ("oracle_free", None, [Oracle]),
    ("decide", Result, [Oracle, ctypes.c_char_p, ctypes.c_size_t]),
    ("result_status", ctypes.c_int, [Result]),
    ("result_text", ctypes.c_void_p, [Result]),
    ("result_size", ctypes.c_size_t, [Result]),
    ("result_where", ctypes.c_char_p, [Result]),
    ("result_free", None, [Result]),
]:
    function = getattr(ssbroute, f"ssbroute_{name}")
    function.restype, function.argtypes = result, arguments


def take(result):
    """Status, text and place of a result, which is freed."""
    text = ctypes.string_at(ssbroute.ssbroute_result_text(result), ssbroute.ssbroute_result_size(result))
    taken = ssbroute.ssbroute_result_status(result), text.decode(), ssbroute.ssbroute_result_where(result).decode()
    ssbroute.ssbroute_result_free(result)
    return taken


def decide(oracle, text):
    return take(ssbroute.ssbroute_decide(oracle, text, len(text)))


def same(answer, case):
    return [answer["permitted"], answer["contested"]] == [case["permitted"], case.get("contested", [])]


def checks():
    yield ssbroute.ssbroute_version().decode() == version, "the version"
    oracle = Oracle()
    status, text, where = take(ssbroute.ssbroute_oracle_new(b"", 0, ctypes.byref(oracle)))
    yield (status, text, where) == (0, "", ""), "an oracle"
    with open(corpus, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    wrong = []
    for case in cases:
        status, text, _ = decide(oracle, json.dumps(case["scenario"]).encode())
        if status != 0 or not same(json.loads(text), case):
            wrong.append(case["id"])
    yield len(cases) > 100 and not wrong, f"{len(cases)} cases, of which {len(wrong)} are answered otherwise"
    for case in wrong:
        print(f"# {case}")
    yield decide(oracle, b'{"instance": "\xff"}')[0] == 1, "text that is no UTF-8"
    yield decide(oracle, b"[" * 1_000_000)[2].startswith("/0/0"), "deep nesting"
    ssbroute.ssbroute_oracle_free(oracle)
    exported = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in exported.splitlines()]
    yield names and all(name.startswith("ssbroute_") for name in names), "nothing else is exported"


number = 0
failures = 0
for number, (holds, what) in enumerate(checks(), 1):
    failures += not holds
    print(f"{'ok' if holds else 'not ok'} {number} - {what}")
print(f"1..{number}")
sys.exit(failures > 0)
