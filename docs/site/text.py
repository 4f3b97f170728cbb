"""What every page is made of: small pieces of Markdown."""
import re


def slug(heading):
    """The anchor of a heading, as the documents' links and mkdocs have it."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def fence(text, language="text", first_line=None, title=None):
    """A code block that may itself contain fences."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    marks = "`" * (longest + 1)
    options = [f".{language}"]
    if first_line is not None:
        options.append(f'linenums="{first_line}"')
    if title:
        options.append(f'title="{title}"')
    return f"{marks} {{ {' '.join(options)} }}\n{text.rstrip()}\n{marks}\n"


def folded(title, markdown, kind="details", identifier=None):
    """A block that opens on request. Its title is HTML."""
    name = f' id="{identifier}"' if identifier else ""
    return f'<details class="{kind}"{name} markdown="1">\n<summary>{title}</summary>\n\n{markdown.rstrip()}\n\n</details>\n'


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def code(text):
    return f"`{text}`"


def parts(markdown):
    """The text in pieces, alternately prose and what is code and stays as it is."""
    return re.split(r"(^(`{3,}|~{3,}).*?^\2[`~]*$|`+[^`\n]+`+)", markdown, flags=re.M | re.S)


def outside_code(markdown, change):
    """The text with `change` made to its prose alone."""
    pieces = parts(markdown)
    # Two groups: prose, code, the fence's mark, prose, ...
    prose, codes = pieces[0::3], pieces[1::3] + [""]
    return "".join(change(text) + (kept or "") for text, kept in zip(prose, codes))
