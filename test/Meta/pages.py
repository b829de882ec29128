#!/usr/bin/env python3
"""Pages that people read first stay short: pages.py SOURCE.

The README, the five pages of docs/README.md's path for newcomers together, each
decision, and each cell of docs/Features.md have a limit. Prints what is longer;
exit status 1 if anything is.
"""
import glob
import os
import re
import sys

SOURCE = sys.argv[1]
PATH = ["README.md", "docs/Tutorials/Training.md", "docs/Flow.md", "docs/Rationale/Layout.md",
        "docs/Tutorials/Compiler.md"]


def read(page):
    with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
        return file.read()


def words(*pages):
    return sum(len(read(page).split()) for page in pages)


counts = [("README.md", words("README.md"), 800, "words"),
          ("the newcomer's path", words(*PATH), 7000, "words")]
for path in sorted(glob.glob(os.path.join(SOURCE, "docs/Decisions/0*.md"))):
    counts.append((os.path.relpath(path, SOURCE), words(path), 600, "words"))
for cell in re.findall(r"(?<=\|)[^|\n]+(?=\|)", read("docs/Features.md")):
    counts.append((f"docs/Features.md, {cell.strip()[:40]}", len(cell.strip()), 300, "characters"))
longer = [row for row in counts if row[1] > row[2]]
for name, count, limit, unit in longer:
    print(f"{name}: {count} {unit}, at most {limit}")
sys.exit(1 if longer else 0)
