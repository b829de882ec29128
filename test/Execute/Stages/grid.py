#!/usr/bin/env python3
"""Every combination of microbatches, stages, layouts and schedules of a model.

    grid.py --bin build/bin --corpus ../shared/corpus mlp_sgd gpt_adamw
    grid.py --list moe_switch
    grid.py --part 3/20 --bin build/bin --corpus ../shared/corpus llama_small

1, 2, 4 and 8 microbatches on 1, 2 and 4 stages, with every layout of the corpus
that fits in 8 ranks (on 4 stages with its axis cut down to 2), under every
schedule that fits the placement. Each case is one of stages.py: one call in
poisoned memory, then all training steps; results, final state and metrics of
every step must be those of one device. --part I/N runs each N-th case. Exit
status 1 if one failed.
"""
import argparse
import os
import subprocess
import sys

# Layouts of a model: their ranks, and the axis that may be cut down to 2.
LAYOUTS = {
    "mlp_sgd": {"single": (1, ""), "dp": (4, "dp"), "dp_explicit": (4, "dp"), "tp": (4, "tp"),
                "fsdp": (4, "dp"), "zero1": (4, "dp"), "partial": (4, "dp"), "dp2_tp2": (4, ""),
                "dp2_tp4": (8, "")},
    "mlp_dropout": {"single": (1, ""), "dp": (4, "dp"), "dp2_tp2": (4, "")},
    "gpt_adamw": {"single": (1, ""), "dp": (4, "dp"), "tp": (4, "tp"), "tp_sp": (4, "tp"),
                  "fsdp": (4, "dp"), "zero1": (4, "dp"), "dp2_tp2": (4, ""), "fsdp_tp": (4, ""),
                  "fsdp8": (8, ""), "dp2_tp2_sp2": (8, "")},
    "llama_small": {"single": (1, ""), "fsdp": (4, "dp"), "dp2_tp2": (4, "")},
    "moe_switch": {"single": (1, ""), "ep": (4, "ep"), "ep_a2a": (4, "ep"), "ep8": (8, ""),
                   "dp2_ep4": (8, "")},
    "resnet_bn": {"single": (1, ""), "dp": (4, "dp"), "spatial": (4, ""), "spatial8": (8, "")},
}
# Models that can be placed in four parts have two chunks on two coordinates.
# Batch norm ends a loop at each layer: no loop has both chunks.
WITHOUT_CHUNKS = ["mlp_sgd", "mlp_dropout", "resnet_bn"]
ONE_CHUNK = ["gpipe", "1f1b", "eager-1f1b", "looped-bfs", "zb-h1", "zb-h2"]


def placements(model, stages, microbatches):
    """(placement, schedule or "") of each order that fits."""
    if stages == 1 or microbatches == 1:
        yield str(stages), ""
        return
    for schedule in ONE_CHUNK:
        yield str(stages), schedule
    yield str(stages), "auto"
    yield str(stages), "chimera"
    if microbatches >= 2 * stages:
        yield str(stages), "dualpipe"
    if stages == 2 and model not in WITHOUT_CHUNKS:
        yield "0.1.0.1", "interleaved-1f1b"
        yield "0.1.0.1", "looped-bfs"
        yield "0.1.1.0", "zb-v"
        yield "0.1.1.0", "auto"
        yield "0.1.1.0", "hanayo"
        if microbatches >= 4:
            yield "0.1.1.0", "dualpipev"


def cases(model):
    for stages in [1, 2, 4]:
        for layout, (ranks, cut) in LAYOUTS[model].items():
            axis = []
            if ranks * stages > 8:
                if not cut:
                    continue
                axis = [f"{cut}=2"]
            for microbatches in [1, 2, 4, 8]:
                for place, schedule in placements(model, stages, microbatches):
                    yield "/".join([f"{model}:{layout}@{place}", *axis, f"mb={microbatches}",
                                    *([schedule] if schedule else [])])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", choices=sorted(LAYOUTS))
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--corpus", default="")
    parser.add_argument("--part", default="0/1", help="I/N: case I and each N-th after it")
    parser.add_argument("--list", action="store_true", help="print the cases, run nothing")
    options = parser.parse_args()
    first, step = map(int, options.part.split("/"))
    chosen = [case for model in options.models for case in cases(model)][first::step]
    if options.list:
        print("\n".join(chosen))
        return 0
    failed = 0
    stages = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stages.py")
    for case in chosen:
        done = subprocess.run([sys.executable, stages, "--bin", options.bin,
                               "--corpus", options.corpus, case], stdout=subprocess.PIPE, text=True)
        failed += done.returncode != 0
        print("".join(line + "\n" for line in done.stdout.splitlines() if " checks, " not in line),
              end="", flush=True)
    print(f"{len(chosen)} cases, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
