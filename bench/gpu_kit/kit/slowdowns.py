"""How much kernels and collectives slow each other down while both run.

A cluster file has two factors for that (docs/Rationale/CostModel.md): `slowdown_beside_links` of
a device, as many times as long a kernel takes while some collective runs, and
`slowdown_beside_kernels` of a level of links. Three programs give them: products that take k
seconds, an all-reduce that takes c, and both, not waiting for each other. There the all-reduce
takes d seconds, and the step t. While it runs, products get d / a done, so

    slowdown_beside_kernels  b = d / c
    slowdown_beside_links    a = d / (d + k - t),    if k is at least d

The programs have few products or many; of those whose products outlast the all-reduce it is the
one with fewest, in which the other is the largest part.
"""
import statistics

ROUNDS = 3


def factors(kernels, collective, beside, both):
    """(slowdown_beside_links, slowdown_beside_kernels) from the seconds k, c, d and t; None if
    products and the all-reduce did not run beside each other."""
    done = beside + kernels - both
    if beside <= 0 or collective <= 0 or done <= 0.1 * beside:
        return None
    return max(1.0, beside / done), max(1.0, beside / collective)


def measure_one(tools, program, bench):
    """Medians of the three programs, in seconds, which take turns."""
    found = {"kernels": [], "collective": [], "beside": [], "both": []}
    for _ in range(ROUNDS):
        runs = {what: bench(tools, {"package": package, "steps": program["steps"]})
                for what, package in program["packages"].items()}
        for what in ("kernels", "both"):
            found[what].append(runs[what]["step_ms"]["median"] / 1e3)
        for what, run in (("collective", "collective"), ("beside", "both")):
            found[what].append(runs[run]["collectives"]["all_reduce"]["us"] / 1e6)
    return {what: statistics.median(times) for what, times in found.items()}


def slowdowns(programs, bench):
    """`programs`: those with fewest products first."""
    def measure(tools):
        for program in programs:
            seconds = measure_one(tools, program, bench)
            if seconds["kernels"] >= seconds["beside"]:
                break
        found = {"products": program["products"], "bytes": program["bytes"], "seconds": seconds}
        if seconds["kernels"] < seconds["beside"]:
            found["no_slowdowns"] = f"the all-reduce takes longer than {program['products']} products"
        elif both := factors(**seconds):
            found["slowdown_beside_links"], found["slowdown_beside_kernels"] = both
        else:
            found["no_slowdowns"] = "the all-reduce did not run beside the products"
        return found
    return measure


def text(results):
    """What to write in a cluster file; "" if it is not known."""
    item = results["items"].get("slowdowns", {})
    if "slowdown_beside_links" not in item:
        return ""
    return (f"For a cluster file: `\"slowdown_beside_links\": {item['slowdown_beside_links']:.3f}` in "
            f"its devices, `\"slowdown_beside_kernels\": {item['slowdown_beside_kernels']:.3f}` in the "
            f"level of links between these GPUs ({item['products']} products beside an all-reduce of "
            f"{item['bytes']} bytes).\n")
