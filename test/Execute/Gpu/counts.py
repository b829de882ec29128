#!/usr/bin/env python3
"""What a training run asks of the CUDA driver, counted by the one that interprets PTX.

    counts.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so mlp_sgd
              [--measured gpt_scan moe_switch:ep,ep8] [--most bench_gpt=300]

- The first step is eager, the second is recorded; from then on a step of one rank is one
  graph launch, and the host puts no kernel together.
- Nothing is copied to the host within a step: only metrics, after it.
- Device memory is the planned arena, the workspace and the constants, to the byte.
- The same of the models named by --measured, in one layout or several (without: in all), in
  four steps that --bench takes. Steps of several ranks are cut where they communicate.
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


def compiler(options, case, variant):
    return [os.path.join(options.bin, "poptc"), os.path.join(case, variant + ".mlir"),
            "--target=sm_90"]


def executable(options, folder, case, variant):
    binary = os.path.join(folder, "step")
    subprocess.run([*compiler(options, case, variant), "-o", binary], check=True)
    return binary


def step_table(options, case, variant):
    return subprocess.run([*compiler(options, case, variant), "--emit=step", "-o", "-"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout


def constants_of(table):
    """Bytes of a program's constants; one without takes one."""
    found = re.search(r"constants dense<[^>]*> : tensor<(\d+)xi8>", table)
    return int(found.group(1)) if found else 1


def count(binary, options, folder, case, flags):
    """The counters of one run, and what it wrote to stdout."""
    counters = os.path.join(folder, "counters.json")
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver,
                       POPT_FAKE_CUDA="checks=bounds,counters=" + counters)
    inputs = os.path.join(case, "inputs.npz")
    source = ["--inputs", inputs] if os.path.exists(inputs) else ["--init", "random"]
    done = subprocess.run([binary, *source, *flags], env=environment, stdout=subprocess.PIPE,
                          check=True)
    with open(counters) as f:
        return json.load(f), done.stdout


class Wrong(list):
    """What was not as expected, a line each."""

    def expect(self, what, got, wanted):
        if got != wanted:
            self.append(f"{what}: {got}, expected {wanted}")


def measure(binary, options, folder, case, variant, wrong):
    """The counters of the four steps of a measurement, and its number of ranks."""
    run, stdout = count(binary, options, folder, case, ["--bench", "1"])
    memory = json.loads(stdout)
    planned = sum(memory["peak_bytes"]) + sum(memory["workspace_bytes"]) + \
        constants_of(step_table(options, case, variant))
    wrong.expect("copies to the host in steps that are measured", run["copies_to_host"], 0)
    wrong.expect("device memory", run["bytes_peak"], planned)
    return run, len(memory["peak_bytes"])


def check_measured(text, options):
    model, _, variants = text.partition(":")
    case = os.path.join(options.corpus, "models", model)
    every = sorted(f[:-5] for f in os.listdir(case) if f.endswith(".mlir"))
    found = []
    for variant in variants.split(",") if variants else every:
        wrong = Wrong()
        with tempfile.TemporaryDirectory() as folder:
            binary = executable(options, folder, case, variant)
            run, ranks = measure(binary, options, folder, case, variant, wrong)
        if ranks == 1:
            wrong.expect("kernels that the host launches", run["calls"]["cuLaunchKernel"],
                         run["launches"] / 2)
            wrong.expect("graph launches", run["graph_launches"], 3)
        print(f"{model} {variant}: {run['launches'] / 4:g} kernels a step, device memory "
              f"{run['bytes_peak']}", flush=True)
        found += [f"{model} {variant}: {w}" for w in wrong]
    return found


def check(model, options, folder):
    case = os.path.join(options.corpus, "models", model)
    binary = executable(options, folder, case, "single")
    batches = ["--batches", os.path.join(case, "batches.npz")]
    runs = {n: count(binary, options, folder, case, [*batches, "--steps", str(n)])[0]
            for n in (1, 2, 5)}
    kernels = runs[1]["calls"]["cuLaunchKernel"]
    wrong = Wrong()
    bench, _ = measure(binary, options, folder, case, "single", wrong)
    for steps, run in runs.items():
        wrong.expect(f"launches in {steps} steps", run["launches"], kernels * steps)
        wrong.expect(f"kernels that the host launches in {steps} steps",
                     run["calls"]["cuLaunchKernel"], kernels * min(steps, 2))
        wrong.expect(f"graph launches in {steps} steps", run["graph_launches"], steps - 1)
    wrong.expect("copies to the host a step", runs[5]["copies_to_host"] / 5,
                 runs[2]["copies_to_host"] / 2)
    print(f"{model}: {kernels} kernels a step, device memory {bench['bytes_peak']}")
    return wrong


def check_most(model, most, options):
    table = step_table(options, os.path.join(options.corpus, "models", model), "single")
    launches = {name: rest.count("#step.launch<")
                for name, rest in re.findall(r"step\.symbol (@\S+) (.*)", table)}
    commands = re.findall(r"step\.(kernel|matmul)\S* (@\S+)?", table)
    count = sum(launches.get(name, 1) for _, name in commands)
    print(f"{model}: {count} launches of {len(commands)} commands")
    return [f"{model}: {count} launches a step, at most {most} are to be"] if count > most else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*")
    parser.add_argument("--measured", nargs="*", default=[], metavar="MODEL[:VARIANT,..]")
    parser.add_argument("--most", action="append", default=[], metavar="MODEL=N")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--cuda-driver", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = [w for model in options.models for w in check(model, options, folder)]
    for text in options.measured:
        wrong += check_measured(text, options)
    for pair in options.most:
        model, most = pair.split("=")
        wrong += check_most(model, int(most), options)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
