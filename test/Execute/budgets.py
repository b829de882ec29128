#!/usr/bin/env python3
"""Runs training steps under falling memory budgets.

    budgets.py --bin build/bin --corpus ../shared/corpus gpt_adamw:fsdp gpt_adamw:dp@2/mb=4

A case is MODEL:VARIANT of the corpus, or one of those of Stages/stages.py. The budgets are 1, 0.95, 0.9, ... of what
a step takes without one, until no plan fits (--every N: only each Nth). At each, what
the largest rank holds must be what was predicted and within the budget, the results the expected
ones, and the predicted seconds of a step no less than with more memory (but for 0.1%). With
--host state and activations may move to the memory of a host. --bench K also measures K
steps at each budget, and prints how well the predicted order of the times matches the
measured one (Spearman's rank correlation).
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Stages"))
import stages  # noqa: E402

# A rank's arena is whole pages.
PAGE = 4096


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", required=True, help="folder of the corpus")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--target", help="the compiler's")
    parser.add_argument("--bench", type=int, default=0, metavar="K")
    parser.add_argument("cases", nargs="+")
    return parser.parse_args()


class Case:
    def __init__(self, options, text, folder):
        self.options, self.text = options, text
        name, _, places = text.partition("@")
        model, variant = name.split(":")
        self.file, self.tolerance = stages.case_of(options, model)
        self.program = os.path.join(folder, "step")
        self.flags = [self.file(variant + ".mlir")]
        if places:
            places, *more = places.split("/")
            self.flags = stages.module_and_flags(options, model, variant, places, more, folder)
        if options.target:
            self.flags += ["--target", options.target]
        if options.host:
            self.flags += ["--cluster", stages.cluster_with_host(folder)]

    def compile(self, flags):
        """Whether a step fits; what was said."""
        done = subprocess.run([os.path.join(self.options.bin, "poptc"), *self.flags, "-O1", *flags,
                               "-o", self.program], capture_output=True, text=True)
        return done.returncode == 0, done.stderr

    def run(self, flags):
        return subprocess.run([self.program, "--inputs", self.file("inputs.npz"), *flags],
                              capture_output=True, text=True)

    def bench(self):
        """Bytes of the largest rank, median milliseconds."""
        done = self.run(["--bench", str(self.options.bench or 1)])
        if done.returncode:
            sys.exit(f"{self.text}: {done.stderr[-2000:]}")
        found = json.loads(done.stdout)
        return max(found["peak_bytes"]), found["step_ms"]["median"]

    def has_right_results(self):
        done = self.run(["--expect", self.file("expected.npz"),
                         "--rtol", str(self.tolerance["rtol"]),
                         "--atol", str(self.tolerance["atol"])])
        return done.returncode == 0


def ranks(values):
    """The place of each value among all; equal ones share the mean of theirs."""
    return [sum(other < value for other in values) +
            (sum(other == value for other in values) - 1) / 2 for value in values]


def correlation(one, other):
    """Spearman's: of the places of the values."""
    one, other = ranks(one), ranks(other)
    mean = (len(one) - 1) / 2
    product = sum((a - mean) * (b - mean) for a, b in zip(one, other))
    squares = sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in other)
    return product / squares ** 0.5 if squares else 1.0


def sweep(case):
    """Prints a line per budget; the number of them that are wrong."""
    fits, said = case.compile([])
    if not fits:
        sys.exit(f"{case.text}: {said[-2000:]}")
    peak, _ = case.bench()
    wrong, slowest, predicted, measured = 0, 0.0, [], []
    for step in range(0, 20, case.options.every):
        budget = peak * (20 - step) // 20
        fits, said = case.compile([f"--memory-budget={budget}", "--remarks-filter=partition"])
        if not fits:
            least = re.search(r"a device needs (\d+) bytes.*", said)
            wrong += not least
            print(f"  {budget:>12} nothing fits: {least.group(0) if least else said[-2000:]}", flush=True)
            break
        held, milliseconds = case.bench()
        bytes_, seconds = re.search(r"a step takes (\d+) bytes in (\S+) s", said).groups()
        problems = []
        if not 0 <= held - int(bytes_) < PAGE:
            problems.append(f"{bytes_} bytes predicted")
        if int(bytes_) > budget:
            problems.append("more than the budget")
        if float(seconds) < slowest * 0.999:
            problems.append(f"faster than with more memory ({slowest} s)")
        if not case.has_right_results():
            problems.append("other results")
        slowest = max(slowest, float(seconds))
        predicted.append(float(seconds))
        measured.append(milliseconds)
        wrong += bool(problems)
        time = f" measured {milliseconds:8.3f} ms" if case.options.bench else ""
        print(f"  {budget:>12} holds {held:>12} predicted {1e3 * float(seconds):8.3f} ms{time}"
              f"{' WRONG: ' if problems else ''}{', '.join(problems)}", flush=True)
    if case.options.bench:
        print(f"  correlation of times: {correlation(predicted, measured):.2f}", flush=True)
    return wrong


def main():
    options = parse_options()
    failed = 0
    for text in options.cases:
        print(text, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            failed += sweep(Case(options, text, folder))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
