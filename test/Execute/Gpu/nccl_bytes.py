#!/usr/bin/env python3
"""Bytes that ranks send over NCCL, counted by the fake one, against what reports say.

    nccl_bytes.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so \
        mlp_sgd:dp2_tp2,fsdp gpt_adamw:dp

All ranks do the same here, so all together send what --bench reports of one, times their
number. In NCCL's order each communicator sends what the reports say of its group. In the members'
order small all-reduces are gathered whole: where a ring sends 2 (n - 1) / n of the bytes, n - 1
times the bytes are sent. Needs only the standard library.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile


WARM_UP = 3  # steps of --bench that it does not count


def bench(binary, case, steps, flags, options, folder):
    """(the fake's counters, the report) of steps that --bench runs."""
    counters = os.path.join(folder, "counters.json")
    words = f"devices=8,checks=none,counters={counters}"
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver,
                       POPT_NCCL=options.cuda_driver, POPT_FAKE_CUDA=words)
    done = subprocess.run([binary, "--transport", "nccl", *flags, "--inputs",
                           os.path.join(case, "inputs.npz"), "--bench", str(steps)],
                          env=environment, stdout=subprocess.PIPE, check=True)
    with open(counters) as f:
        return json.load(f), json.loads(done.stdout)


def communicators_differ(counters, report, steps):
    """What is wrong with the bytes of each communicator; empty if nothing is."""
    ranks = len(report["peak_bytes"])
    of_group, size = {}, {}
    for kind in report["collectives"].values():
        for name, group in kind["groups"].items():
            of_group[name] = of_group.get(name, 0) + group["wire_bytes"]
            size[name] = group["ranks"]
    predicted = sorted(size[name] * wire for name, wire in of_group.items() if wire
                       for _ in range(ranks // size[name]))
    # A byte each way connects two ranks, once.
    sent = sorted(count / (steps + WARM_UP) for count in counters["nccl_bytes_of_communicators"]
                  if count > ranks * ranks)
    rounded = ranks * len(report["collectives"])  # reports round each kind to bytes
    is_right = len(sent) == len(predicted) and all(
        abs(a - b) <= rounded for a, b in zip(sent, predicted))
    return [] if is_right else [("communicators", sent, predicted)]


def check(model, variant, options, folder):
    """[(what, sent, predicted)] that differ."""
    case = os.path.join(options.corpus, "models", model)
    binary = os.path.join(folder, "step")
    subprocess.run([os.path.join(options.bin, "poptc"), os.path.join(case, variant + ".mlir"),
                    "--target=sm_90", "-o", binary], check=True)
    wrong = []
    for flags in ([], ["--deterministic"]):
        before, _ = bench(binary, case, 1, flags, options, folder)
        after, report = bench(binary, case, 2, flags, options, folder)
        if not flags:
            wrong += communicators_differ(after, report, 2)
        ranks, kinds = len(report["peak_bytes"]), report["comm"]
        predicted = ranks * sum(kind["wire_bytes"] for kind in kinds.values())
        reduced = kinds.get("all_reduce", {"wire_bytes": 0})["wire_bytes"]
        sent = after["nccl_bytes"] - before["nccl_bytes"]
        rounded = ranks * len(kinds)  # reports round each kind to bytes
        more = ranks * reduced * max(ranks / 2 - 1, 0) if flags else 0
        if not predicted - rounded <= sent <= predicted + rounded + more:
            wrong.append((" ".join(flags) or "NCCL's order", sent, predicted))
        print(f"{model}/{variant} {' '.join(flags)}: {sent} bytes sent, {predicted} predicted",
              flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="+", help="MODEL:VARIANT,..")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--cuda-driver", required=True)
    options = parser.parse_args()
    failed = 0
    for text in options.cases:
        model, _, variants = text.partition(":")
        for variant in variants.split(","):
            with tempfile.TemporaryDirectory() as folder:
                for what, sent, predicted in check(model, variant, options, folder):
                    failed += 1
                    print(f"FAILED {model}/{variant} {what}: {sent} bytes sent, "
                          f"{predicted} predicted")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
