#!/usr/bin/env python3
"""Writes a C++ file that holds texts: embed.py OUTPUT NAME=FILE..."""
import sys

DELIMITER = "ssbroute_text"
# Compilers bound the length of one literal; adjacent literals are joined.
LONGEST = 8000


def literals(text):
    assert DELIMITER not in text
    pieces = [text[i : i + LONGEST] for i in range(0, len(text), LONGEST)] or [""]
    return "\n".join(f'    R"{DELIMITER}({piece}){DELIMITER}"' for piece in pieces)


def main():
    output, *inputs = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "cli/embedded.hpp"\n\nnamespace ssbroute::embedded {\n\n')
        for pair in inputs:
            name, path = pair.split("=", 1)
            with open(path, encoding="utf-8") as source:
                out.write(f"std::string_view const {name} =\n{literals(source.read())};\n\n")
        out.write("}  // namespace ssbroute::embedded\n")


main()
