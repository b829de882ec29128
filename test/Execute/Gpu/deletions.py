#!/usr/bin/env python3
"""Each barrier and each order between streams of a program on GPUs is needed.

    deletions.py --bin build/bin --cuda-driver libpopt-fake-cuda.so M.mlir [--inputs in.npz]

The module runs once on the CUDA driver that interprets PTX and counts. Then it runs once for
each barrier of its kernels, each event that is recorded and each wait for one, without that one.
What becomes of it:

  caught       a report of the driver, another error, or other numbers
  implied      a wait for what is done before anyway; the driver says so
  unreached    no thread comes to the barrier
  redundant    an event or a wait that no access of the run needs: the driver follows all of
               them, and those that conflict are ordered by what remains, whatever order the
               device takes; with other seeds too, and the bits are the same
  unexplained  a barrier without which nothing is found

The last are listed, with kernel and line; --most says how many there may be, in percent. Ranks
call the driver as they come: the N-th call of a run may be another rank's than in the next.
--every K takes one in K. Needs only the standard library.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import zipfile

CALLS = ["cuEventRecord", "cuStreamWaitEvent"]
KINDS = ["caught", "implied", "unreached", "redundant", "unexplained"]


def arrays(file):
    """The bytes of each array of an npz file."""
    with zipfile.ZipFile(file) as z:
        return {name: z.read(name) for name in z.namelist()}


class Program:
    def __init__(self, options, folder, module, flags):
        self.folder, self.options = folder, options
        self.binary = os.path.join(folder, "step")
        subprocess.run([os.path.join(options.bin, "poptc"), module, "--target=sm_90", *flags,
                        "-o", self.binary], check=True)

    def run(self, words):
        """(exit status, counters, results, what it said)."""
        counters, outputs = (os.path.join(self.folder, name) for name in ("c.json", "out.npz"))
        for file in (counters, outputs):
            if os.path.exists(file):
                os.remove(file)
        words = [f"counters={counters}", f"devices={self.options.devices}", *words]
        environment = dict(os.environ, POPT_CUDA_DRIVER=self.options.cuda_driver, POPT_POISON="1",
                           POPT_FAKE_CUDA=",".join(words))
        done = subprocess.run([self.binary, "--outputs", outputs, *self.options.run.split()],
                              env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True, timeout=600)
        # A watchdog that ends the process leaves no time to write them.
        counted = {"skipped": []}
        if done.returncode == 0 or os.path.exists(counters):
            with open(counters) as f:
                counted = json.load(f)
        results = arrays(outputs) if done.returncode == 0 else {}
        return done.returncode, counted, results, done.stderr


def kind_of(program, what, n, expected):
    """What becomes of a deletion, and what the driver says was left out."""
    for seed in (1, 2, 3):
        status, counted, results, said = program.run([f"seed={seed}", f"skip={what}@{n}"])
        left_out = counted["skipped"][0] if counted["skipped"] else f"{what} {n}"
        if status or counted["reports"] or results != expected:
            return "caught", left_out + ": " + " ".join(said.split())
        if "(implied)" in left_out:
            return "implied", left_out
        if what == "barrier" and not counted["barriers_skipped"]:
            return "unreached", left_out
    return "unexplained" if what == "barrier" else "redundant", left_out


def check(program, options):
    """How many there are of each kind."""
    status, counted, expected, said = program.run([])
    if status:
        sys.exit(said)
    numbers = {"barrier": counted["barriers"], **{call: counted["calls"][call] for call in CALLS}}
    deletions = [(what, n) for what, count in numbers.items() for n in range(1, count + 1)]
    found = dict.fromkeys(KINDS, 0)
    for what, n in deletions[::options.every]:
        kind, text = kind_of(program, what, n, expected)
        found[kind] += 1
        if options.verbose or kind == "unexplained":
            print(f"{kind} {text[:400]}", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module")
    parser.add_argument("--flags", default="", help="more flags for poptc")
    parser.add_argument("--run", default="--init random", help="how the program is run")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=float, default=2, help="percent that may be unexplained")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = check(Program(options, folder, options.module, options.flags.split()), options)
    count = sum(found.values())
    print(f"{count} deletions: " + ", ".join(f"{n} {kind}" for kind, n in found.items()))
    return 1 if not count or 100 * found["unexplained"] > options.most * count else 0


if __name__ == "__main__":
    sys.exit(main())
