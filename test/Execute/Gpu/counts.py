#!/usr/bin/env python3
"""What a training run asks of the CUDA driver, counted by the one that interprets PTX.

    counts.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so mlp_sgd
              [--most bench_gpt=300]

- The first step is eager, the second is recorded; from then on a step of one rank is one
  graph launch, and the host puts no kernel together.
- Nothing is copied to the host within a step: only metrics, after it.
- Device memory is the planned arena, the workspace and the constants, to the byte.
- A step of the models named by --most has no more launches than that; they are counted
  in the step table, since some are too large to interpret.

Needs only the standard library.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile


def count(binary, options, folder, case, flags):
    """The counters of one run, and what it wrote to stdout."""
    counters = os.path.join(folder, "counters.json")
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver,
                       POPT_FAKE_CUDA="checks=bounds,counters=" + counters)
    done = subprocess.run([binary, "--inputs", os.path.join(case, "inputs.npz"), *flags],
                          env=environment, stdout=subprocess.PIPE, check=True)
    with open(counters) as f:
        return json.load(f), done.stdout


def check(model, options, folder):
    case = os.path.join(options.corpus, "models", model)
    binary = os.path.join(folder, "step")
    subprocess.run([os.path.join(options.bin, "poptc"), os.path.join(case, "single.mlir"),
                    "--target=sm_90", "-o", binary], check=True)
    batches = ["--batches", os.path.join(case, "batches.npz")]
    runs = {n: count(binary, options, folder, case, [*batches, "--steps", str(n)])[0]
            for n in (1, 2, 5)}
    kernels = runs[1]["calls"]["cuLaunchKernel"]
    bench, stdout = count(binary, options, folder, case, ["--bench", "1"])
    memory = json.loads(stdout)
    planned = memory["peak_bytes"][0] + memory["workspace_bytes"][0]
    wrong = []

    def expect(what, got, wanted):
        if got != wanted:
            wrong.append(f"{what}: {got}, expected {wanted}")
    for steps, run in runs.items():
        expect(f"launches in {steps} steps", run["launches"], kernels * steps)
        expect(f"kernels that the host launches in {steps} steps",
               run["calls"]["cuLaunchKernel"], kernels * min(steps, 2))
        expect(f"graph launches in {steps} steps", run["graph_launches"], steps - 1)
    expect("copies to the host a step", runs[5]["copies_to_host"] / 5,
           runs[2]["copies_to_host"] / 2)
    expect("copies to the host in steps that are measured", bench["copies_to_host"], 0)
    if not 0 <= bench["bytes_peak"] - planned <= options.constants:
        wrong.append(f"device memory: {bench['bytes_peak']}, planned are {planned}")
    print(f"{model}: {kernels} kernels a step, device memory {bench['bytes_peak']}, "
          f"planned {planned}")
    return wrong


def check_most(model, most, options):
    table = subprocess.run(
        [os.path.join(options.bin, "poptc"),
         os.path.join(options.corpus, "models", model, "single.mlir"), "--target=sm_90",
         "--emit=step", "-o", "-"], stdout=subprocess.PIPE, text=True, check=True).stdout
    launches = {name: rest.count("#step.launch<")
                for name, rest in re.findall(r"step\.symbol (@\S+) (.*)", table)}
    commands = re.findall(r"step\.(kernel|matmul)\S* (@\S+)?", table)
    count = sum(launches.get(name, 1) for _, name in commands)
    print(f"{model}: {count} launches of {len(commands)} commands")
    return [f"{model}: {count} launches a step, at most {most} are to be"] if count > most else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*")
    parser.add_argument("--most", action="append", default=[], metavar="MODEL=N")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--constants", type=int, default=1,
                        help="constants at most, in bytes; a program without has one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = [w for model in options.models for w in check(model, options, folder)]
    for pair in options.most:
        model, most = pair.split("=")
        wrong += check_most(model, int(most), options)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
