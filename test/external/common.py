"""What the scripts of this folder share: chunks of files, causes, tables.

The scripts take a checkout of another project and hold popt against that
project's own tests. Nothing of those projects is kept in this repository.
"""

import argparse
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


def arguments_of_shardy(description, only):
    """The arguments that the scripts for a Shardy checkout share; `only` says what
    --only selects."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--bin", type=Path, required=True, help="folder of popt's tools")
    parser.add_argument("--only", default="", metavar="REGEX", help=f"{only} that match")
    return parser


@dataclass
class Chunk:
    """A part of a file between lines of dashes, as -split-input-file reads it."""

    name: str  # file/chunk number, unique within a suite
    text: str
    expected_errors: int  # how many diagnostics of kind error it announces


def chunks(path, name):
    """The chunks of a file, without those of comments alone."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^// -----.*$", file.read(), flags=re.MULTILINE)
    numbered = len(parts) > 1
    for number, text in enumerate(parts):
        if re.sub(r"//.*", "", text).strip():
            yield Chunk(f"{name}.{number}" if numbered else name, text,
                        len(re.findall(r"expected-error", text)))


def cause(message):
    """A message without what differs from module to module: its first line, no
    place, types and numbers as letters."""
    line = next((l for l in message.splitlines() if l.strip()), "")
    if died := re.match(r"(signal \d+|exit status \d+): *(.*)", line):
        said = re.search(r"[^\n]*(?:Assertion|LLVM ERROR|terminate called)[^\n]*", message)
        return f"{died.group(1)} {said.group(0) if said else died.group(2)}".strip()[:160]
    line = re.sub(r"^(?:loc\(.*?\)|\S+:\d+:\d+|<unknown>:0): (?:error: )?", "", line)
    line = re.sub(r'^"[^"]*"\): ', "", line)
    line = re.sub(r"'(?:tensor|tuple|memref)<.*?>'", "'T'", line)
    line = re.sub(r"(?:tensor|tuple|memref)<[^ ']*>+", "T", line)
    return re.sub(r"-?\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b", "N", line).strip()[:160]


def table(header, rows):
    """Rows as a table in Markdown; numbers stand to the right."""
    rows = [[str(cell) for cell in row] for row in rows]
    number = [all(re.fullmatch(r"[\d,.%]*", row[i]) for row in rows)
              for i in range(len(header))]
    lines = ["| " + " | ".join(header) + " |",
             "|" + "|".join("--:" if right else "---" for right in number) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def causes(title, found, most=60):
    """A table of (cause, example) pairs, the frequent ones first."""
    if not found:
        return ""
    count = Counter(cause for cause, _ in found)
    example = {}
    for cause_, name in found:
        example.setdefault(cause_, name)
    rows = [(n, c.replace("|", "\\|"), example[c]) for c, n in count.most_common(most)]
    text = f"\n{title}:\n\n" + table(["modules", "cause", "for example"], rows)
    left = len(count) - len(rows)
    return text + (f"\nand {left} causes more\n" if left else "")


def run(command, timeout=None, text=None):
    """Exit status, stdout, stderr; status None if it took longer."""
    try:
        done = subprocess.run(command, input=text, text=True, errors="replace",
                              capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout, done.stderr
