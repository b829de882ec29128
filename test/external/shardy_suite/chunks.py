"""What the parts of shardy.py share: chunks of test files, and runs of a tool."""

import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from common import table

# Folders of tests, below a checkout.
DIALECT = Path("shardy/dialect/sdy")
# Seconds after which a run counts as hanging.
TIMEOUT = 60


@dataclass
class Chunk:
    """One module of a test file that holds several."""

    file: str  # relative to the dialect's folder
    index: int
    line: int  # of the chunk's first line in the file
    text: str

    @property
    def name(self):
        return f"{self.file}:{self.line}"


@dataclass
class Run:
    """What a tool did with a text."""

    code: int
    out: str
    err: str

    @property
    def hung(self):
        return self.code == -999

    @property
    def crashed(self):
        # Signals are negative; 134 and 139 are what a shell makes of them.
        return not self.hung and (self.code < 0 or self.code >= 128)

    @property
    def refused(self):
        return self.code > 0 and not self.crashed

    def first_error(self):
        match = re.search(r"error: (.*)", self.err)
        return match.group(1) if match else self.err.strip().split("\n")[0][:120]


def read_chunks(root, pattern):
    """The chunks of the tests whose path matches a regular expression."""
    chunks = []
    for path in sorted((root / DIALECT).rglob("test/**/*.mlir")):
        file = str(path.relative_to(root / DIALECT))
        if not re.search(pattern, file):
            continue
        line = 1
        for index, text in enumerate(re.split(r"(?m)^// -----.*$", path.read_text())):
            chunks.append(Chunk(file, index, line, text))
            line += text.count("\n")
    return chunks


def run(command, text=None):
    """Runs a command; `text` stands in a file at the command's end."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        if text is not None:
            file.write(text)
            file.flush()
            command = [*command, file.name]
        try:
            done = subprocess.run(
                [str(c) for c in command],
                capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return Run(-999, "", "no end after %d s" % TIMEOUT)
        return Run(done.returncode, done.stdout, done.stderr)


def in_parallel(function, items, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(function, items))


def uncommented(text):
    """The text without comments; lines keep their numbers."""
    return re.sub(r"(?m)^\s*//.*$", "", text)


def print_table(title, header, rows):
    print(f"\n{title}:\n\n{table(header, rows)}")


def percent(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"
