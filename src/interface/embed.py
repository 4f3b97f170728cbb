#!/usr/bin/env python3
"""Writes a C++ file that holds texts: embed.py HEADER OUTPUT NAME=FILE..."""
import sys

DELIMITER = "ssbroute_text"
# Compilers bound the length of a literal; a text is put together from several.
LONGEST = 8000


def function(name, text):
    assert DELIMITER not in text
    pieces = [text[i : i + LONGEST] for i in range(0, len(text), LONGEST)]
    lines = [f'    text += R"{DELIMITER}({piece}){DELIMITER}";' for piece in pieces]
    return "\n".join([f"std::string {name}() {{", "    std::string text;", *lines, "    return text;", "}"])


def main():
    header, output, *inputs = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as out:
        out.write(f'#include "{header}"\n\n' + 'namespace ssbroute::embedded {\n\n')
        for pair in inputs:
            name, path = pair.split("=", 1)
            with open(path, encoding="utf-8") as source:
                out.write(function(name, source.read()) + "\n\n")
        out.write("}  // namespace ssbroute::embedded\n")


main()
