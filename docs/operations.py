#!/usr/bin/env python3
"""Writes docs/Operations.md: how each operation can be divided.

    python3 docs/operations.py --popt build/bin/popt [--counts build/test/unit/LocaliseTest]
                               [--check]

Runs `popt --print-factor-rules` on the operations that the tests of the op
models list and sums up, per operation, what the models answer. --counts asks the
test that executes them for the number of strategies, which needs the corpus;
without it the counts of the page stay. With --check nothing is written; exit
status 1 if the page is not what would be written, if an operation with a model
has no sample, or if one was never executed. Needs the standard library.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLES = ["test/unit/OpModels/Inputs/*.mlir", "test/OpModels/*.mlir"]
MONOIDS = ["sum", "prod", "max", "min", "and", "or", "xor"]

# What is sent along a dimension, by how its elements depend on each other.
SENT = {"permutation": "rows of neighbours, or blocks that change place",
        "need_replication": "blocks, exchanged",
        "custom": "one partial result per rank"}
# Said more precisely than the kind of the loop can.
NOTES = {
    "stablehlo.sort": "columnsort: about 3 blocks per rank, whatever the number of ranks; "
                      "a gather where that is less",
    "stablehlo.reduce_window": "rows of neighbours; of cumulative windows one total per rank",
    "chlo.top_k": "k candidates per rank",
}
# What is said instead of what the rule would.
ELSEWHERE = {
    "stablehlo.while": "carried values keep their shardings; the body is divided",
    "stablehlo.case": "results keep their shardings; the branches are divided",
    "stablehlo.if": "results keep their shardings; the branches are divided",
    "stablehlo.batch_norm_training": "decomposed by Import: sums and elementwise operations",
    "stablehlo.batch_norm_grad": "decomposed by Import: sums and elementwise operations",
    "stablehlo.batch_norm_inference": "decomposed by Import: elementwise operations",
    "stablehlo.einsum": "decomposed by Import: dot_general",
    "stablehlo.dot": "decomposed by Import: dot_general",
    "stablehlo.broadcast": "decomposed by Import: broadcast_in_dim",
    "stablehlo.map": "decomposed by Import: the operations of its body",
    "stablehlo.optimization_barrier": "passes every operand on its own",
    "chlo.ragged_dot": "decomposed by Import: dot_general with a dim of groups",
    "chlo.scan": "decomposed by Import: a loop over slices",
    "stablehlo.after_all": "left out by Import, with the callbacks that it orders",
    "stablehlo.create_token": "left out by Import, with the callbacks that it orders",
    "stablehlo.composite": "inlined by Import",
    "stablehlo.rng": "decomposed by Import: the bits of rng_bit_generator, the same numbers in "
                     "every layout",
    "stablehlo.custom_call": "by the rule that it carries, or elementwise; else whole. `ragged_all_to_all`, `ApproxTopK` and `__op$block_scaled_dot` are decomposed by Import; cuDNN's attention is divided along sequences, heads and queries, and decomposed by Kernels where no library has it",
}
MANUAL = ("all_gather all_reduce all_to_all collective_broadcast collective_permute "
          "collective_reduce partition_id reduce_scatter replica_id").split()
# Programs of one function on static tensors have no use for these.
REFUSED = ("get_tuple_element infeed outfeed recv return send "
           "tuple").split()
REMARK = re.compile(r"remark: factors (?P<rule>.*?\})(?P<sets>( [a-z_]+=\{[^}]*\})*)"
                    r"(?P<rest>(;.*)?)$")
OPERATION = re.compile(r"\b((?:stablehlo|chlo|dist)\.[a-z_0-9]+)")


class Row:
    def __init__(self):
        self.passes = self.whole = False
        self.combined, self.sent, self.partial = set(), set(), {}

    def add(self, rule, sets, rest):
        sizes = dict(re.findall(r"([i-z](?:_\d+)?)=(\d+)", rule[rule.rindex("{"):]))
        kinds = {}
        for kind, letters in re.findall(r"([a-z_]+)=\{([^}]*)\}", sets):
            for letter in filter(None, letters.split(", ")):
                name, _, monoid = letter.partition(":")
                if kind != "blocked_propagation":
                    kinds[name] = (kind, monoid or "sum")
        moved = re.search(r"communicates along \{([^}]*)\}", rest)
        moved = set(moved.group(1).split(", ")) if moved else set()
        for letter, size in sizes.items():
            kind, monoid = kinds.get(letter, ("pass", ""))
            if kind == "pass":
                self.passes = True
            elif letter in moved:
                self.sent.add(SENT["custom" if monoid == "custom" else kind])
            elif kind == "reduction" and monoid != "custom":
                self.combined.add(monoid)
            elif int(size) > 1:
                self.whole = True
        partial = re.search(r"; partial (.*)$", rest)
        for monoid, groups in re.findall(r"([a-z]+)((?: \{[^}]*\})+)", partial.group(1) if partial
                                         else ""):
            self.partial.setdefault(monoid, set()).add(groups.strip())

    def text(self, name):
        if name in ELSEWHERE:
            return ELSEWHERE[name], "", "", "", ""
        sent = NOTES.get(name) if self.sent else None
        if len(self.partial) == len(MONOIDS):
            partial = "every monoid"
        else:
            partial = ", ".join(m for m in MONOIDS if m in self.partial)
        return ("yes" if self.passes else "",
                ", ".join(m for m in MONOIDS if m in self.combined),
                sent or "; ".join(sorted(self.sent)),
                "some" if self.whole and (self.passes or self.sent or self.combined)
                else "all" if self.whole else "",
                partial)


def rows_of(popt):
    rows = {}
    for pattern in SAMPLES:
        for file in sorted(glob.glob(os.path.join(SOURCE, pattern))):
            done = subprocess.run([popt, file, "--split-input-file", "--print-factor-rules", "-o",
                                   os.devnull], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{file}: {done.stderr[:400]}")
            remark, named = None, False
            for line in done.stderr.splitlines():
                remark = REMARK.search(line) or remark
                # A remark is followed by the operation, on the note's line or below.
                _, note, operation = line.partition("see current operation:")
                named |= bool(note)
                name = OPERATION.search(operation if note else line)
                if remark and named and name:
                    rows.setdefault(name.group(1), Row()).add(
                        remark["rule"], remark["sets"], remark["rest"])
                    remark, named = None, False
    return rows


def missing(rows):
    """Operations of the dialects of which the page would say nothing."""
    names = []
    for folder, dialect in (("StableHLO", "stablehlo"), ("Chlo", "chlo")):
        for file in sorted(glob.glob(os.path.join(SOURCE, "include", "popt", "Dialect", folder,
                                                  "*.td"))):
            with open(file) as f:
                names += [f"{dialect}.{name}" for name in
                          re.findall(r"^def \w+Op\b[^<]*<\s*\"([a-z_0-9]+)\"", f.read(), re.M)]
    silent = {"stablehlo." + name for name in MANUAL + REFUSED} | {"chlo.constant"}
    return [name for name in names if name not in rows and name not in silent]


def counts_of_page(file):
    """Operation -> strategies executed, as the page says it."""
    with open(file) as f:
        rows = re.findall(r"^\| `([^`]*)` .*\| ([0-9,]*) \|$", f.read(), re.M)
    return {name: int(count.replace(",", "")) for name, count in rows if count}


def counts_of_test(test):
    """Operation -> strategies that the test executes."""
    counts = {}
    with tempfile.NamedTemporaryFile("r") as file:
        done = subprocess.run([test], capture_output=True, text=True,
                              env=os.environ | {"POPT_COUNTS": file.name})
        if done.returncode:
            sys.exit(f"{test}: {done.stdout[-2000:]}")
        for name, count in map(str.split, file):
            counts[name] = counts.get(name, 0) + int(count)
    return counts


def page(rows, counts):
    lines = [
        "# Operations", "",
        "How each operation can be divided, as its op model answers for the samples of",
        "`test/unit/OpModels/Inputs` and `test/OpModels`. Written by `docs/operations.py`; a test",
        "says so if it is not current.", "",
        "- *Free*: some dims pass: every index is computed on its own.",
        "- *Split, combined by*: split dims leave partial values; the result is partial under this monoid.",
        "- *Split, sends*: dims whose elements depend on each other and that are divided all the",
        "  same; the operation communicates itself, without gathering the tensor.",
        "- *Whole*: dims that are gathered first.",
        "- *Partial passes*: monoids under which a partial operand gives a partial result, without a",
        "  reduction in between.",
        "- *Verified*: strategies that were executed and gave the numbers of the undivided",
        "  operation: axes on dims, meshes, uneven blocks, partial values.", "",
        "| operation | free | split, combined by | split, sends | whole | partial passes | verified |",
        "|---|---|---|---|---|---|---:|"]
    for name in sorted(rows):
        count = f"{counts[name]:,}" if name in counts else ""
        lines.append("| " + " | ".join((f"`{name}`",) + rows[name].text(name) + (count,)) + " |")
    lines += [
        "",
        "Collectives (" + ", ".join(f"`{name}`" for name in MANUAL) + ") stand in manual",
        "regions, where the program itself says what is sent.",
        "",
        "Every row is executed: `test/unit/OpModels/LocaliseTest.cpp` runs each sample, and each",
        "operation of the corpus, in every strategy over meshes of 2, 3, 4, 2x2, 2x3 and 2x2x3",
        "ranks, uneven blocks and partial values included, with poison in the padding, against the",
        "undivided operation; values are compared exactly. What has no count is executed as the",
        "operations that it becomes, or with its regions in `test/Execute`."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--popt", default=os.path.join(SOURCE, "build", "bin", "popt"))
    parser.add_argument("--counts", metavar="LocaliseTest")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rows = rows_of(options.popt)
    for name in ELSEWHERE:
        rows.setdefault(name, Row())
    if silent := missing(rows):
        print("no sample of " + ", ".join(silent))
        return 1
    file = os.path.join(SOURCE, "docs", "Operations.md")
    counts = counts_of_test(options.counts) if options.counts else counts_of_page(file)
    if never := [name for name in rows if name not in counts and name not in ELSEWHERE]:
        print("never executed: " + ", ".join(never))
        return 1
    text = page(rows, counts)
    if not options.check:
        with open(file, "w") as f:
            f.write(text)
        return 0
    with open(file) as f:
        if f.read() == text:
            return 0
    print("docs/Operations.md is not current: run docs/operations.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
