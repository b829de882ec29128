"""cluster.json, which `--cluster` of popt's tools reads, from what was measured before.

The machine is what popt's own programs reach on it: rates of copies and products, and the
cost of an all-reduce among ranks that share the GPU. docs/Rationale/CostModel.md has the
format and the formulas.
"""
import json
import os
import statistics

from tools import Failed

# Where nothing says how much memory there is.
UNKNOWN_MEMORY = 80_000_000_000


def seconds_of(result, empty):
    """A step, without what a step of no work takes; never nothing."""
    step = statistics.median(result["step_ms"]) / 1e3
    return max(step - empty, 0.05 * step)


def rates(results, empty):
    """({type: FLOP/s at best}, {type: [[FLOPs, fraction of it]]}) of the square products."""
    reached = {}
    for name, item in results.items():
        if name.startswith("square: ") and item["status"] == "done":
            reached.setdefault(item["type"], []).append(
                [float(item["flops"]), item["flops"] / seconds_of(item, empty)])
    best = {type: max(rate for _, rate in points) for type, points in reached.items()}
    return best, {type: [[flops, rate / best[type]] for flops, rate in sorted(points)]
                  for type, points in reached.items()}


def link(results, empty):
    """Latency and rate of an all-reduce among k ranks: seconds = 2 (k-1) latency + bytes sent
    / rate, from the smallest and the largest one."""
    found = sorted((item["bytes"], item["ranks"], seconds_of(item, empty))
                   for name, item in results.items()
                   if name.startswith("all-reduce: ") and item["status"] == "done")
    if not found:
        return None
    (_, ranks, short), (large_bytes, large_ranks, long) = found[0], found[-1]
    sent = 2 * large_bytes * (large_ranks - 1) / large_ranks
    return {"name": "ranks that share a GPU", "latency_seconds": short / (2 * (ranks - 1)),
            "bytes_per_second": sent / max(long - short, 0.05 * long)}


def describe(results):
    """The text of cluster.json as an object."""
    def done(name):
        item = results.get(name, {})
        return item if item.get("status") == "done" else None
    empty_item, copy = done("empty step"), done("kernel: copy")
    if not empty_item or not copy:
        raise Failed("the copy and the empty step were not measured")
    empty = statistics.median(empty_item["step_ms"]) / 1e3
    flops, efficiency = rates(results, empty)
    if not flops:
        raise Failed("no product was measured")
    gpus = (done("environment") or {}).get("gpus", [])
    name = gpus[0]["name"] if gpus else "GPU"
    try:
        memory = int(float(gpus[0]["memory.total"]) * (1 << 20))
    except (IndexError, ValueError):
        memory = UNKNOWN_MEMORY
    launches = done("launches")
    cluster = {
        "popt_cluster": 1, "name": name + ", measured",
        "devices": [{"kind": name, "count": max(len(gpus), 1), "memory_bytes": memory,
                     "memory_bytes_per_second": copy["bytes"] / seconds_of(copy, empty),
                     "flops_per_second": flops, "efficiency": efficiency,
                     "launch_seconds": seconds_of(launches, empty) / launches["launches"]
                     if launches else 0}],
        "links": [link(results, empty) or {"name": "not measured", "latency_seconds": 1e-5,
                                           "bytes_per_second": 1e11}]}
    torch = done("copy rate")
    if torch:
        cluster["host"] = {
            "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "bytes_per_second": statistics.median(torch["host_bytes_per_second"])}
    return cluster


def measure(tools):
    """Writes cluster.json beside results.json."""
    cluster = describe(tools.results["items"])
    file = os.path.join(tools.options.out, "cluster.json")
    with open(file, "w", encoding="utf-8") as f:
        json.dump(cluster, f, indent=1)
        f.write("\n")
    return {"cluster": cluster}
