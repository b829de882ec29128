#!/usr/bin/env python3
"""Measures steps with default strategies against the same steps as propagated.

    strategies.py --bin build/bin MODULE...            # or folders of modules
    strategies.py --bin build/bin --corpus ../shared/corpus
    strategies.py --bin build/bin --before old/bin ... # against those of another build

Each module is compiled with and without --strategies=propagated, or by both builds.
Where the two step tables differ both run in turns, --bench STEPS each time, so that a
machine that grows slower slows both. A program's time is the median of its turns. Prints,
the worst first, measured and predicted time of the default over that of the other, and
what each differs from itself: the medians of its even and its odd turns. No time should
be more than 1.05 of the other's. Where ranks share cores, a whole turn is slower if
three are on one; the fastest turns are compared, too. Inputs are those beside the module (inputs.npz), or
random.
Wants a quiet machine with as many cores as ranks; with fewer, ranks wait for each other.
"""
import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

MOST = 1.05


class Program:
    """One compilation of a module, and its turns in milliseconds."""

    def __init__(self, poptc, flags, module, path):
        self.path, self.turns = path, []
        table = subprocess.run([poptc, module, "--emit=step", "-o", "-", *flags],
                               capture_output=True, text=True)
        done = subprocess.run([poptc, module, "-v", "-o", self.path, *flags],
                              capture_output=True, text=True)
        self.problem = (table.returncode or done.returncode) and done.stderr.strip()[-300:]
        self.table = table.stdout
        if not self.problem:
            # The second is what builds before popt-plan said.
            value, unit = re.search(r"step, predicted: (\S+) (\w+)", done.stderr).groups() if (
                "step, predicted" in done.stderr) else re.search(
                    r" of (\S+) (\S+) predicted", done.stderr).groups()
            self.predicted = float(value) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
        inputs = os.path.join(os.path.dirname(module), "inputs.npz")
        self.inputs = ["--inputs", inputs] if os.path.exists(inputs) else ["--init", "random"]

    def turn(self, steps):
        done = subprocess.run([self.path, *self.inputs, "--bench", str(steps)], capture_output=True, text=True)
        if done.returncode:
            self.problem = done.stderr.strip()[-300:]
            return
        self.turns.append(json.loads(done.stdout)["step_ms"]["median"])

    @property
    def time(self):
        return statistics.median(self.turns)

    @property
    def least(self):
        return min(self.turns)

    @property
    def noise(self):
        halves = [statistics.median(self.turns[i::2]) for i in (0, 1)]
        return max(halves) / min(halves) - 1


def measure(options, name, module):
    """(ratio, line) of a module; nothing if both programs are the same."""
    with tempfile.TemporaryDirectory() as folder:
        both = [Program(*how, module, os.path.join(folder, str(i))) for i, how in enumerate(options.both)]
        if any(p.problem for p in both) or both[0].table == both[1].table:
            problem = next((p.problem for p in both if p.problem), None)
            print(f"  {name}: {problem or 'the same program'}", flush=True)
            return None
        for turn in range(options.turns):
            for program in both if turn % 2 else reversed(both):
                program.turn(options.steps)
            if any(p.problem for p in both):
                print(f"  {name}: {next(p.problem for p in both if p.problem)}", flush=True)
                return None
    default, kept = both
    ratio = default.time / kept.time
    line = (f"{ratio:6.3f} measured ({default.time:9.4f} and {kept.time:9.4f} ms), "
            f"{default.least / kept.least:6.3f} the fastest turns, "
            f"{default.predicted / kept.predicted:6.3f} predicted, differ from themselves by "
            f"{100 * default.noise:4.1f} and {100 * kept.noise:4.1f}%  {name}")
    print("  " + line, flush=True)
    return ratio, line


def modules_of(options):
    paths = list(options.modules)
    if options.corpus:
        paths.append(os.path.join(options.corpus, "models"))
    for path in paths:
        if not os.path.isdir(path):
            yield os.path.basename(path), path
            continue
        for file in sorted(glob.glob(os.path.join(path, "**", "*.mlir"), recursive=True)):
            if os.path.basename(file) != "single.mlir":
                yield os.path.relpath(file, path), file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--before", help="folder of the tools of another build")
    parser.add_argument("--corpus", help="folder of the corpus")
    parser.add_argument("--turns", type=int, default=10, help="of each program")
    parser.add_argument("--steps", type=int, default=20, help="of a turn")
    parser.add_argument("--flag", action="append", default=[], help="of poptc, for both programs")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    poptc = os.path.join(options.bin, "poptc")
    other = (os.path.join(options.before, "poptc"), []) if options.before else (poptc, ["--strategies=propagated"])
    options.both = [(tool, [*options.flag, *flags]) for tool, flags in ((poptc, []), other)]
    found = [r for r in (measure(options, *m) for m in modules_of(options)) if r]
    if not found:
        sys.exit("no module whose programs differ")
    print("the worst first:")
    for _, line in sorted(found, reverse=True):
        print(line)
    ratios = [ratio for ratio, _ in found]
    print(f"{len(found)} modules differ: median {statistics.median(ratios):.3f}, most {max(ratios):.3f}, "
          f"{sum(r > MOST for r in ratios)} above {MOST}")


if __name__ == "__main__":
    main()
