#!/usr/bin/env python3
"""Answers every question with the same reply: always.py '{"outcome": {"outcome": "drop"}}'."""
import json
import sys

reply = json.loads(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if "protocol" in request:
        said = {"protocol": 1, "implementation": "always", "version": "1"}
    elif "scenario" not in request:
        said = {"id": request.get("id"), "error": "no request"}
    else:
        said = {"id": request["id"]} | reply
    print(json.dumps(said), flush=True)
