"""The pages of the specification: spec/routing.md with a page for each section, the readings and the sources.

Below its text each rule and each reading has what the project knows of it: its smallest case, running; its code; its properties;
its golden cases.
"""
import re
from dataclasses import dataclass

from code_excerpt import excerpt
from text import code, fence, folded, slug, table

ENTRY = re.compile(r'^<a id="([^"]+)"></a>\n### \1\n', re.M)


@dataclass
class Entry:
    """A rule or a reading: its text, the list below it, and what follows before the next one."""

    id: str
    text: str
    notes: str
    rest: str

    @property
    def sentence(self):
        return self.text.strip().split("\n\n")[0]


@dataclass
class Section:
    title: str
    preamble: str
    entries: list


def _entry(identifier, body):
    found = re.search(r"^- \*\*.*?(?=\n\n(?!-)|\Z)", body.strip(), re.M | re.S)
    if not found:
        return Entry(identifier, body.strip(), "", "")
    text = body.strip()
    return Entry(identifier, text[: found.start()].strip(), found[0].strip(), text[found.end():].strip())


def sections(markdown):
    """(what stands before the first section, the sections)."""
    introduction, *rest = re.split(r"^## ", markdown, flags=re.M)
    found = []
    for part in rest:
        title, _, body = part.partition("\n")
        preamble, *pairs = ENTRY.split(body)
        found.append(Section(title, preamble.strip(), [_entry(*pair) for pair in zip(pairs[0::2], pairs[1::2])]))
    return introduction.strip(), found


class Specification:
    """Writes the pages, from what was measured and the golden cases and timelines."""

    def __init__(self, root, documents, measured, corpus, timelines, definitions):
        self._root = root
        self._documents = documents
        self._measured = measured
        self._corpus = corpus
        self._timelines = timelines
        self._definitions = definitions
        self._introduction, self._sections = sections((root / "spec/routing.md").read_text(encoding="utf-8"))
        documents.add_anchors(self._anchors())

    def pages(self):
        """(title, page) of each section, for the navigation."""
        return [(section.title, self._page(section)) for section in self._sections]

    def places(self):
        """{id: the address of its paragraph, from the site's root} of every rule and reading."""
        rules = {entry.id: self._page(section) for section in self._sections for entry in section.entries}
        readings = dict.fromkeys(ENTRY.findall((self._root / "spec/readings.md").read_text(encoding="utf-8")), "specification/readings.md")
        return {id: f"{page.removesuffix('.md')}/#{id}" for id, page in (rules | readings).items()}

    def write(self):
        self._write_overview()
        for section in self._sections:
            self._write_section(section, "spec/routing.md", self._page(section))
        self._write_readings()
        self._documents.write("specification/sources.md", self._whole("spec/sources.md", "specification/sources.md"))

    @staticmethod
    def _page(section):
        return f"specification/{slug(section.title)}.md"

    def _anchors(self):
        anchors = {}
        for section in self._sections:
            page = self._page(section)
            anchors[slug(section.title)] = page
            anchors |= {slug(heading): page for heading in re.findall(r"^### (.*)$", section.preamble, re.M)}
            anchors |= {entry.id: page for entry in section.entries}
        return anchors

    def _whole(self, source, page):
        """A document as it is, each anchor of its own joined to the heading below it."""
        text = (self._root / source).read_text(encoding="utf-8")
        text = ENTRY.sub(r"### \1 { #\1 }\n", text)
        return self._documents.rewrite(text, source, page)

    def _write_overview(self):
        page = "specification/index.md"
        rows = [
            [f"[{entry.id}]({self._documents.link('spec/routing.md', entry.id, page)})",
             self._documents.rewrite(entry.sentence, "spec/routing.md", page)]
            for section in self._sections for entry in section.entries
        ]
        introduction = self._documents.rewrite(self._introduction, "spec/routing.md", page)
        self._documents.write(page, f"{introduction}\n\n## All rules\n\n{table(['rule', 'what it says'], rows)}")

    def _write_section(self, section, source, page):
        text = f"# {section.title}\n\n{self._subsections(section.preamble)}\n\n"
        text = self._documents.rewrite(text, source, page)
        text += "".join(self._shown(entry, source, page) for entry in section.entries)
        self._documents.write(page, text)

    @staticmethod
    def _subsections(preamble):
        """A section is a page here, so what stands below it goes up one level."""
        return re.sub(r"^### ", "## ", preamble, flags=re.M)

    def _write_readings(self):
        source, page = "spec/readings.md", "specification/readings.md"
        introduction, parts = sections((self._root / source).read_text(encoding="utf-8"))
        text = self._documents.rewrite(introduction, source, page) + "\n\n"
        for part in parts:
            text += self._documents.rewrite(f"## {part.title}\n\n{part.preamble}\n\n", source, page)
            text += "".join(self._shown(entry, source, page, level="###") for entry in part.entries)
        self._documents.write(page, text)

    def _shown(self, entry, source, page, level="##"):
        def rewritten(markdown):
            return self._documents.rewrite(markdown, source, page)

        blocks = [
            f"{level} {entry.id} {{ #{entry.id} }}\n",
            rewritten(entry.text) + "\n",
            rewritten(entry.notes) + "\n",
            self._corpus.running(entry.id) or self._timelines.shown(entry.id, self._documents, page)
            or self._definitions.shown(entry.id),
            *self._code(entry.id, page),
            self._findings(entry.id),
            self._properties(entry.id, page),
            self._cases(entry.id, page),
            rewritten(entry.rest) + "\n",
        ]
        return "\n".join(block for block in blocks if block.strip()) + "\n"

    def _code(self, rule, page):
        """A folded block for each place in the code; two reports of one function are one place."""
        shown = {}
        for place in self._measured.places(rule):
            path, _, line = place.rpartition(":")
            first, text = excerpt((self._root / path).read_text(encoding="utf-8"), rule, int(line))
            shown[path, first] = text
        for (path, first), text in shown.items():
            whole = f"[In its file]({self._documents.link(path, f'L{first}', page)})"
            yield folded(f"Code <span>{path}:{first}</span>", f"{fence(text, 'cpp', first_line=first)}\n{whole}", "code")

    def _findings(self, identifier):
        found = self._measured.findings(identifier)
        if not found:
            return ""
        rows = [[code(finding), severity, text] for finding, severity, text in found]
        return folded(f"Findings of lint <span>{len(found)}</span>", table(["finding", "severity", "meaning"], rows), "findings")

    def _properties(self, identifier, page):
        found = list(self._measured.properties(identifier))
        if not found:
            return ""
        listed = "".join(
            f"- [{_words(name)}]({self._documents.link(path, f'L{line}', page)})\n" for path, line, name in found
        )
        return folded(f"Properties <span>{len(found)}</span>", listed, "properties")

    def _cases(self, identifier, page):
        found = self._measured.cases(identifier)
        if not found:
            return ""
        groups = {}
        for name in found:
            group, _, case = name.rpartition("/")
            groups.setdefault(group, []).append(case)
        listed = "".join(
            f"- [{group}]({self._documents.link(f'golden/{group}.json', '', page)}): {', '.join(cases)}\n"
            for group, cases in groups.items()
        )
        return folded(f"Golden cases <span>{len(found)}</span>", listed, "cases")


def _words(name):
    """AnExpiredRouteIsIgnored -> an expired route is ignored."""
    words = re.findall(r"[A-Z][a-z]*|\d+", name)
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in words).capitalize()
