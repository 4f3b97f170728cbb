"""The pages of the formats, from spec/schema: each object's members with types and meanings, and an example."""
import json

from text import code, fence, folded, table


class Schema:
    """One file of spec/schema, as a page of members."""

    def __init__(self, path):
        self.name = path.name.removesuffix(".schema.json")
        self.page = f"formats/{self.name}.md"
        self._text = path.read_text(encoding="utf-8")
        self._schema = json.loads(self._text)
        self.title = self._schema["title"]
        self.description = self._schema["description"]

    def markdown(self):
        parts = [f"# {self.title}\n\n{self.description}\n", self._example(), self._members(self._schema)]
        for name, schema in self._schema.get("$defs", {}).items():
            parts.append(f"## {schema.get('title', name)} {{ #{name} }}\n\n{_meaning(schema)}\n")
            parts.append(self._members(schema) or f"{self._type(schema)}\n")
        parts.append(folded("The schema", fence(self._text, "json"), "schema"))
        return "\n".join(parts)

    def _example(self):
        """The fullest of the schema's examples."""
        if "examples" not in self._schema:
            return ""
        examples = [json.dumps(one, indent=2, ensure_ascii=False) for one in self._schema["examples"]]
        example = max(examples, key=len)
        return f"<!-- schema: {self.name} -->\n\n{fence(example, 'json')}"

    def _members(self, schema):
        rows = list(self._rows(schema, "", ""))
        return table(["member", "type", "needed", "meaning"], rows) if rows else ""

    def _rows(self, schema, prefix, condition):
        """A row for each member of an object, and of the objects in it that have no name of their own."""
        required = schema.get("required", [])
        for name, member in schema.get("properties", {}).items():
            if isinstance(member, bool):
                continue
            if member == {"type": "null"}:
                continue
            meaning = f"{condition}{_meaning(member)}"
            yield [code(prefix + name), self._type(member), "yes" if name in required else "", meaning]
            yield from self._rows(member, f"{prefix}{name}.", "")
            yield from self._rows(member.get("items", {}), f"{prefix}{name}[].", "")
        for part in [*schema.get("allOf", []), *schema.get("anyOf", []), *schema.get("oneOf", [])]:
            for branch, said in [(part, ""), (part.get("then", {}), _condition(part.get("if", {})))]:
                yield from self._rows(branch, prefix, condition + said)

    def _type(self, schema):
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        if "const" in schema:
            return code(json.dumps(schema["const"]))
        if "enum" in schema:
            return ", ".join(code(json.dumps(value)) for value in schema["enum"] if value is not None)
        alternatives = schema.get("anyOf") or schema.get("oneOf") or []
        typed = [one for one in alternatives if "type" in one or "$ref" in one]
        if typed and "type" not in schema:
            return " or ".join(self._type(one) for one in typed if one != {"type": "null"})
        whole = [self._type(one) for one in schema.get("allOf", []) if "$ref" in one]
        if whole:
            return " with ".join(whole)
        types = schema.get("type", [])
        names = [name for name in ([types] if isinstance(types, str) else types) if name != "null"]
        if names == ["array"] and schema.get("items"):
            return f"array of {self._type(schema['items'])}"
        return " or ".join(names) or "any"

    def _reference(self, reference):
        """A link to the definition; to one of a member's, its name alone."""
        file, _, pointer = reference.partition("#")
        name = pointer.rpartition("/")[2] or file.removesuffix(".schema.json")
        page = file.replace(".schema.json", ".md")
        anchor = f"#{name}" if pointer.startswith("/$defs/") and pointer.count("/") == 2 else ""
        if not page and not anchor:
            return name
        return f"[{name}]({page}{anchor})"


def _meaning(schema):
    return schema.get("description", "").replace("\n", " ")


def _condition(schema):
    """`if` in words: which value of which member it asks for."""
    said = []
    for name, member in schema.get("properties", {}).items():
        values = member.get("enum", [member["const"]] if "const" in member else [])
        if values:
            said.append(f"{code(name)} {' or '.join(code(str(value)) for value in values)}: ")
    return "".join(said)


def write(root, documents):
    """All pages; returns (title, page) of each for the navigation."""
    schemas = [Schema(path) for path in sorted((root / "spec/schema").glob("*.schema.json"))]
    rows = []
    for schema in schemas:
        documents.write(schema.page, schema.markdown())
        rows.append([f"[{schema.title}]({schema.name}.md)", schema.description.split(". ")[0].rstrip(".") + "."])
    introduction = (
        "# Formats\n\nNames are those of the catalog views. Absent and `null` mean the same; an empty string is a value; unknown and repeated "
        "members are errors.\nEach format has a JSON Schema (draft 2020-12); these pages are made from them.\n\n"
    )
    documents.write("formats/index.md", introduction + table(["format", "what it is"], rows))
    return [(schema.title, schema.page) for schema in schemas]
