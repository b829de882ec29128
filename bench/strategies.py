#!/usr/bin/env python3
"""Measures steps with default strategies against the same steps as propagated.

    strategies.py --bin build/bin MODULE...            # or folders of modules
    strategies.py --bin build/bin --corpus ../shared/corpus
    strategies.py --bin build/bin --before old/bin ... # against those of another build
    strategies.py --bin build/bin --keep F ...         # only compiles, into folder F
    strategies.py --measure F --seconds 200            # measures what F has, again and again

Each module is compiled with and without --strategies=propagated, or by both builds.
Where the two step tables differ both run in turns, and so does a copy of the default, round
after round over all modules, so that a machine that grows slower slows all. A turn is as many
steps as take 20 ms. A program's time is the median of its turns. Prints, the worst first,
measured and predicted time of the default over that of the other, and the copy's time over the
default's, which says how much the same program differs from itself here. No time should be more
than 1.05 of the other's by more than that. Where ranks share cores, a whole turn is slower if
three are on one; the fastest turns are compared, too. Inputs are those beside the module
(inputs.npz), or random. --shortest leaves out short steps, whose times are those of waking ranks.
With --keep a long compilation on a busy machine comes before a short measurement on a quiet
one: turns are added to those that F has, and `--least 1.05` measures only what has been
above that so far.
Wants a quiet machine with as many cores as ranks; with fewer, ranks wait for each other, and
which of them share a core counts for more than the program. --one-core has all ranks on one
core, where a step takes what they do together: what is slower there does more. Its turns are not
added to those of F.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

MOST = 1.05
SAME = "the same program"
TURN_MS = 20


class Program:
    """One compilation of a module, and its turns in milliseconds."""

    def __init__(self, path, inputs, predicted=None, problem=None, turns=()):
        self.path, self.inputs, self.predicted, self.problem = path, inputs, predicted, problem
        self.turns = list(turns)

    def table(self, poptc, flags, module):
        return self.run([poptc, module, "--emit=step", "-o", "-", *flags]).stdout

    def compile(self, poptc, flags, module):
        said = self.run([poptc, module, "-v", "-o", self.path, *flags]).stderr
        if self.problem:
            return
        # The second is what builds before popt-plan said.
        value, unit = re.search(r"step, predicted: (\S+) (\w+)", said).groups() if (
            "step, predicted" in said) else re.search(r" of (\S+) (\S+) predicted", said).groups()
        self.predicted = float(value) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]

    def run(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            self.problem = done.stderr.strip()[-300:]
        return done

    def turn(self):
        steps = 5 if not self.turns else min(2000, max(5, int(TURN_MS / min(self.turns))))
        done = self.run([self.path, *self.inputs, "--bench", str(steps)])
        if not self.problem:
            self.turns.append(json.loads(done.stdout)["step_ms"]["median"])

    @property
    def time(self):
        return statistics.median(self.turns)

    @property
    def least(self):
        return min(self.turns)


class Comparison:
    """The programs of a module whose steps differ, and a copy of the default: `problem` says why
    there are none, or why they are not measured."""

    def __init__(self, name, default, copy, kept, problem=None):
        self.name, self.default, self.copy, self.kept, self.problem = name, default, copy, kept, problem

    @property
    def programs(self):
        return [self.default, self.copy, self.kept]

    @classmethod
    def of(cls, options, folder, number, name, module):
        inputs = os.path.join(os.path.dirname(module), "inputs.npz")
        inputs = ["--inputs", inputs] if os.path.exists(inputs) else ["--init", "random"]
        default, copy, kept = (Program(os.path.join(folder, f"{number}-{i}"), inputs)
                               for i in ("default", "copy", "other"))
        found = cls(name, default, copy, kept)
        both = [default, kept]
        tables = [p.table(*how, module) for p, how in zip(both, options.both)]
        if tables[0] == tables[1]:
            found.problem = SAME
        else:
            for program, how in zip(both, options.both):
                program.compile(*how, module)
        found.problem = next((p.problem for p in both if p.problem), found.problem)
        if not found.problem:
            shutil.copy(default.path, copy.path)
        return found

    @classmethod
    def read(cls, entry):
        return cls(entry["name"], *(Program(**entry[i]) for i in ("default", "copy", "kept")), entry["problem"])

    @property
    def entry(self):
        return {**vars(self), **{i: vars(vars(self)[i]) for i in ("default", "copy", "kept")}}

    def turn(self, number, shortest):
        for program in self.programs[number % 3:] + self.programs[:number % 3]:
            if not self.problem:
                program.turn()
                self.problem = program.problem
        if not self.problem and max(self.default.time, self.kept.time) < 1e-3 * shortest:
            self.problem = f"steps of {1e3 * self.default.time:.1f} and {1e3 * self.kept.time:.1f} us"

    @property
    def ratio(self):
        return self.default.time / self.kept.time

    @property
    def itself(self):
        return self.copy.time / self.default.time

    @property
    def is_wrong(self):
        return self.ratio > MOST * max(self.itself, 1 / self.itself)

    def __str__(self):
        default, kept = self.default, self.kept
        return (f"{'WRONG' if self.is_wrong else '     '} {self.ratio:6.3f} measured ({default.time:9.4f} and "
                f"{kept.time:9.4f} ms), {self.itself:6.3f} the copy, "
                f"{default.least / kept.least:6.3f} the fastest turns, "
                f"{default.predicted / kept.predicted:6.3f} predicted, {len(default.turns)} turns  {self.name}")


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


def compile_all(options, folder):
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda item: Comparison.of(options, folder, item[0], *item[1]),
                              enumerate(modules_of(options))))
    for comparison in found:
        if comparison.problem:
            print(f"  {comparison.name}: {comparison.problem}", flush=True)
    return found


def measure(options, found):
    """Rounds over all that differ, until there are enough or time is over."""
    end = time.time() + options.seconds if options.seconds else None
    chosen = [c for c in found if not c.problem and (
        not options.least or (c.default.turns and c.ratio > options.least))]
    if options.one_core:
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
        for comparison in found:
            for program in comparison.programs:
                program.turns = []
    for number in range(options.turns if end is None else 10 ** 6):
        for comparison in chosen:
            if end is not None and time.time() > end:
                return
            comparison.turn(number, options.shortest)


def summarise(found):
    for comparison in found:
        if comparison.problem and comparison.problem != SAME:
            print(f"  {comparison.name}: {comparison.problem}")
    measured = [c for c in found if not c.problem and c.default.turns and c.kept.turns]
    if not measured:
        sys.exit("no module whose programs differ")
    print("the worst first:")
    for comparison in sorted(measured, key=lambda c: -c.ratio):
        print(comparison)
    ratios = [c.ratio for c in measured]
    print(f"{len(measured)} modules differ: median {statistics.median(ratios):.3f}, most {max(ratios):.3f}, "
          f"{sum(r > MOST for r in ratios)} above {MOST}, "
          f"{sum(c.is_wrong for c in measured)} by more than they differ from themselves")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", help="folder of the tools")
    parser.add_argument("--before", help="folder of the tools of another build")
    parser.add_argument("--corpus", help="folder of the corpus")
    parser.add_argument("--keep", metavar="F", help="compile into this folder, and measure nothing")
    parser.add_argument("--measure", metavar="F", help="measure what was compiled into this folder")
    parser.add_argument("--turns", type=int, default=10, help="of each program")
    parser.add_argument("--seconds", type=float, help="measure for so long, however many turns it is")
    parser.add_argument("--least", type=float, help="only what has been above this ratio so far")
    parser.add_argument("--one-core", action="store_true", help="for all ranks")
    parser.add_argument("--shortest", type=float, default=0, help="microseconds of a step")
    parser.add_argument("--jobs", type=int, default=1, help="compilations at once")
    parser.add_argument("--flag", action="append", default=[], help="of poptc, for both programs")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    kept = os.path.join(options.keep or options.measure or "", "programs.json")
    with tempfile.TemporaryDirectory() as folder:
        if options.measure:
            with open(kept) as file:
                found = list(map(Comparison.read, json.load(file)))
        else:
            if not options.bin:
                parser.error("--bin says where the tools are")
            poptc = os.path.join(options.bin, "poptc")
            other = ((os.path.join(options.before, "poptc"), []) if options.before
                     else (poptc, ["--strategies=propagated"]))
            options.both = [(tool, [*options.flag, *flags]) for tool, flags in ((poptc, []), other)]
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
            found = compile_all(options, options.keep or folder)
        if not options.keep:
            measure(options, found)
        if options.keep or (options.measure and not options.one_core):
            with open(kept, "w") as file:
                json.dump([c.entry for c in found], file)
        if not options.keep:
            summarise(found)


if __name__ == "__main__":
    main()
