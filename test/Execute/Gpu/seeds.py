#!/usr/bin/env python3
"""Equal programs give equal bits, in whatever order blocks, streams and ranks run.

    seeds.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so \
        mlp_sgd:single,dp2_tp2 deep@2/mb=4/1f1b,zb-h1

Each argument is MODEL:VARIANTS, or a case of stages.py. The model takes --steps steps on the
CUDA driver that interprets PTX, once with each seed from which the driver draws the order. All
bytes of all results, and the metrics, are those of the first seed. Needs only the standard
library.
"""
import os
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Stages"))
import stages
import two_hosts


def arrays(file):
    """The bytes of each array of an npz file."""
    with zipfile.ZipFile(file) as z:
        return {name: z.read(name) for name in z.namelist()}


def run(start, file, seed, options, folder):
    """(what went wrong, results, metrics)."""
    outputs, metrics = (os.path.join(folder, name) for name in ("out.npz", "metrics.json"))
    command = [*start, "--inputs", file("inputs.npz"), "--outputs", outputs, "--metrics", metrics]
    if os.path.exists(file("batches.npz")):
        command += ["--batches", file("batches.npz"), "--steps", str(options.steps)]
    words = f"seed={seed},devices={options.devices},{options.words}"
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver, POPT_FAKE_CUDA=words)
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return " ".join(done.stderr.split())[:400], None, None
    with open(metrics) as f:
        return None, arrays(outputs), f.read()


def check(case, options, folder):
    """None, or what went wrong."""
    binary = os.path.join(folder, "step")
    subprocess.run([os.path.join(options.bin, "poptc"),
                    *stages.module_and_flags(options, *case, folder), "--target=sm_90",
                    *shlex.split(options.flags), "-o", binary], check=True)
    start = [*options.start(binary), *options.run_flags.split()]
    file, _ = stages.case_of(options, case[0])
    first = None
    for seed in range(1, options.seeds + 1):
        wrong, *got = run(start, file, seed, options, folder)
        if wrong:
            return f"seed {seed}: {wrong}"
        first = first or got
        if got != first:
            differ = [name for name in first[0] if got[0].get(name) != first[0][name]]
            return f"seed {seed} gives other bits than seed 1: {', '.join(differ) or 'metrics'}"
    return None


def main():
    parser = stages.parser_of(__doc__)
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--flags", default="", help="more compile flags")
    parser.add_argument("--run-flags", default="", help="of the program")
    parser.add_argument("--two-hosts", action="store_true", help="with half of its ranks on each")
    parser.add_argument("--words", default="checks=none", help="more words for the driver")
    options = parser.parse_args()
    failed = 0
    with two_hosts.starter(options.two_hosts) as options.start:
        for case in stages.cases_of(options.cases):
            begin = time.time()
            with tempfile.TemporaryDirectory() as folder:
                wrong = check(case, options, folder)
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'passed'} {stages.name_of(*case)} on "
                  f"{options.devices} devices, {options.seeds} seeds, {time.time() - begin:.1f} s" +
                  (f": {wrong}" if wrong else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
