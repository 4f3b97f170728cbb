#!/usr/bin/env python3
"""Holds documents to a schema of spec/schema: check_report.py SCHEMA FILE... (SCHEMA: report, profile)."""
import json
import sys
import warnings
from pathlib import Path

import jsonschema

BASE = "https://ssbroute.example/schema/"


def validator_of(name):
    folder = Path(__file__).resolve().parent.parent / "spec" / "schema"
    schemas = {schema["$id"]: schema for schema in map(json.loads, (p.read_text() for p in folder.glob("*.schema.json")))}
    whole = {"$ref": f"{BASE}{name}.schema.json"}
    try:
        from referencing import Registry, Resource
    except ImportError:  # jsonschema before 4.18
        warnings.simplefilter("ignore")
        resolver = jsonschema.RefResolver(BASE, {}, store=schemas)
        return jsonschema.Draft202012Validator(whole, resolver=resolver)
    registry = Registry().with_resources((id, Resource.from_contents(schema)) for id, schema in schemas.items())
    return jsonschema.Draft202012Validator(whole, registry=registry)


def main():
    validator = validator_of(sys.argv[1])
    faults = [(file, error) for file in sys.argv[2:] for error in validator.iter_errors(json.loads(Path(file).read_text()))]
    for file, error in faults:
        print(f"{file}: {error.json_path}: {error.message[:300]}")
    sys.exit(1 if faults else 0)


main()
