#!/usr/bin/env python3
"""Writes the site's pages: generate.py BUILD PAGES, with the project's build folder and a folder for Markdown and assets.

PAGES/mkdocs.yml is what mkdocs then builds. What there is to know is read from where it stands anyway: spec/, the documents, the sources,
the golden corpus, and what the build has measured.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import command_line
import formats
from corpus import Corpus, Timelines
from definitions import Definitions
from documents import DOCUMENTS, Documents
from text import table
from measured import Measured
from specification import Specification

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def write_documents(documents):
    """Each document of the project that is a page as it stands."""
    for source, page in DOCUMENTS.items():
        path = ROOT / source
        own = source in ("README.md", "spec/routing.md", "spec/readings.md", "spec/sources.md")
        if path.suffix == ".md" and path.exists() and not own:
            documents.write(page, documents.rewrite(path.read_text(encoding="utf-8"), source, page))


def write_home(documents, corpus):
    text = (HERE / "index.md").read_text(encoding="utf-8")

    def running(match):
        return corpus.running_case(corpus.case(match[1]), "case-home", "absent-service-outgoing")

    documents.write("index.md", re.sub(r"^@case (\S+)$", running, text, flags=re.M))


def write_corpus(documents, corpus, timelines):
    page = "implementers/corpus.md"
    titles = corpus.titles()
    groups = {}
    for name, title in [*titles.items(), *timelines.titles().items()]:
        group, _, case = name.rpartition("/")
        groups.setdefault(group, []).append((case, title))
    parts = [f"# The golden corpus\n\n{len(titles)} decisions, and timelines beside them, derived from the documents by reasoning. "
             "`./dev golden --flat` prints the decisions self-contained, one a line.\n"]
    for group, cases in groups.items():
        file = documents.link(f"golden/{group}.json", "", page)
        parts.append(f"## {group}\n\n[golden/{group}.json]({file})\n\n{table(['case', 'what it shows'], cases)}")
    documents.write(page, "\n".join(parts))


def write_places(pages, specification):
    """Where each rule and reading stands, for the cases that run in the pages."""
    text = f"export const places = {json.dumps(specification.places(), indent=4)};\n"
    (pages / "assets/places.mjs").write_text(text, encoding="utf-8")


def navigation(specification, schemas):
    """The tabs and what is below them: (title, page) or (title, [...])."""
    bindings = [(title, DOCUMENTS[source]) for title, source in
                [("JavaScript", "bindings/js/README.md"), ("C", "bindings/c/README.md")] if (ROOT / source).exists()]
    return [
        ("Home", "index.md"),
        ("Guide", [("Where does my message go?", "guide/index.md"), ("Conversations over time", "guide/over-time.md")]),
        ("Specification", [("Overview", "specification/index.md"), *specification.pages(),
                           ("Readings", "specification/readings.md"), ("Sources", "specification/sources.md")]),
        ("Implementers", [("The conformance kit", "implementers/index.md"), ("The golden corpus", "implementers/corpus.md")]),
        ("Evidence", [("Evidence", "evidence/index.md"), ("Traceability", "evidence/traceability.md"),
                      ("Every scenario of a small scope", "evidence/exhaustive.md")]),
        ("Reference", [("Command line", "command-line.md"), ("Formats", [("Overview", "formats/index.md"), *schemas]), *bindings,
                       ("Working on ssbroute", "contributing.md")]),
        ("Playground", "playground/index.html"),
    ]


def as_mkdocs(entries):
    return [{title: as_mkdocs(target) if isinstance(target, list) else target} for title, target in entries]


def write_configuration(pages, entries):
    """JSON is YAML, too."""
    configuration = {
        "INHERIT": str(HERE / "mkdocs.yml"),
        "docs_dir": str(pages / "pages"),
        "hooks": [str(HERE / "hooks.py")],
        "theme": {"custom_dir": str(HERE / "overrides")},
        "nav": as_mkdocs(entries),
    }
    (pages / "mkdocs.yml").write_text(json.dumps(configuration, indent=2), encoding="utf-8")


def printed(*command):
    return subprocess.run(command, text=True, capture_output=True, check=True).stdout


def main(build, output):
    shutil.rmtree(output, ignore_errors=True)
    pages = output / "pages"
    pages.mkdir(parents=True)
    program = build / "ssbroute"
    measured = Measured(ROOT, build / "golden/traceability.json", build / "property-tests/properties.json",
                        printed(program, "lint", "--list"))
    corpus = Corpus((build / "golden/corpus.jsonl").read_text(encoding="utf-8"), measured)
    timelines = Timelines(printed(build / "golden/corpus-tool", "timelines", ROOT / "golden"), program, measured)
    documents = Documents(ROOT, pages)
    specification = Specification(ROOT, documents, measured, corpus, timelines, Definitions(ROOT, program))

    shutil.copytree(HERE / "assets", pages / "assets")
    specification.write()
    write_places(pages, specification)
    write_documents(documents)
    write_home(documents, corpus)
    write_corpus(documents, corpus, timelines)
    command_line.write(program, documents)
    schemas = formats.write(ROOT, documents)
    documents.write_shown()
    write_configuration(output, navigation(specification, schemas))


if __name__ == "__main__":
    main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:]))
