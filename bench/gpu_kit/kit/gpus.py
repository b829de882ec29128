"""A machine with several GPUs, one rank on each: `measure.py --gpus N`.

Bus bandwidth of collectives beside nccl-tests' on the same GPUs, how much kernels and collectives
slow each other down, steps of a GPT with more than 10^9 parameters beside PyTorch's FSDP2 and JAX,
and the bubbles of pipelines beside those that the compiler expects. Ranks are processes, as with
nccl-tests, PyTorch and JAX's peers.
"""
import json
import os
import re
import shutil
import statistics
import sys

import processes
import slowdowns
from tools import HERE, Failed, Skipped, find_program

ROUNDS = 3
PERF = {"all_reduce": "all_reduce_perf", "all_gather": "all_gather_perf",
        "reduce_scatter": "reduce_scatter_perf", "all_to_all": "alltoall_perf"}
FEW = re.compile(r"there is no GPU \d+: the driver shows \d+|NCCL needs a GPU for each rank, but[^;\n]*")
NCCL_TESTS = [os.path.expanduser("~/nccl-tests/build"), "/opt/nccl-tests/build"]


def bench(tools, program, flags=("--init", "random"), limit=120):
    """What --bench prints of ranks that are processes."""
    command = tools.program(program["package"], *flags, "--processes", "--bench",
                            str(program["steps"]))
    try:
        return json.loads(tools.run(command, limit))
    except Failed as error:
        lacks = processes.ABSENT.search(str(error)) or FEW.search(str(error))
        if lacks:
            raise Skipped(lacks.group(0))
        raise


def nccl_tests(tools, program):
    """Bus bandwidth, GB/s, that nccl-tests measures for that size, out of place."""
    name = PERF[program["kind"]]
    folders = [folder for folder in NCCL_TESTS if os.path.exists(os.path.join(folder, name))]
    perf = os.path.join(folders[0], name) if folders else find_program(name)
    size = str(program["bytes"])
    text = tools.run([perf, "-b", size, "-e", size, "-g", str(program["ranks"]), "-n", "20",
                      "-w", "5", "-c", "0"], 90)
    for line in text.splitlines():
        words = line.split()
        if words and words[0] == size:
            return float(words[7])
    raise Failed(f"{name} printed no line of {size} bytes")


def bandwidth(program):
    """GB/s on the bus, the median of several runs, beside nccl-tests'."""
    def measure(tools):
        found = {"bytes": program["bytes"], "ranks": program["ranks"], "busbw": [], "us": []}
        for _ in range(ROUNDS):
            kind = bench(tools, program)["collectives"][program["kind"]]
            if kind["bytes"] != program["bytes"]:
                raise Failed(f"the program moves {kind['bytes']} bytes, not {program['bytes']}")
            found["busbw"].append(kind["busbw"])
            found["us"].append(kind["us"])
        try:
            found["nccl_tests"] = nccl_tests(tools, program)
        except (Failed, Skipped) as error:
            found["no_nccl_tests"] = str(error)
        return found
    return measure


def sizes_of(program):
    return [word for name, size in program["sizes"].items() for word in ("--" + name, str(size))]


def torch_steps(tools, program):
    """PyTorch's FSDP2 by torchrun, a process for each GPU."""
    torchrun = shutil.which("torchrun") or find_program("torchrun")
    text = tools.run([torchrun, "--nproc-per-node", str(program["ranks"]), "--master-port", "29577",
                      os.path.join(HERE, "torch_gpus_worker.py"), *sizes_of(program),
                      *device(tools)], 150)
    found = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    if not found:
        raise Failed("torch_gpus_worker.py printed nothing")
    if "skipped" in found[0]:
        raise Skipped(found[0]["skipped"])
    return found[0]


def device(tools):
    return ["--any-device"] if tools.options.any_device else []


def steps(program):
    """popt, then JAX with the same shardings, and PyTorch's FSDP2 if the layout is FSDP."""
    def measure(tools):
        results = [bench(tools, program) for _ in range(ROUNDS)]
        found = {"step_ms": [r["step_ms"]["median"] for r in results], "ranks": program["ranks"],
                 "peak_bytes": max(results[-1]["peak_bytes"]),
                 "collectives": results[-1]["collectives"]}
        others = [("jax", lambda: tools.worker(
            "jax_gpus_worker.py", "--layout", program["layout"], "--ranks", program["ranks"],
            *sizes_of(program), *device(tools), limit=150)[0])]
        if program["layout"] == "fsdp":
            others.append(("torch", lambda: torch_steps(tools, program)))
        for name, run in others:
            try:
                found[name] = run()
            except (Failed, Skipped) as error:
                found["no_" + name] = str(error)
        return found
    return measure


def bubble(program):
    """The part of the ranks' time in which they wait for others, beside what the schedule's
    simulation expects."""
    def measure(tools):
        results = [bench(tools, program) for _ in range(ROUNDS)]
        return {"step_ms": [r["step_ms"]["median"] for r in results],
                "measured": [r["bubble"]["measured"] for r in results],
                "expected": results[-1]["bubble"]["predicted"]}
    return measure


def all_items(tools, environment):
    kit = tools.manifest["gpus"]
    items = [("environment", environment)]
    items += [("bandwidth: " + p["name"], bandwidth(p)) for p in kit["collectives"]]
    items += [("slowdowns", slowdowns.slowdowns(kit["beside"], bench))] if kit["beside"] else []
    items += [("step: " + p["name"], steps(p)) for p in kit["models"]]
    items += [("bubble: " + p["name"], bubble(p)) for p in kit["pipelines"]]
    return items


# --- Tables ---------------------------------------------------------------


def bandwidth_rows(results):
    """[(name, bytes, popt's GB/s, nccl-tests', ratio)]."""
    from table import done
    for name, item in done(results, "bandwidth: ").items():
        rates = [rate for rate in item["busbw"] if rate]
        ours, theirs = statistics.median(rates) if rates else None, item.get("nccl_tests")
        yield name, item["bytes"], ours, theirs, ours / theirs if ours and theirs else None


def step_rows(results):
    """[(name, popt ms, JAX ms, ratio, FSDP2 ms, ratio)]."""
    from table import done
    for name, item in done(results, "step: ").items():
        ours = statistics.median(item["step_ms"])
        times = [statistics.median(item[who]["step_ms"]) if who in item else None
                 for who in ("jax", "torch")]
        yield (name, ours, *[word for ms in times for word in (ms, ours / ms if ms else None)])


def bubble_rows(results):
    """[(name, expected, measured)]."""
    from table import done
    for name, item in done(results, "bubble: ").items():
        yield name, item["expected"], statistics.median(item["measured"])


def rows(results):
    """Lines of the table of targets."""
    from table import verdict
    bandwidths = [row for row in bandwidth_rows(results) if row[4]]
    least = min(bandwidths, key=lambda row: row[4], default=None)
    yield ("bus bandwidth against nccl-tests", "≥ 95% of it",
           f"{sum(row[4] >= 0.95 for row in bandwidths)} of {len(bandwidths)}; least "
           f"{least[4]:.0%} ({least[0]})" if least else "",
           verdict([row[4] for row in bandwidths], lambda r: r >= 0.95))
    found = list(step_rows(results))
    for column, who in ((3, "JAX"), (5, "PyTorch's FSDP2")):
        ratios = {row[0]: row[column] for row in found if row[column]}
        yield (f"steps on several GPUs against {who}", "≤ 1.05x",
               ", ".join(f"{name} {ratio:.2f}x" for name, ratio in ratios.items()),
               verdict(ratios.values(), lambda r: r <= 1.05))
    bubbles = [row for row in bubble_rows(results) if row[1] is not None]
    yield ("bubbles of pipelines against those expected", "within 0.05",
           ", ".join(f"{name} {measured:.3f}, expected {expected:.3f}"
                     for name, expected, measured in bubbles),
           verdict([abs(row[1] - row[2]) for row in bubbles], lambda d: d <= 0.05))


def tables(results, write_table, number):
    """The figures behind them."""
    if words := slowdowns.text(results):
        yield words
    found = list(bandwidth_rows(results))
    if found:
        yield write_table(["collective", "bytes", "busbw GB/s", "nccl-tests", "of it"],
                          ["---"] + ["--:"] * 4,
                          [(name, str(size), number(ours, "{:.3g}"), number(theirs, "{:.3g}"),
                            number(ratio, "{:.0%}")) for name, size, ours, theirs, ratio in found])
    found = list(step_rows(results))
    if found:
        yield write_table(["step", "popt ms", "JAX ms", "popt / JAX", "FSDP2 ms", "popt / FSDP2"],
                          ["---"] + ["--:"] * 5,
                          [(row[0], *[number(v, "{:.3f}" if i % 2 == 0 else "{:.2f}")
                                      for i, v in enumerate(row[1:])]) for row in found])
