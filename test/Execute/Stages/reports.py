#!/usr/bin/env python3
"""What --bench, --trace and -v say of a pipelined step.

    reports.py --bin build/bin

A model of four stages, two data-parallel ranks each, and eight microbatches:
--bench has the bubble, predicted and measured, both between 0 and 1; the trace
has a lane per rank, named after its stage, with the stage's tasks in the order
of 1F1B, each with its microbatch; -v names the schedule. Needs only the standard
library. Exit status 1 if something is missing.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import stages

STAGES, MICROBATCHES, RANKS_PER_STAGE = 4, 8, 2


def one_f_one_b(stage):
    """(letter, microbatch) of the tasks of a stage; the last one's are whole."""
    if stage == STAGES - 1:
        return [("F", i) for i in range(MICROBATCHES)]
    ahead = STAGES - 1 - stage
    order = [("F", i) for i in range(ahead)]
    for i in range(MICROBATCHES):
        if i + ahead < MICROBATCHES:
            order.append(("F", i + ahead))
        order.append(("B", i))
    return order


def check(options, expect):
    folder = os.path.join(stages.MODELS, "deep")
    with tempfile.TemporaryDirectory() as temporary:
        file = lambda name: os.path.join(temporary, name)
        said = "".join(stages.planned(options, "poptc", "deep", str(STAGES),
                                      {"dp": RANKS_PER_STAGE, "mb": MICROBATCHES}, "-v", "-o",
                                      file("step")))
        done = subprocess.run(
            [file("step"), "--inputs", os.path.join(folder, "inputs.npz"), "--bench", "3",
             "--trace", file("trace.json")], capture_output=True, text=True, check=True,
            timeout=600)
        with open(file("trace.json")) as f:
            events = json.load(f)["traceEvents"]
    expect("-v names the schedule", "pipeline 1f1b: predicted bubble 0." in said, said)
    bubble = json.loads(done.stdout).get("bubble", {})
    for key in ("predicted", "measured"):
        expect(f"{key} bubble", 0 < bubble.get(key, -1) < 1, bubble)
    expect("one bubble is predicted", f"predicted bubble {bubble['predicted']:.6f}\n" in said,
           (bubble, said))
    lanes = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    wanted = {rank: f"rank {rank} (main_pp{rank // RANKS_PER_STAGE})"
              for rank in range(STAGES * RANKS_PER_STAGE)}
    expect("a lane per rank", lanes == wanted, lanes)
    for rank in wanted:
        stage = rank // RANKS_PER_STAGE
        tasks = [e for e in events if e["pid"] == rank and e.get("cat") == "call"]
        tasks.sort(key=lambda e: e["ts"])
        seen = []
        for event in tasks:
            task = re.search(rf" {stage}([FBIW])(\d+)", event["name"])
            if task and int(task[2]) == event["args"]["microbatch"]:
                seen.append((task[1], int(task[2])))
        order = one_f_one_b(stage)
        steps = len(seen) // len(order)
        expect(f"tasks of rank {rank}", steps > 0 and seen == order * steps, seen)
        inside = [e for e in events if e["pid"] == rank and e.get("cat") == "matmul"]
        microbatches = {e["args"]["microbatch"] for e in inside}
        expect(f"microbatches of rank {rank}", microbatches == set(range(MICROBATCHES)), microbatches)


if __name__ == "__main__":
    sys.exit(stages.run_checks(__doc__, check))
