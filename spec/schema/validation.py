"""Values held to the JSON Schemas of this folder. Needs python3-jsonschema."""
import re

import jsonschema
from jsonschema.exceptions import ValidationError

BASE = "https://ssbroute.example/schema/"


def ecma_pattern(validator, pattern, instance, schema):
    """`pattern` as ECMA-262, which JSON Schema prescribes, reads it: `$` is the very end of the text."""
    if validator.is_type(instance, "string"):
        if not re.search(re.sub(r"(?<!\\)\$", r"\\Z", pattern), instance):
            yield ValidationError(f"{instance!r} does not match {pattern!r}")


# Changed in place: a class derived from it would give way to it again wherever a schema names its $schema.
Validator = jsonschema.Draft202012Validator
Validator.VALIDATORS["pattern"] = ecma_pattern


def make_validator_factory(schemas):
    """A function from a reference below BASE to its validator."""
    try:
        from referencing import Registry, Resource
    except ImportError:  # jsonschema before 4.18
        resolver = jsonschema.RefResolver(BASE, {}, store={schema["$id"]: schema for schema in schemas.values()})
        return lambda reference: Validator({"$ref": BASE + reference}, resolver=resolver)
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()
    )
    return lambda reference: Validator({"$ref": BASE + reference}, registry=registry)
