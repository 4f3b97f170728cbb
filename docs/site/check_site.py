#!/usr/bin/env python3
"""Checks the built site: check_site.py FOLDER. Prints TAP.

Every link and every anchor within the site leads somewhere, and nothing on a page refers to another origin.
"""
import pathlib
import re
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

REFERENCES = {"href", "src", "srcset", "poster", "action", "data"}
HERE = "http://site"


class Page(HTMLParser):
    """The anchors and the references of a page; `shown` are those that it shows itself."""

    def __init__(self, path):
        super().__init__()
        self.anchors = set()
        self.references = []
        self.shown = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in REFERENCES and value is not None:
                self.references.append(value)
                if tag in ("img", "script", "source"):
                    self.shown.add(value)


class Site:
    def __init__(self, folder):
        self._folder = folder
        self.pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}

    def _address(self, path):
        return f"{HERE}/{path.relative_to(self._folder)}"

    def resolved(self):
        """(page, reference, its whole address)."""
        for path, page in self.pages.items():
            for reference in page.references:
                yield path.relative_to(self._folder), reference, urljoin(self._address(path), reference)

    def foreign(self):
        for name, reference, address in self.resolved():
            if urlsplit(address).scheme in ("http", "https") and not address.startswith(f"{HERE}/"):
                yield f"{name}: {reference}"
        for path in sorted(self._folder.rglob("*.css")):
            for reference in re.findall(r"(?:url\(|@import )\s*[\"']?((?:https?:)?//[^)\"']+)", path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(self._folder)}: {reference}"

    def dead(self):
        for name, reference, address in self.resolved():
            if not address.startswith(f"{HERE}/"):
                continue
            parts = urlsplit(address)
            target = self._folder / unquote(parts.path).lstrip("/")
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                yield f"{name}: {reference}: there is no {target.relative_to(self._folder)}"
            elif target in self.pages and reference in self.pages[self._folder / name].shown:
                yield f"{name}: {reference}: this is a page"
            elif parts.fragment and target in self.pages and unquote(parts.fragment) not in self.pages[target].anchors:
                yield f"{name}: {reference}: there is no such anchor"


def main(folder):
    if not (folder / "index.html").exists():
        print("1..0 # SKIP the site is not built: ./dev site")
        return
    site = Site(folder)
    checks = {
        "the site has pages": [] if len(site.pages) > 20 else [f"{len(site.pages)} pages"],
        "every link leads to a page and an anchor that are there": sorted(set(site.dead())),
        "nothing refers to another origin": sorted(set(site.foreign())),
    }
    print(f"1..{len(checks)}")
    for number, (name, faults) in enumerate(checks.items(), 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        for fault in faults:
            print(f"# {fault}")


main(pathlib.Path(sys.argv[1]))
