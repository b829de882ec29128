#!/usr/bin/env python3
"""Holds the laws of Layout.h against where they are cited and tested.

    laws.py SOURCE

Every law that code or documents cite (`law L8`) is stated in Layout.h, the
statements are numbered without gaps, and each names a test that exists. Exit
status 1 with the offending lines otherwise.
"""
import os
import re
import sys

source = sys.argv[1]
with open(os.path.join(source, "include/popt/Layout/Layout.h")) as f:
    header = f.read().split("#ifndef")[0]
laws = {}
for line in header.splitlines():
    stated = re.match(r"//   L(\d+) ", line)
    if stated:
        laws[int(stated[1])] = ""
        number = int(stated[1])
    elif not re.match(r"//       ", line):
        continue
    if laws:
        laws[number] += line[2:]
wrong = []
if list(laws) != list(range(1, len(laws) + 1)):
    wrong.append(f"Layout.h states laws {list(laws)}")
for number, text in laws.items():
    tests = re.findall(r"\btest/[\w/.-]+\w", text)
    if not tests:
        wrong.append(f"L{number} names no test")
    wrong += [f"L{number} names {test}, which does not exist" for test in tests
              if not os.path.exists(os.path.join(source, test))]
for root in ("lib", "include", "runtime/lib", "runtime/include", "docs"):
    for path, _, files in os.walk(os.path.join(source, root)):
        for name in files:
            if not name.endswith((".cpp", ".h", ".td", ".md")):
                continue
            with open(os.path.join(path, name)) as f:
                for line_number, line in enumerate(f, 1):
                    for cited in re.findall(r"\blaws? L(\d+)", line):
                        if int(cited) not in laws:
                            wrong.append(f"{os.path.join(path, name)}:{line_number}: L{cited} "
                                         "is stated nowhere")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
