#!/usr/bin/env python3
"""Counts what a pipelined step communicates, in its scheduled text.

    communication.py --bin build/bin

On four stages and two data-parallel ranks each, with 2 and with 4 microbatches:

- tasks have no communication in them; between the first task of a stage and its
  last the stage axis carries messages alone;
- the norm of all gradients is one reduction of a scalar over all stages;
- a weight that two stages hold is one reduction over those two, after the loop;
- in two directions, the gradients of each pair of stages are one reduction;
- everything over the data axis is there as often with 4 microbatches as with 2;
- scalars that microbatches add up (losses) are sent when they are added up.

Needs only the standard library. Exit status 1 if something differs.
"""
import collections
import re
import sys

import stages

COLLECTIVE = re.compile(r"= dist\.(all_\w+|reduce_\w+|broadcast|permute|gather|scatter|combined)")


def scheduled(options, model, microbatches, schedule="1f1b"):
    """{stage: lines} of the functions of all stages."""
    program, _ = stages.planned(options, "poptc", model, "4", {"dp": 2, "mb": microbatches},
                                "--schedule", schedule, "--emit=scheduled", "-o", "-")
    functions, now = {}, None
    for line in program.splitlines():
        if line.startswith("  func.func"):
            found = re.match(r"  func\.func @main_pp(\d+)", line)
            now = functions.setdefault(int(found[1]), []) if found else None
        elif now is not None:
            now.append(line)
    return functions


def split(lines):
    """(lines from the first task to the last one's end, lines inside of tasks)"""
    starts = [i for i, line in enumerate(lines) if "dist.task" in line]
    ends = [next(k for k in range(i, len(lines)) if lines[k].startswith("      }")) for i in starts]
    inside = [line for begin, end in zip(starts, ends) for line in lines[begin:end]]
    return lines[starts[0]:ends[-1]], inside


def check(options, expect):
    for model in ("tied_adamw", "heads"):
        over_data = {}
        for microbatches in (2, 4):
            functions = scheduled(options, model, microbatches)
            name = f"{model}, {microbatches} microbatches:"
            count = collections.Counter()
            inside = scalars = 0
            reductions = collections.defaultdict(list)
            for stage, lines in functions.items():
                loop, bodies = split(lines)
                inside += sum(bool(COLLECTIVE.search(line)) for line in bodies)
                inside += sum("dist.reduce_stages" in line for line in loop)
                scalars += sum("dist.send" in line and "tensor<f32>" in line for line in loop)
                for line in lines:
                    if found := re.search(r"dist\.reduce_stages .* at (\[.*?\]).*: (.*)", line):
                        reductions[found[1], found[2]].append(stage)
                    elif found := COLLECTIVE.search(line):
                        count[found[1]] += 1
            over_data[microbatches] = count
            expect(f"{name} no collectives in the pipeline", inside == 0, inside)
            expect(f"{name} no scalars sent between tasks", scalars == 0, scalars)
            wanted = {("[0, 3]", "tensor<24x8xf32>"): [0, 3],
                      ("[0, 1, 2, 3]", "tensor<f32>"): [0, 1, 2, 3]}
            expect(f"{name} reductions over stages",
                   reductions == (wanted if model == "tied_adamw" else {}), dict(reductions))
        reductions = collections.Counter()
        for stage, lines in scheduled(options, model, 4, "chimera").items():
            for line in lines:
                if found := re.search(r"dist\.reduce_stages .* at (\[.*?\])", line):
                    reductions[stage, found[1]] += 1
        pairs = {(stage, f"[{min(stage, 3 - stage)}, {max(stage, 3 - stage)}]"): 1
                 for stage in range(4)}
        everybody = {(stage, "[0, 1, 2, 3]"): 1 for stage in range(4)}
        expect(f"{model}: gradients of a pair are one reduction",
               reductions == (pairs | everybody if model == "tied_adamw" else pairs), reductions)
        expect(f"{model}: as many collectives over data with 4 microbatches as with 2",
               over_data[4] == over_data[2], over_data)


if __name__ == "__main__":
    sys.exit(stages.run_checks(__doc__, check))
