"""Parse and round trip of Shardy's tests, and agreement on what is refused.

A chunk whose test expects no error should be read, and print to a text that
reads to the same text. A chunk with expected errors should be refused: by the
reader, or by the passes that a compiler runs on it before anything is planned.
"""

import re
from collections import Counter

from .chunks import in_parallel, percent, print_table, run, uncommented

# Tests of texts that JAX does not write: what stands between Shardy's own
# passes, and constructs without a form in JAX.
NOT_FROM_JAX = re.compile(
    r"/(collective_|constant_|data_flow_edge_|func_data_flow_edge_|edge_sharding_"
    r"|named_computation_|propagation_barrier_|reshard_)")


def expected_error_lines(chunk):
    """Lines of the chunk, from 1, where its test expects errors."""
    lines = []
    for number, line in enumerate(chunk.text.split("\n"), 1):
        for place in re.findall(r"expected-error(?:-re)?\s*(@\S+)?\s*(?:\d+\s*)?\{\{", line):
            offset = re.match(r"@([+-]\d+)", place)
            below = 1 if place.startswith("@below") else 0
            lines.append(number + (int(offset.group(1)) if offset else below))
    return lines


def error_lines(result):
    return {int(n) for n in re.findall(r"\.mlir:(\d+):\d+: error:", result.err)}



def import_passes(text):
    """What a compiler runs before propagation: only a main can have callees."""
    passes = ["--import-gspmd", "--import-sdy", "--verify-ir"]
    if re.search(r"func @main\b", text):
        passes.insert(0, "--inline-calls")
    return [*passes, "--propagate-shardings"]


class Reading:
    """What became of one chunk."""

    def __init__(self, popt, chunk):
        self.chunk = chunk
        self.expected = expected_error_lines(chunk)
        reader = [popt, "--allow-unregistered-dialect"]
        text = uncommented(chunk.text)
        self.first = run(reader, text)
        self.runs = [self.first]
        self.agreed, self.by = 0, ""
        if self.expected:
            if self.first.code == 0:
                self.runs.append(run([*reader, *import_passes(text)], text))
            last = self.runs[-1]
            if last.refused:
                self.by = "reading" if last is self.first else "import"
                # At several lines: each at its own. At one: anywhere.
                got = error_lines(last)
                if len(set(self.expected)) == 1:
                    got = self.expected
                self.agreed = sum(line in got for line in self.expected)
        elif self.first.code == 0:
            self.runs.append(run(reader, self.first.out))
            last = self.runs[-1]
            if last.code == 0 and last.out == self.first.out:
                self.agreed = 1

    @property
    def problem(self):
        for result in self.runs:
            if result.crashed:
                return "crash"
            if result.hung:
                return "hang"
        if self.expected:
            missing = len(self.expected) - self.agreed
            return "accepted" if missing else ""
        if self.first.code:
            return "refused: " + self.first.first_error()[:110]
        return "" if self.agreed else "other text"


def measure(popt, chunks, jobs):
    readings = in_parallel(lambda chunk: Reading(popt, chunk), chunks, jobs)
    texts = [r for r in readings if not r.expected]
    errors = [r for r in readings if r.expected]
    print_table(
        "Parse and round trip",
        ["tests", "chunks", "same", "refused", "other text", "crash", "hang"],
        [[folder, len(rows), sum(r.agreed for r in rows),
          sum(r.problem.startswith("refused") for r in rows),
          *(sum(r.problem == kind for r in rows)
            for kind in ("other text", "crash", "hang"))]
         for folder, rows in by_folder(texts)]
        + [["all", len(texts), percent(sum(r.agreed for r in texts), len(texts)),
            *[""] * 4]])

    def error_row(name, rows):
        whole = sum(len(r.expected) for r in rows)
        agreed = sum(r.agreed for r in rows)
        return [name, whole, agreed, percent(agreed, whole),
                sum(r.agreed for r in rows if r.by == "reading"),
                sum(r.problem == "crash" for r in rows),
                sum(r.problem == "hang" for r in rows)]

    dialect = [r for r in errors if r.chunk.file.startswith("ir/")]
    print_table(
        "Expected errors",
        ["tests", "errors", "refused", "share", "by the reader", "crash", "hang"],
        [error_row("dialect, what JAX writes",
                   [r for r in dialect if not NOT_FROM_JAX.search(r.chunk.file)]),
         error_row("dialect, all", dialect),
         error_row("passes", [r for r in errors if r not in dialect]),
         *(error_row("  " + file, rows) for file, rows in by_file(errors))])
    causes = Counter(r.problem for r in texts if r.problem)
    if causes:
        print_table("Texts not read or not kept, by cause", ["chunks", "cause"],
                    [[n, cause] for cause, n in causes.most_common()])
    return [{"test": r.chunk.name, "problem": r.problem,
             "lines": r.expected, "text": r.runs[-1].err[-300:]}
            for r in readings if r.problem]


def by_folder(readings):
    return grouped(readings, lambda file: re.sub(r"/test/.*", "", file))


def by_file(readings):
    return grouped(readings, lambda file: file)


def grouped(readings, key):
    groups = {}
    for r in readings:
        groups.setdefault(key(r.chunk.file), []).append(r)
    return sorted(groups.items())
