#!/usr/bin/env python3
"""Equal programs give equal bits, in whatever order blocks, streams and ranks run.

    seeds.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so \
        mlp_sgd:single,dp2_tp2@2 "mlp_sgd:dp@1/--mesh stage:pp=2"

Each argument is MODEL:VARIANTS, with @DEVICES (1 if absent) and flags for poptc after a slash.
The model takes --steps steps on the CUDA driver that interprets PTX, once with each seed from
which the driver draws the order. All bytes of all results, and the metrics, are those of the
first seed. Needs only the standard library.
"""
import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import zipfile


def arrays(file):
    """The bytes of each array of an npz file."""
    with zipfile.ZipFile(file) as z:
        return {name: z.read(name) for name in z.namelist()}


def run(binary, case, devices, seed, options, folder):
    """(what went wrong, results, metrics)."""
    outputs, metrics = (os.path.join(folder, name) for name in ("out.npz", "metrics.json"))
    command = [binary, "--inputs", os.path.join(case, "inputs.npz"), "--outputs", outputs,
               "--metrics", metrics, *options.run_flags.split()]
    if os.path.exists(os.path.join(case, "batches.npz")):
        command += ["--batches", os.path.join(case, "batches.npz"), "--steps", str(options.steps)]
    words = f"seed={seed},devices={devices},{options.words}"
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver, POPT_FAKE_CUDA=words)
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return " ".join(done.stderr.split())[:400], None, None
    with open(metrics) as f:
        return None, arrays(outputs), f.read()


def check(model, variant, devices, flags, options, folder):
    """None, or what went wrong."""
    case = os.path.join(options.corpus, "models", model)
    binary = os.path.join(folder, "step")
    subprocess.run([os.path.join(options.bin, "poptc"), os.path.join(case, variant + ".mlir"),
                    "--target=sm_90", *shlex.split(flags), "-o", binary], check=True)
    first = None
    for seed in range(1, options.seeds + 1):
        wrong, *got = run(binary, case, devices, seed, options, folder)
        if wrong:
            return f"seed {seed}: {wrong}"
        first = first or got
        if got != first:
            differ = [name for name in first[0] if got[0].get(name) != first[0][name]]
            return f"seed {seed} gives other bits than seed 1: {', '.join(differ) or 'metrics'}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="+", help="MODEL:VARIANT,..[@DEVICES][/FLAGS]")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--run-flags", default="", help="of the program")
    parser.add_argument("--words", default="checks=none", help="more words for the driver")
    options = parser.parse_args()
    failed = 0
    for text in options.cases:
        names, _, flags = text.partition("/")
        names, _, devices = names.partition("@")
        model, _, variants = names.partition(":")
        for variant in variants.split(","):
            with tempfile.TemporaryDirectory() as folder:
                wrong = check(model, variant, devices or "1", flags, options, folder)
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'passed'} {text} {variant}, {options.seeds} seeds" +
                  (f": {wrong}" if wrong else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
