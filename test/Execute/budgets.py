#!/usr/bin/env python3
"""Runs training steps under falling memory budgets.

    budgets.py --corpus ../shared/corpus gpt_adamw:fsdp gpt_adamw:dp@2/mb=4

A case is MODEL:VARIANT of the corpus, or one of those of Stages/stages.py. The budgets are 1, 0.95, 0.9, ... of what
a step takes without one, until no plan fits (--every N: only each Nth). At each, what
the largest rank holds must be what was predicted and within the budget, the results the expected
ones, and the predicted seconds of a step no less than with more memory (but for 0.1%). With
--host state and activations may move to the memory of a host.

--bench K also measures the steps, and prints how well the order of the predicted times
matches that of the measured ones: Spearman's rank correlation. The programs of all
budgets take turns, K steps each time, so that a machine that grows slower does not make
small budgets slow. Whatever else a machine does only adds to a turn, so a program's
time is the lowest decile of --rounds R turns; the least of them would be that of one
lucky turn. Many short turns tell more than few long ones. Then

    as measured   every difference counts, of predicted and of measured times
    with ties     times within 2% are equal, predicted or measured, and share the mean of
                  their places; steps that all are equal have no order

Step tables that were byte for byte the same have measured 0.97 to 1.03 of each other on
two quiet cores, and many budgets change a step by less (1.66 and 1.67 ms predicted): such
an order can be neither right nor wrong. What a program differed from itself in this run,
the largest difference between the lowest deciles of its even and its odd turns, is
printed, too: where that is more than 2%, the machine was not quiet enough. Ranks that
share cores wait for the one that runs: with no more ranks than cores (--mesh dp=2) a program
differs less from itself.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Stages"))
import harness
import stages  # noqa: E402

# A rank's arena is whole pages.
PAGE = 4096
# Times that differ by no more are equal.
TIE = 1.02


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, help="folder of the corpus")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--target", help="the compiler's")
    parser.add_argument("--mesh", help="the compiler's")
    parser.add_argument("--bench", type=int, default=0, metavar="K")
    parser.add_argument("--rounds", type=int, default=40, metavar="R")
    parser.add_argument("cases", nargs="+")
    return parser.parse_args()


class Case:
    def __init__(self, options, text, folder):
        self.options, self.text = options, text
        name, _, places = text.partition("@")
        model, variant = name.split(":")
        self.file, self.tolerance = stages.case_of(options, model)
        self.folder = folder
        self.program = os.path.join(folder, "step")
        self.flags = [self.file(variant + ".mlir")]
        if places:
            places, *more = places.split("/")
            self.flags = stages.module_and_flags(options, model, variant, places, more, folder)
        for flag, value in (("--target", options.target), ("--mesh", options.mesh)):
            if value:
                self.flags += [flag, value]
        if options.host:
            self.flags += ["--cluster", stages.cluster_with_host(folder)]

    def compile(self, flags):
        """Whether a step fits; what was said."""
        done = subprocess.run([harness.tool("poptc"), *self.flags, "-O1", *flags,
                               "-o", self.program], capture_output=True, text=True)
        return done.returncode == 0, done.stderr

    def run(self, flags):
        return subprocess.run([self.program, "--inputs", self.file("inputs.npz"), *flags],
                              capture_output=True, text=True)

    def keep(self, name):
        """Keeps the program for measuring."""
        os.rename(self.program, os.path.join(self.folder, name))

    def bench(self, program=None):
        """Bytes of the largest rank, median milliseconds."""
        if program:
            self.program = os.path.join(self.folder, program)
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


def ranks(values, tie):
    """The place of each value among all. Those that are at most `tie` times the least of
    their group share the mean of their places.

    >>> ranks([1.01, 3, 1, 1.03], 1.02)
    [0.5, 3.0, 0.5, 2.0]
    """
    places, first = [0.0] * len(values), 0
    order = sorted(range(len(values)), key=lambda i: values[i])
    while first < len(order):
        group = [i for i in order[first:] if values[i] <= values[order[first]] * tie]
        for i in group:
            places[i] = first + (len(group) - 1) / 2
        first += len(group)
    return places


def correlation(one, other, tie):
    """Spearman's: of the places of the values; "none" if all have one place.

    >>> correlation([1, 1.01, 2, 3], [7, 6, 8, 9], 1), correlation([1, 1.01, 2], [7, 6.9, 8], 1.02)
    ('0.80', '1.00')
    >>> correlation([1, 1.01], [6, 7], 1.02)
    'none'
    """
    one, other = ranks(one, tie), ranks(other, tie)
    mean = (len(one) - 1) / 2
    product = sum((a - mean) * (b - mean) for a, b in zip(one, other))
    squares = sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in other)
    return f"{product / squares ** 0.5:.2f}" if squares else "none"


def decile(times):
    """The lowest one.

    >>> decile([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    2.0
    """
    return statistics.quantiles(times, n=10, method="inclusive")[0] if len(times) > 1 else times[0]


def measure(case, budgets, predicted):
    """Prints the times at all budgets, and how their orders match."""
    turns = [[] for _ in budgets]
    for _ in range(case.options.rounds):
        for budget, times in zip(budgets, turns):
            times.append(case.bench(str(budget))[1])
    measured = [decile(times) for times in turns]
    halves = [(decile(times[::2]), decile(times[1::2])) for times in turns if len(times) > 1]
    for budget, seconds, milliseconds in zip(budgets, predicted, measured):
        print(f"  {budget:>12} predicted {1e3 * seconds:8.3f} ms measured {milliseconds:8.3f} ms")
    noise = max((max(half) / min(half) for half in halves), default=1)
    print(f"  correlation of times: as measured {correlation(predicted, measured, 1)}, "
          f"with ties {correlation(predicted, measured, TIE)}; one program differs from "
          f"itself by {100 * (noise - 1):.1f}%", flush=True)


def sweep(case):
    """Prints a line per budget; the number of them that are wrong."""
    fits, said = case.compile([])
    if not fits:
        sys.exit(f"{case.text}: {said[-2000:]}")
    peak, _ = case.bench()
    wrong, slowest, budgets, predicted = 0, 0.0, [], []
    for step in range(0, 20, case.options.every):
        budget = peak * (20 - step) // 20
        fits, said = case.compile([f"--memory-budget={budget}", "--remarks-filter=partition"])
        if not fits:
            least = re.search(r"a device needs (\d+) bytes.*", said)
            wrong += not least
            print(f"  {budget:>12} nothing fits: {least.group(0) if least else said[-2000:]}", flush=True)
            break
        held, _ = case.bench()
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
        budgets.append(budget)
        predicted.append(float(seconds))
        wrong += bool(problems)
        print(f"  {budget:>12} holds {held:>12} predicted {1e3 * float(seconds):8.3f} ms"
              f"{' WRONG: ' if problems else ''}{', '.join(problems)}", flush=True)
        if case.options.bench:
            case.keep(str(budget))
    if case.options.bench:
        measure(case, budgets, predicted)
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
