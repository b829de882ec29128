"""What a step spends its time on: the host's part from popt's own trace, the GPU's from Nsight
Systems where it is found."""
import csv
import io
import json
import os
import re
import statistics

from tools import Failed, Skipped, find_program

WARM_UP = 3  # steps of --bench that it does not count
# What carries data between ranks of one process: the runtime's own kernels, and copies.
MESSAGE = re.compile(r"popt_|\[CUDA memcpy (Device-to-Device|DtoD|Peer|PtoP)")


def trace(tools, model, environment=None):
    """The commands of two steps, run one by one: no graph is made of a step that is traced."""
    file = os.path.join(tools.scratch, "trace.json")
    flags = ["--inputs", tools.data(model["data"], "inputs.npz")] if "data" in model else []
    tools.run(tools.program(model["package"], *flags, "--init", "random", "--bench", "2",
                            "--trace", file), 60, environment)
    with open(file, encoding="utf-8") as f:
        events = json.load(f)["traceEvents"]
    os.remove(file)
    return [event for event in events if event["ph"] == "X"]


def commands(model):
    """Host time per command; then the commands that take longest, each waited for."""
    def measure(tools):
        events = trace(tools, model)
        times = [event["dur"] for event in events]
        if not times:
            raise Failed("the trace has no command")
        found = {"commands": len(times), "host_us": {"median": statistics.median(times),
                                                     "mean": statistics.mean(times)}}
        total = {}
        for event in trace(tools, model, {"CUDA_LAUNCH_BLOCKING": "1"}):
            entry = total.setdefault(event["name"], [0, 0.0, event["args"].get("at", "")])
            entry[0] += 1
            entry[1] += event["dur"]
        longest = sorted(total.items(), key=lambda item: -item[1][1])[:20]
        found["blocking_us"] = sum(entry[1] for entry in total.values()) / (2 + WARM_UP)
        found["longest"] = [{"name": name, "count": count, "us": us, "at": at}
                            for name, (count, us, at) in longest]
        return found
    return measure


def gpu_trace(tools, package, steps, flags):
    """[(begin, end, stream, name)] in ns of all that the GPU did in a run of --bench."""
    nsys = find_program("nsys")
    file = os.path.join(tools.scratch, "profile")
    tools.run([nsys, "profile", "--trace=cuda", "--cuda-graph-trace=node", "--sample=none",
               "--cpuctxsw=none", "--force-overwrite=true", "-o", file,
               *tools.program(package, *flags, "--bench", str(steps))], 90)
    text = tools.run([nsys, "stats", "--report", "cuda_gpu_trace", "--format", "csv",
                      "--force-export=true", file + ".nsys-rep"], 60)
    lines = text.splitlines()
    header = next((i for i, line in enumerate(lines) if line.startswith("Start (ns)")), None)
    if header is None:
        raise Failed("nsys stats printed no table of what the GPU did")
    rows = csv.DictReader(io.StringIO("\n".join(lines[header:])))
    found = []
    for row in rows:
        begin = float(row["Start (ns)"])
        found.append((begin, begin + float(row["Duration (ns)"]), row.get("Strm", ""), row["Name"]))
    return sorted(found)


def union(spans):
    """Total length of what the spans cover together."""
    total, end = 0.0, float("-inf")
    for begin, until in sorted(spans):
        total += max(0.0, until - max(begin, end))
        end = max(end, until)
    return total


def idle(model):
    """The part of a step in which the GPU does nothing, of steps replayed as graphs."""
    def measure(tools):
        steps = max(5, min(20, model["steps"]))
        flags = ["--inputs", tools.data(model["data"], "inputs.npz")] if "data" in model else []
        rows = gpu_trace(tools, model["package"], steps, [*flags, "--init", "random"])
        kernels = [row for row in rows if not row[3].startswith("[CUDA")]
        each, rest = divmod(len(kernels), steps + WARM_UP)
        if rest or not each:
            raise Failed(f"{len(kernels)} kernels in {steps + WARM_UP} steps: not the same in each")
        parts = []
        for step in range(WARM_UP, steps + WARM_UP):
            mine = kernels[step * each:(step + 1) * each]
            begin, end = mine[0][0], max(row[1] for row in mine)
            busy = union([(row[0], row[1]) for row in rows if row[0] < end and row[1] > begin])
            parts.append(max(0.0, 1 - busy / (end - begin)))
        return {"kernels": each, "idle": parts, "median": statistics.median(parts)}
    return measure


def overlap(program):
    """Steps of ranks that share the GPU, with collectives beside kernels and in one stream with
    them, and how long messages ran beside kernels."""
    def measure(tools):
        found = {"step_ms": [], "one_stream_ms": [], "ranks": program["ranks"]}
        for _ in range(3):
            for package, times in (("package", "step_ms"), ("one_stream", "one_stream_ms")):
                result = tools.bench(program[package], program["steps"], 60)
                found[times].append(result["step_ms"]["median"])
        try:
            rows = gpu_trace(tools, program["package"], 5, ["--init", "random"])
        except Skipped as error:
            return {**found, "no_trace": str(error)}
        messages = [row[:2] for row in rows if MESSAGE.match(row[3])]
        others = [row[:2] for row in rows if not MESSAGE.match(row[3])
                  and not row[3].startswith("[CUDA")]
        beside = union(messages) + union(others) - union(messages + others)
        return {**found, "messages_ns": union(messages), "beside_ns": beside}
    return measure
