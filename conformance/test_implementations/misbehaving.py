#!/usr/bin/env python3
"""Drops every message, and misbehaves in one way: misbehaving.py HOW [AFTER]

The misbehaviour comes with the question number AFTER (from 1; 4 if nothing is said: the first three are those of the
checks before a run) of each process, and with every one that follows.
"""
import json
import os
import signal
import sys
import time

how = sys.argv[1]
after = int(sys.argv[2]) if len(sys.argv) > 2 else 4


def say(value):
    print(json.dumps(value), flush=True)


def misbehave(question):
    """Says whether the question is to be answered all the same."""
    if how == "crash":
        print("something went wrong inside", file=sys.stderr)
        sys.exit(3)
    if how == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    if how == "hang":
        time.sleep(3600)
    if how == "silent":
        return False
    if how == "close-stdout":
        os.close(1)
        time.sleep(3600)
    if how == "gigabyte":
        piece = b"x" * (1 << 20)
        for _ in range(1024):
            os.write(1, piece)
    if how == "gigabyte-of-errors":
        piece = b"e" * (1 << 20)
        for _ in range(256):
            os.write(2, piece)
    if how == "no-json":
        print("I do not know", flush=True)
        return False
    if how == "never-asked":
        say({"id": "never asked", "outcome": {"outcome": "drop"}})
        return False
    if how == "twice":
        say({"id": question["id"], "outcome": {"outcome": "drop"}})
    if how == "unknown-outcome":
        say({"id": question["id"], "outcome": {"outcome": "bounce"}})
        return False
    if how == "error":
        say({"id": question["id"], "error": "cannot"})
        return False
    if how == "error-without-id":
        say({"error": "cannot"})
        return False
    if how == "both":
        say({"id": question["id"], "outcome": {"outcome": "drop"}, "unsupported": "this"})
        return False
    return True


asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if "protocol" in request:
        if how == "bad-handshake":
            say({"protocol": 2, "implementation": "misbehaving", "version": "1"})
        else:
            say({"protocol": 1, "implementation": "misbehaving", "version": how})
    elif "scenario" not in request:
        if how == "dies-of-unknown":
            sys.exit(1)
        if how != "accepts-unknown":
            say({"id": request.get("id"), "error": "no request"})
        else:
            say({"id": request["id"], "outcome": {"outcome": "drop"}})
    else:
        asked += 1
        if how == "string-ids-as-numbers" and isinstance(request["id"], str):
            request["id"] = int(request["id"])
        if asked < after or misbehave(request):
            say({"id": request["id"], "outcome": {"outcome": "drop"}})
