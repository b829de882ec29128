#!/usr/bin/env python3
"""Holds how large pieces of C++ may be, and that types in headers say what they are.

    sizes.py SOURCE

No .cpp has more than 600 lines, no function more than 100, and three types of
four in headers have a comment above. Prints what breaks the rule; exit status 1
if anything does. The exceptions below are older than the rule; one that is no
longer needed is an error, too, so that the list only shrinks.
"""
import os
import re
import sys

FOLDERS = ["include", "lib", "tools", "runtime", "test"]
FILE_LINES, FUNCTION_LINES, DOCUMENTED = 600, 100, 0.75
# Functions that are longer still, by file: how many.
LONG_FUNCTIONS = {}
# A line that begins what braces hold but is no function.
NO_FUNCTION = re.compile(r"^\s*(namespace|extern \"C\"|struct|class|union|enum|typedef)\b|=\s*\{?$")
TYPE = re.compile(r"\s*(template <.*> ?)?(struct|class|union|enum class|enum) (?:\[\[\w+\]\] )?\w+\b[^;()]*$")
TEXT = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/', re.S)


def blank(text):
    """The text without strings and comments, line for line."""
    return TEXT.sub(lambda m: '""' + "\n" * m[0].count("\n"), text)


def functions(text):
    """(line, lines) of what stands in braces at the outermost level of functions."""
    lines = blank(text).split("\n")
    stack = []  # (line, is a function's body) of open braces
    head = 0    # where the statement that opens the next brace begins
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        for at, character in enumerate(line):
            if character == "{":
                opening = " ".join(lines[head:number - 1] + [line[:at]]).strip()
                inside = any(is_body for _, is_body in stack)
                is_body = not inside and bool(re.search(r"\)[\s\w&:<>,*\-]*$|\)\s*:.*$", opening)) and \
                    not NO_FUNCTION.search(opening)
                stack.append((head + 1 if not inside else number, is_body))
                head = number - 1 if line[at + 1:].strip() else number
            elif character == "}" and stack:
                start, is_body = stack.pop()
                if is_body:
                    yield start, number - start + 1
                head = number
            elif character == ";":
                head = number
        if not line.strip():
            head = number


def main(source):
    broken = []
    types = undocumented = 0
    unused = dict(LONG_FUNCTIONS)
    for folder in FOLDERS:
        for path, _, names in sorted(os.walk(os.path.join(source, folder))):
            for name in sorted(names):
                file = os.path.join(path, name)
                where = os.path.relpath(file, source)
                if not name.endswith((".cpp", ".h")):
                    continue
                with open(file) as f:
                    text = f.read()
                lines = text.split("\n")
                if name.endswith(".cpp") and len(lines) - 1 > FILE_LINES:
                    broken.append(f"{where}: {len(lines) - 1} lines, {FILE_LINES} may be")
                long = [f"{where}:{start}: a function of {length} lines, {FUNCTION_LINES} may be"
                        for start, length in functions(text) if length > FUNCTION_LINES]
                if len(long) > LONG_FUNCTIONS.get(where, 0):
                    broken += long
                if len(long) == LONG_FUNCTIONS.get(where):
                    del unused[where]
                if not name.endswith(".h"):
                    continue
                for i, line in enumerate(lines):
                    if TYPE.match(line):
                        types += 1
                        above = lines[i - 2 if lines[i - 1].lstrip().startswith("template") else i - 1].strip()
                        undocumented += not (above.startswith(("//", "*")) or above.endswith("*/"))
    broken += [f"{where}: has not {count} functions of more than {FUNCTION_LINES} lines; "
               "take it off the list" for where, count in unused.items()]
    share = 1 - undocumented / types
    if share < DOCUMENTED:
        broken.append(f"{share:.0%} of {types} types in headers have a comment above, {DOCUMENTED:.0%} must")
    print("\n".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
