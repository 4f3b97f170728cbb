"""What running the corpus, listing the properties and `ssbroute lint --list` say of each rule and reading."""
import json
import re


class Measured:
    def __init__(self, root, traceability, properties, findings):
        self._root = root
        self._traces = json.loads(traceability.read_text(encoding="utf-8"))
        self._properties = json.loads(properties.read_text(encoding="utf-8"))["properties"]
        self._findings = re.findall(r"^([\w-]+) +(\w+) +(.*) \(([^()]*)\)$", findings, re.M)

    def _of(self, identifier, what):
        return [one for shelf in self._traces.values() for one in shelf.get(identifier, {}).get(what, [])]

    def places(self, identifier):
        """Where the code of a rule is, `FILE:LINE`; that of a rule about definitions is where its sentence stands."""
        measured = self._of(identifier, "code")
        return measured or [
            f"{path.relative_to(self._root)}:{number}"
            for path in sorted((self._root / "src/routing").glob("*.cpp"))
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if f"// {identifier}. " in line
        ]

    def cases(self, identifier):
        """The golden cases and golden timelines that show it."""
        return self._of(identifier, "cases")

    def properties(self, identifier):
        """(file, line, name) of each property that is about it."""
        for one in self._properties:
            if identifier in one["about"]:
                path = f"property-tests/{one['section']}_test.cpp"
                lines = (self._root / path).read_text(encoding="utf-8").splitlines()
                yield path, 1 + next(n for n, line in enumerate(lines) if one["name"] in line), one["name"]

    def findings(self, identifier):
        """(id, severity, text) of each finding of lint that rests on it."""
        return [(id, severity, text) for id, severity, text, rests_on in self._findings if identifier in rests_on.split(", ")]
