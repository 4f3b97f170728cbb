"""Where each document of the project has its page, and how links between documents lead from page to page.

A page is named by its path below the folder of the pages (`specification/readings.md`). A file that has no page of its own and
is linked to gets one that shows it, below `source/`; a folder, one that lists it.
"""
import os
import posixpath
import re
import shutil
import subprocess

from text import fence, outside_code

DOCUMENTS = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "docs/guide.md": "guide/index.md",
    "docs/guide/over-time.md": "guide/over-time.md",
    "conformance/README.md": "implementers/index.md",
    "golden": "implementers/corpus.md",
    "spec/routing.md": "specification/index.md",
    "spec/readings.md": "specification/readings.md",
    "spec/sources.md": "specification/sources.md",
    "spec/schema": "formats/index.md",
    "docs/evidence.md": "evidence/index.md",
    "docs/traceability.md": "evidence/traceability.md",
    "docs/exhaustive.md": "evidence/exhaustive.md",
    "bindings/js/README.md": "bindings/javascript.md",
    "bindings/c/README.md": "bindings/c.md",
    "docs/playground": "playground/index.html",
}
LANGUAGES = {
    ".bash": "bash", ".bats": "bash", ".cpp": "cpp", ".hpp": "cpp", ".js": "javascript", ".json": "json", ".lp": "prolog",
    ".md": "markdown", ".mjs": "javascript", ".py": "python", ".sh": "bash", ".sql": "tsql", ".ts": "typescript",
}

# A rule's id in prose; one that is the text or the target of a link, a heading or an anchor is left alone.
RULE = r"(?<![\w\[#/\"-])(?<!# )[A-Z]+-\d+(?![\w\]\"-])"


class Documents:
    """The pages that there are, and those that links ask for."""

    def __init__(self, root, pages):
        self._root = root
        self._pages = pages
        self._rule_pages = {}
        self._asked = set()
        self._shown = set()

    def add_anchors(self, anchors):
        """`anchors` of spec/routing.md are on pages of their own: {anchor: page}."""
        self._rule_pages.update(anchors)

    def place(self, name):
        """Where the file of that name below the pages is; its folder is there."""
        path = self._pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, page, markdown):
        self.place(page).write_text(markdown, encoding="utf-8")

    def page_of(self, path):
        """The page of a file or folder of the project; asks for one if there is none yet."""
        schema = re.fullmatch(r"spec/schema/([\w-]+)\.schema\.json", path)
        if schema:
            return f"formats/{schema[1]}.md"
        if path in DOCUMENTS:
            return DOCUMENTS[path]
        if not (self._root / path).exists():
            raise SystemExit(f"a link leads to {path}, which does not exist")
        self._asked.add(path)
        is_folder = (self._root / path).is_dir()
        return f"source/{path}/index.md" if is_folder else f"source/{path}.md"

    def link(self, path, anchor, page):
        """The address, as seen from `page`, of a place in a file of the project."""
        target = self.page_of(path)
        line = re.fullmatch(r"L(\d+)", anchor)
        if line:
            anchor = f"__codelineno-0-{line[1]}"
        if path == "spec/routing.md" and anchor:
            target = self._rule_pages[anchor]
        address = posixpath.relpath(target, posixpath.dirname(page) or ".")
        return f"{address}#{anchor}" if anchor else address

    def image(self, path, page):
        """The address, as seen from `page`, of a copy of a picture of the project."""
        copy = f"assets/{path}"
        shutil.copyfile(self._root / path, self.place(copy))
        return posixpath.relpath(copy, posixpath.dirname(page) or ".")

    def rewrite(self, markdown, source, page):
        """The Markdown of the file `source` as it stands on `page`."""

        def target(match):
            image, (address, _, anchor) = match[1] or "", match[2].partition("#")
            if re.match(r"\w+:", address):
                return match[0]
            folder = posixpath.dirname(source)
            path = posixpath.normpath(posixpath.join(folder, address)) if address else source
            found = self.image(path, page) if image else self.link(path, anchor, page)
            return f"{image}]({found})"

        def rule(match):
            known = match[0] in self._rule_pages
            return f"[{match[0]}]({self.link('spec/routing.md', match[0], page)})" if known else match[0]

        def linked(text):
            """Each link led to its page; in the specification a page has no file's name, and each rule that is named is a link."""
            text = re.sub(r"(!\[[^\]]*)?\]\(([^)\s]+)\)", target, text)
            if not source.startswith("spec/"):
                return text
            return re.sub(RULE, rule, re.sub(r"\[(\w+)\.md\]", r"[\1]", text))

        return outside_code(markdown, linked)

    def write_shown(self):
        """Writes the pages of the files and folders that were asked for, until no link asks for another."""
        while waiting := sorted(self._asked - self._shown):
            for path in waiting:
                self._shown.add(path)
                self._write_folder(path) if (self._root / path).is_dir() else self._write_file(path)

    def _write_file(self, path):
        language = LANGUAGES.get(posixpath.splitext(path)[1], "text")
        text = (self._root / path).read_text(encoding="utf-8")
        self.write(self.page_of(path), f"# {path}\n\n{fence(text, language, first_line=1)}")

    def _write_folder(self, path):
        page = self.page_of(path)
        listed = subprocess.run(["git", "ls-files", path], cwd=self._root, text=True, capture_output=True, check=True)
        files = listed.stdout.split()
        lines = [f"- [{os.path.relpath(name, path)}]({self.link(name, '', page)})\n" for name in files]
        self.write(page, f"# {path}\n\n{''.join(lines)}")
