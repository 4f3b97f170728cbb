"""Cuts the code of a rule from its file: the comment with the rule's id, and what stands below it."""
import re


def _indent(line):
    return len(line) - len(line.lstrip())


def _is_comment(line):
    return line.lstrip().startswith("//")


def _comment_above(lines, rule, line):
    """The index of the last line up to `line` (from 1) that begins the rule's sentence."""
    mark = re.compile(rf"//+ {re.escape(rule)}\. ")
    return max(index for index in range(line) if mark.search(lines[index]))


def _end_of_definition(lines, start):
    """Behind the statement or definition that begins at `start`: where its indentation ends it."""
    base = _indent(lines[start])
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        ends_before = _indent(line) < base or (index > start and _indent(line) == base and _is_comment(line))
        if ends_before:
            return index
        closes = line[base:].startswith("}")
        is_statement = index + 1 == len(lines) or _indent(lines[index + 1]) <= base
        if _indent(line) == base and (closes or (line.endswith(";") and is_statement)):
            return index + 1
        last_of_continued = _indent(line) > base and line.endswith(";") and not _opens_block(lines, start)
        if last_of_continued:
            return index + 1
    return len(lines)


def _opens_block(lines, start):
    """Whether what begins at `start` has a body in braces, or is a label with statements below it."""
    for line in lines[start:]:
        if line.endswith(("{", ":")):
            return True
        if line.endswith(";"):
            return False
    return False


def excerpt(text, rule, line):
    """(first line, code) of the rule that reported itself at `line` of `text`."""
    lines = text.splitlines()
    first = _comment_above(lines, rule, line)
    while first > 0 and _is_comment(lines[first - 1]) and _indent(lines[first - 1]) == _indent(lines[first]):
        first -= 1
    start = first
    while start < len(lines) and _is_comment(lines[start]):
        start += 1
    end = _end_of_definition(lines, start)
    cut = lines[first:end]
    while cut and not cut[-1].strip():
        cut.pop()
    base = _indent(lines[first])
    return first + 1, "\n".join(one[base:] for one in cut)
