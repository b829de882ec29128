#!/usr/bin/env python3
"""Holds the default strategies against the propagated ones, by predicted time and memory.

    strategies.py --bin build/bin MODULE...                        # or folders of modules
    strategies.py --bin build/bin --corpus ../shared/corpus        # its annotated variants
    strategies.py --bin build/bin --random 200 --popt-check build/bin/popt-check FOLDER...

Each module is compiled with and without --strategies=propagated. By default no step may be
predicted to take more than 1.01 of the propagated one, nor to hold more than 1.5 times the
bytes where it is faster by less than 2%. Prints those that do, then a line per module whose
programs differ, the worst first, and a summary. Exit status 1 if one is wrong. --shard i/n
takes every n-th module from i on; --random draws so many layouts of the models of folders,
--ranks those of so many ranks at most, --draw F only writes them into a folder, for
bench/strategies.py to measure.
"""
import argparse
import concurrent.futures
import glob
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

UNITS = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
# Seconds are printed with so many parts.
ROUNDED = 1.001


class Compiled:
    """What a compilation predicts; `problem` is its error."""

    def __init__(self, options, module, flags):
        start = time.time()
        done = subprocess.run(
            [os.path.join(options.bin, "poptc"), module, "--emit=scheduled", "-v",
             "--remarks-filter=partition", "-o", "-", *options.flag, *flags],
            capture_output=True, text=True, timeout=options.limit)
        self.wall = time.time() - start
        self.problem = None if done.returncode == 0 else done.stderr.strip()[-300:]
        self.text = done.stdout
        self.said = done.stderr
        if self.problem:
            return
        value, unit = re.search(r"^step, predicted: (\S+) (\w+)", done.stderr, re.MULTILINE).groups()
        self.seconds = float(value) * UNITS[unit]
        self.bytes = max(map(int, re.findall(r"step.arena_bytes = (\d+)", done.stdout)), default=0)

    @property
    def program(self):
        """The text without what only says how it came to be."""
        return re.sub(r'dist\.strategies = "\w+"(, )?', "", self.text)


class Comparison:
    def __init__(self, options, name, module):
        self.name = name
        self.default = Compiled(options, module, [])
        self.kept = Compiled(options, module, ["--strategies=propagated"])
        self.problem = self.default.problem and not self.kept.problem
        self.works = not self.default.problem and not self.kept.problem
        if not self.works:
            return
        self.time = self.default.seconds / max(self.kept.seconds, 1e-12)
        self.memory = self.default.bytes / max(self.kept.bytes, 1)
        self.differs = self.default.program != self.kept.program
        self.wrong = self.time > 1.01 * ROUNDED or (self.time > 0.98 and self.memory > 1.5)
        found = re.search(r"the (\w+) ones are taken", self.default.said)
        self.taken = found.group(1) if found else "same"
        price = re.search(r"nodes cost (\S+) s.*propagated shardings cost (\S+) s", self.default.said)
        self.price = float(price.group(1)) / max(float(price.group(2)), 1e-12) if price else 1

    def __str__(self):
        return (f"{self.time:6.3f} of {1e3 * self.kept.seconds:9.4f} ms, {self.memory:6.3f} of "
                f"{self.kept.bytes:>11} bytes, {self.taken:>10} taken, priced {self.price:6.3f}, "
                f"compiled in {self.default.wall:5.2f} and {self.kept.wall:5.2f} s  {self.name}")


def corpus_modules(corpus):
    for path in sorted(glob.glob(os.path.join(corpus, "models", "*", "*.mlir"))):
        if os.path.basename(path) != "single.mlir":
            yield "/".join(path.split("/")[-2:]), path


def ranks_of(module):
    """The product of a module's axes."""
    mesh = re.search(r"(?:dist|sdy)\.mesh [^<]*<(.*?)>", module)
    return math.prod(map(int, re.findall(r"=\s*(\d+)", mesh.group(1)))) if mesh else 1


def random_modules(options, folder):
    """Layouts that popt-check draws for the models of the folders, about as many of each."""
    def drawn(count, number):
        return subprocess.run(
            [options.popt_check, "models", *options.modules, "--count", str(count), "--seed",
             str(options.seed), "--only", str(number), "--show", "--no-reference", "--compile", "0"],
            capture_output=True, text=True)

    # It says how many models it takes.
    models = int(re.search(r"no item \d+ among (\d+)", drawn(1, 10 ** 6).stderr).group(1))
    # Some meshes are larger than --ranks.
    each = -(-options.random // models)
    count = 20 * each if options.ranks else each
    for model in range(models):
        found = 0
        for number in range(model * count, (model + 1) * count):
            done = drawn(count, number)
            if done.returncode:
                sys.exit(f"item {number}: {done.stderr.strip()[-200:]}")
            if options.ranks and ranks_of(done.stdout) > options.ranks:
                continue
            path = os.path.join(folder, f"{number}.mlir")
            with open(path, "w") as file:
                file.write(done.stdout)
            yield f"random {options.seed}.{number}", path
            found += 1
            if found == each:
                break


def modules_of(options, folder):
    if options.random:
        yield from random_modules(options, folder)
        return
    if options.corpus:
        yield from corpus_modules(options.corpus)
    for path in options.modules:
        if os.path.isdir(path):
            for file in sorted(glob.glob(os.path.join(path, "**", "*.mlir"), recursive=True)):
                if os.path.basename(file) != "single.mlir":
                    yield os.path.relpath(file, path), file
        else:
            yield os.path.basename(path), path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", help="folder of the corpus")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--popt-check")
    parser.add_argument("--ranks", type=int, help="of random layouts, at most")
    parser.add_argument("--draw", metavar="F", help="only write the random layouts into this folder")
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300, help="seconds of a compilation")
    parser.add_argument("--flag", action="append", default=[], help="of poptc, in both")
    parser.add_argument("--all", action="store_true", help="also those that are the same")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    if options.draw:
        os.makedirs(options.draw, exist_ok=True)
        print(f"{len(list(random_modules(options, options.draw)))} layouts in {options.draw}")
        return 0
    first, step = map(int, options.shard.split("/"))
    with tempfile.TemporaryDirectory() as folder:
        chosen = [m for i, m in enumerate(modules_of(options, folder)) if i % step == first]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            found = list(pool.map(lambda m: Comparison(options, *m), chosen))
    refused = [c for c in found if not c.works]
    for c in refused:
        print(f"refused: {c.name}: {c.default.problem or c.kept.problem}")
    works = [c for c in found if c.works]
    wrong = [c for c in works if c.wrong] + [c for c in found if c.problem]
    for c in sorted(works, key=lambda c: -c.time):
        if options.all or c.differs or c.wrong or c.taken != "same":
            print(("WRONG " if c.wrong else "      ") + str(c))
    if works:
        print(f"{len(works)} modules, {sum(c.differs for c in works)} differ: median "
              f"{statistics.median(c.time for c in works):.3f}, most {max(c.time for c in works):.3f}; "
              f"compiled in {sum(c.default.wall for c in works):.1f} and "
              f"{sum(c.kept.wall for c in works):.1f} s; {len(refused)} refused, {len(wrong)} wrong")
    return 1 if wrong or not works else 0


if __name__ == "__main__":
    sys.exit(main())
