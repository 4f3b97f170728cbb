#!/usr/bin/env python3
"""Answers timelines from the first case of a golden group: timelines.py GROUP WHAT"""
import json
import sys
import time

with open(sys.argv[1]) as file:
    case = json.load(file)["cases"][0]
what = sys.argv[2]
answers = {
    "first": lambda: {"history": case["permitted"][0]},
    "all": lambda: {"histories": case["permitted"]},
    "all-but-the-last": lambda: {"histories": case["permitted"][:-1]},
    "all-otherwise": lambda: {"histories": case["otherwise"][0]["permitted"]},
    "nothing": lambda: {"history": []},
    "outcome": lambda: {"outcome": {"outcome": "drop"}},
    "error": lambda: {"error": "cannot"},
    "unsupported": lambda: {"unsupported": "timelines"},
    "crash": lambda: sys.exit(3),
    "hang": lambda: time.sleep(3600),
}
for line in sys.stdin:
    request = json.loads(line)
    if "protocol" in request:
        reply = {"protocol": 1, "implementation": what, "version": "1"}
    elif "timeline" not in request:
        reply = {"id": request.get("id"), "error": "no timeline"}
    elif not request["timeline"]["events"]:  # the check before a run
        reply = {"id": request["id"], "history": []}
    else:
        reply = {"id": request["id"], **answers[what]()}
    print(json.dumps(reply), flush=True)
