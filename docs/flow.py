#!/usr/bin/env python3
"""Writes the table of phases in docs/Flow.md from the flow itself (make docs).

    flow.py --popt build/bin/popt [--check]

The passes and verifiers are those of `popt --popt-schedule`, with a memory
budget and a timeline, in their order; a pass belongs to the phase in whose
folder its Passes.td is. What holds after a phase is written here. With --check
nothing is written; exit status 1 if the page differs. Needs the standard
library.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(SOURCE, "docs", "Flow.md")
BEGIN, END = "<!-- written by docs/flow.py -->\n", "<!-- end -->\n"
# By first pass: the row's name, what holds afterwards, and where --emit stops.
ROWS = {
    "inline-calls": ("Import", "only `func`, `stablehlo`, `chlo`, `dist`; one public `@main`; static shapes; one mesh; "
                     "annotations are `dist`; arguments carry their names; state that follows from names is known, "
                     "other candidates are marked", "imported"),
    "set-machine": ("Annotate", "plan and command line are attributes like the user's own; time axes are on the batch",
                    "annotated"),
    "take-pieces": ("Stages (places)", "every operation has its coordinate of the stage axis", "propagated"),
    "propagate-shardings": ("Propagate", "every value has a closed sharding; user shardings are unchanged",
                            "propagated"),
    "form-rolls": ("Partition", "types are local; communication exists only as `dist` collectives over axes",
                   "partitioned"),
    "fold-time": ("Time", "time axes are loops; what does not vary over time runs once", "folded"),
    "trim-last-iterations": ("Stages", "one function per coordinate of a stage axis, its tasks in the order of a schedule",
                   "partitioned"),
    "reassociate": ("Collectives", "the same meaning, fewer bytes, within the memory budget if possible; every rewrite "
                    "left a remark with its gain", "collectives"),
    "form-kernels": ("Kernels", "operations are kernels, library calls or collectives", "scheduled"),
    "merge-kernels": ("Memory", "one static order; what runs beside what; every buffer has an arena offset", "scheduled"),
}
NOTES = {"choose-memory": " (of Flow, with a budget; without one compare-strategies)", "fit-memory": " (of Flow, with a budget)",
         "recompute": " (of Memory)", "recompute-in-scans": " (of Memory)", "offload-activations": " (of Memory)", "place-memory": " (of Memory)", "draw-timeline": " (with `--timeline` or `--report`)"}
LAST = ("| Conversion | lower-kernels (of Kernels), emit-step | the step table's checker | object code "
        "for kernels, a step table for everything else | step, llvm, obj, package, exe |\n")


def phases():
    """The folder of every pass by its name."""
    folder = {}
    for td in glob.glob(os.path.join(SOURCE, "include", "popt", "*", "Passes.td")):
        with open(td) as f:
            for name in re.findall(r'Pass<"([\w-]+)"', f.read()):
                folder[name] = os.path.basename(os.path.dirname(td))
    return folder


def flow(popt):
    """The names of the flow's passes in their order."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as empty:
        empty.write("module {}\n")
        empty.flush()
        done = subprocess.run([popt, empty.name, "--popt-schedule=memory-budget=1 timeline=t.svg",
                               "--dump-pass-pipeline", "-o", os.devnull], capture_output=True, text=True)
    names = re.findall(r"^ +([\w-]+)", done.stderr, re.M)
    if not names:
        sys.exit(f"{popt} prints no pipeline:\n{done.stderr}")
    return names


def rows(popt):
    """(first pass, passes, verifiers) of each phase."""
    folder, groups, waiting = phases(), [], []
    for name in flow(popt):
        phase = folder.get(name)
        if name.startswith("verify-"):
            groups[-1][2].append(name)
        elif phase == "Flow" or " (of " in NOTES.get(name, ""):
            waiting.append(name)  # it belongs to what comes after it
        elif phase is None and groups:
            groups[-1][1].append(name)  # MLIR's own
        else:
            if not groups or groups[-1][3] != phase:
                groups.append((name, [], [], phase))
            groups[-1][1].extend(waiting + [name])
            waiting = []
    return groups


def table(popt):
    text = "| phase | passes | verified by | holds afterwards | `--emit` |\n|---|---|---|---|---|\n"
    for first, passes, verifiers, _ in rows(popt):
        if first not in ROWS:
            sys.exit(f"docs/flow.py has no words for the phase that begins with {first}")
        name, holds, emit = ROWS[first]
        shown = ", ".join(p + NOTES.get(p, "") for p in passes)
        text += f"| {name} | {shown} | {', '.join(dict.fromkeys(verifiers)) or 'none'} | {holds} | {emit} |\n"
    return text + LAST


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--popt", default=os.path.join(SOURCE, "build", "bin", "popt"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(PAGE) as f:
        page = f.read()
    before, rest = page.split(BEGIN)
    written = before + BEGIN + table(options.popt) + END + rest.split(END)[1]
    if options.check:
        if written != page:
            sys.exit("docs/Flow.md differs from the flow; run docs/flow.py")
        return
    with open(PAGE, "w") as f:
        f.write(written)


if __name__ == "__main__":
    main()
