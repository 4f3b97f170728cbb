"""Finds the mutants of the C++ sources, on the compiler's own syntax tree.

A mutant is a small change of meaning: a condition negated, a comparison shifted, a call dropped, a constant or
an enumerator exchanged. All mutants of a file are written into one copy of it, each behind a question
`ssbroute_mutant(N)`, so that one build holds them all and an environment variable chooses one.
"""
import dataclasses
import pathlib
import re

import clang.cindex
from clang.cindex import CursorKind as Kind

OPERATORS = {
    "==": ["!="],
    "!=": ["=="],
    "<": ["<=", ">"],
    "<=": ["<", ">="],
    ">": [">=", "<"],
    ">=": [">", "<="],
    "&&": ["||"],
    "||": ["&&"],
    "+": ["-"],
    "-": ["+"],
    "*": ["/"],
    "/": ["*"],
    "%": ["/"],
}
FUNCTIONS = {
    Kind.FUNCTION_DECL,
    Kind.CXX_METHOD,
    Kind.CONSTRUCTOR,
    Kind.CONVERSION_FUNCTION,
    Kind.FUNCTION_TEMPLATE,
    Kind.DESTRUCTOR,
}
# What must stay a constant for the compiler, or decides nothing.
LEFT_ALONE = {Kind.STATIC_ASSERT, Kind.TEMPLATE_TYPE_PARAMETER, Kind.TEMPLATE_NON_TYPE_PARAMETER, Kind.PARM_DECL}


@dataclasses.dataclass
class Mutant:
    """One change: `begin` to `end` of the file (bytes) becomes `text`; a statement becomes nothing."""

    file: str
    line: int
    begin: int
    end: int
    operator: str
    original: str
    text: str
    function: str
    rules: tuple
    number: int = 0

    def key(self):
        """What a list of equivalent mutants names it by: stable while the code around it moves."""
        return (self.file, self.function, self.operator, self.original, self.text)


class File:
    """The mutants of one source file."""

    def __init__(self, root, name, rule_ids, arguments):
        self.name = name
        self.source = (root / name).read_bytes()
        self.lines = self.source.decode().splitlines()
        self.rule_ids = rule_ids
        self.mutants = []
        unit = clang.cindex.Index.create().parse(str(root / name), args=arguments)
        for cursor in unit.cursor.get_children():
            if cursor.location.file and cursor.location.file.name == str(root / name):
                self._outside(cursor)

    def _outside(self, cursor):
        """Declarations: functions are looked for."""
        if cursor.kind in FUNCTIONS:
            self.function = cursor.spelling
            self.rules = self._rules_above(cursor.extent.start.line)
            for child in cursor.get_children():
                if child.kind == Kind.COMPOUND_STMT:
                    self._inside(child, parent=cursor)
            return
        for child in cursor.get_children():
            self._outside(child)

    def _rules_above(self, line):
        """The rules whose ids stand in the comment above a line."""
        found = []
        at = line - 2
        while at >= 0 and self.lines[at].lstrip().startswith("//"):
            found += [rule for rule in self.rule_ids if re.search(rf"//+ {rule}\. ", self.lines[at])]
            at -= 1
        return tuple(sorted(found))

    def _rules_here(self, line):
        """Inside a function without a rule above it: the rule whose comment stands last before the line."""
        if self.rules:
            return self.rules
        for at in range(line - 1, -1, -1):
            if self.lines[at] and not self.lines[at].startswith(" "):
                return ()
            found = [rule for rule in self.rule_ids if re.search(rf"// {rule}\. ", self.lines[at])]
            if found:
                return tuple(found)
        return ()

    def _text(self, cursor):
        return self.source[cursor.extent.start.offset : cursor.extent.end.offset].decode()

    def _add(self, cursor, operator, text, begin=None, end=None):
        begin = cursor.extent.start.offset if begin is None else begin
        end = cursor.extent.end.offset if end is None else end
        original = " ".join(self.source[begin:end].decode().split())
        line = cursor.extent.start.line
        self.mutants.append(
            Mutant(self.name, line, begin, end, operator, original, text, self.function, self._rules_here(line))
        )

    def _inside(self, cursor, parent):
        """Statements and expressions of a function."""
        text = self._text(cursor)
        if cursor.kind in LEFT_ALONE or "assert(" in text.split("\n")[0]:
            return
        if cursor.kind == Kind.VAR_DECL and "constexpr" in text.split("=")[0]:
            return
        self._condition(cursor)
        self._operator(cursor)
        self._constant(cursor)
        self._statement(cursor, parent)
        children = list(cursor.get_children())
        if cursor.kind == Kind.CASE_STMT:
            children = children[1:]
        for child in children:
            self._inside(child, cursor)

    def _condition(self, cursor):
        """if, ?:, while, for: the condition negated."""
        children = list(cursor.get_children())
        if cursor.kind == Kind.CONDITIONAL_OPERATOR:
            condition = children[0]
        elif cursor.kind in (Kind.IF_STMT, Kind.WHILE_STMT):
            # The condition stands before the body; what may stand before it are declarations.
            expressions = [c for c in children[:-1] if c.kind.is_expression()]
            has_declared_condition = not expressions
            if has_declared_condition:
                return
            condition = expressions[0]
        else:
            return
        self._add(condition, "negated condition", f"!({self._text(condition)})")

    def _operator(self, cursor):
        """A binary operator exchanged."""
        is_call = cursor.kind == Kind.CALL_EXPR and cursor.spelling.startswith("operator")
        if cursor.kind != Kind.BINARY_OPERATOR and not is_call:
            return
        children = list(cursor.get_children())
        operands = [children[0], children[-1]]
        if len(children) < 2 or operands[0].extent.end.offset > operands[1].extent.start.offset:
            return
        between = self.source[operands[0].extent.end.offset : operands[1].extent.start.offset].decode().strip()
        for other in OPERATORS.get(between, []):
            text = f"{self._text(operands[0])} {other} {self._text(operands[1])}"
            self._add(cursor, f"{between} to {other}", text)

    def _constant(self, cursor):
        """A number, a truth value or an enumerator exchanged."""
        text = self._text(cursor)
        if cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR:
            self._add(cursor, "constant", "false" if text == "true" else "true")
        elif cursor.kind == Kind.INTEGER_LITERAL and re.fullmatch(r"\d+U?", text):
            self._add(cursor, "constant", f"{int(text.rstrip('U')) + 1}" + ("U" if text.endswith("U") else ""))
        elif cursor.kind == Kind.DECL_REF_EXPR and cursor.referenced and cursor.referenced.kind == Kind.ENUM_CONSTANT_DECL:
            enumerators = [c.spelling for c in cursor.referenced.semantic_parent.get_children()]
            at = enumerators.index(cursor.referenced.spelling)
            other = enumerators[(at + 1) % len(enumerators)]
            if other != cursor.referenced.spelling and text.endswith(cursor.referenced.spelling):
                self._add(cursor, "enumerator", text[: -len(cursor.referenced.spelling)] + other)

    def _statement(self, cursor, parent):
        """A call or an assignment dropped."""
        is_body = parent.kind == Kind.COMPOUND_STMT
        is_branch = parent.kind in (Kind.IF_STMT, Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.WHILE_STMT) and (
            list(parent.get_children())[-1] == cursor
        )
        droppable = cursor.kind in (
            Kind.CALL_EXPR,
            Kind.UNARY_OPERATOR,
            Kind.COMPOUND_ASSIGNMENT_OPERATOR,
            Kind.BREAK_STMT,
            Kind.CONTINUE_STMT,
        ) or (cursor.kind == Kind.BINARY_OPERATOR and " = " in self._text(cursor))
        if (is_body or is_branch) and droppable:
            self._add(cursor, "dropped", "")

    def rewritten(self, disabled):
        """The file with its mutants in it, but for the `disabled` ones."""
        active = [m for m in self.mutants if m.number not in disabled]
        return _apply(self.source.decode(), self.source, active, 0, len(self.source))


def _apply(_text, source, mutants, begin, end):
    """The source from `begin` to `end` with the mutants that lie within, the outer ones around the inner."""
    result, at = "", begin
    inside = sorted((m for m in mutants if begin <= m.begin and m.end <= end), key=lambda m: (m.begin, -m.end))
    while inside:
        outer = inside[0]
        same = [m for m in inside if (m.begin, m.end) == (outer.begin, outer.end)]
        within = [m for m in inside if m not in same and m.begin >= outer.begin and m.end <= outer.end]
        inside = [m for m in inside if m not in same and m not in within]
        result += source[at : outer.begin].decode()
        text = _apply(None, source, within, outer.begin, outer.end)
        for mutant in same:
            if mutant.operator == "dropped":
                text = f"if (!::ssbroute_mutant({mutant.number})) {text}"
            else:
                text = f"(::ssbroute_mutant({mutant.number}) ? ({mutant.text}) : ({text}))"
        result += text
        at = outer.end
    return result + source[at:end].decode()


def find(root, folders, arguments):
    """The files below `folders` that have mutants, numbered through from 1."""
    tables = ("src/routing/rule.hpp", "src/delivery/rule_over_time.hpp")
    ids = sorted({id for table in tables for id in re.findall(r'"([A-Z]+-\d)"', (root / table).read_text())})
    files, number = [], 0
    for folder in folders:
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            if path.name.endswith("_test.cpp"):
                continue
            file = File(root, str(path.relative_to(root)), ids, arguments)
            for mutant in file.mutants:
                number += 1
                mutant.number = number
            files.append(file)
    return files
