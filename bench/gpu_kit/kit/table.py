"""results.json as tables: the targets, then the figures behind them. Used where the kit runs,
and by page.py for docs/Performance.md."""
import math
import statistics

import gpus
import processes

LARGE = "gpt_300m"
# Two runs of one program differ by less.
NOISE = 1.02


def done(results, prefix):
    """{rest of the name: item} of the items that were measured."""
    return {name[len(prefix):]: item for name, item in results["items"].items()
            if name.startswith(prefix) and item["status"] == "done"}


def count_failed(results, prefix):
    return sum(name.startswith(prefix) and item["status"] == "failed"
               for name, item in results["items"].items())


def empty_ms(results):
    item = results["items"].get("empty step", {})
    return statistics.median(item["step_ms"]) if item.get("status") == "done" else 0.0


def copy_rate(results):
    """Bytes per second of PyTorch's copies; of popt's own where PyTorch is not there."""
    samples = [rate for name in ("copy rate", "copy rate again")
               for rate in done(results, name).get("", {}).get("bytes_per_second", [])]
    if samples:
        return statistics.median(samples), "PyTorch's copy"
    own = done(results, "kernel: ").get("copy")
    return (kernel_rate(results, own), "popt's own copy") if own else (None, "")


def net_seconds(results, item):
    """A step without what a step of no work takes."""
    step = statistics.median(item["step_ms"])
    return max(step - empty_ms(results), 0.05 * step) / 1e3


def kernel_rate(results, item):
    return item["bytes"] / net_seconds(results, item)


def kernel_rows(results):
    """[(name, bytes per second, part of the copy's)]."""
    copy = copy_rate(results)[0]
    return [(name, kernel_rate(results, item), kernel_rate(results, item) / copy if copy else None)
            for name, item in done(results, "kernel: ").items()]


def product_rows(results):
    """[(name, popt's FLOP/s, PyTorch's best, ratio, ratio to the best of cuBLASLt's algorithms)]."""
    best = {}
    for found in done(results, "products of PyTorch").get("", {}).get("products", []):
        times = [statistics.median(t) for t in found["seconds"].values() if isinstance(t, list)]
        if times:
            best[tuple(found["product"])] = min(times)
    algorithms = done(results, "algorithms: ")
    rows = []
    for name, item in done(results, "product: ").items():
        ours = net_seconds(results, item)
        theirs = best.get((item["type"], *item["shape"]))
        tuned = algorithms.get(name)
        rows.append((name, item["flops"] / ours, item["flops"] / theirs if theirs else None,
                     theirs / ours if theirs else None,
                     tuned["best_us"] / tuned["first_us"] if tuned else None))
    return rows


def model_rows(results):
    """[(name, popt ms, JAX ms, ratio, JAX ms with TF32, ratio)]; at equal precision first."""
    rows = []
    for name, item in done(results, "model: ").items():
        ours = statistics.median(item["popt"]["step_ms"])
        theirs = {found["precision"]: statistics.median(found["step_ms"])
                  for found in item.get("jax", [])}
        equal, default = theirs.get("highest"), theirs.get("default")
        rows.append((name, ours, equal, ours / equal if equal else None,
                     default, ours / default if default else None))
    return rows


def verdict(values, holds):
    if not values:
        return "not measured"
    return "yes" if all(holds(v) for v in values) else "no"


def targets(results):
    """The rows of the table: what, target, measured, held."""
    correct, wrong = len(done(results, "correct: ")), count_failed(results, "correct: ")
    bits = done(results, "bits: ")
    different = sum(item["different"] for item in bits.values())
    yield ("models and layouts, ranks on one GPU", "100% within tolerance; 20 runs bit-identical",
           f"{correct} of {correct + wrong} items; {len(bits)} programs x 20 runs, "
           f"{different} differ",
           verdict([wrong + different + count_failed(results, 'bits: ')] if correct and bits else [],
                   lambda n: n == 0))
    checked = [(name, checker, ok["ok"]) for name, item in done(results, "sanitizer: ").items()
               for checker, ok in item.items() if isinstance(ok, dict)]
    yield ("compute-sanitizer, four checkers", "0 findings",
           f"{sum(not ok for *_, ok in checked)} of {len(checked)} runs with findings"
           if checked else "", verdict([ok for *_, ok in checked], bool))
    rows = [row for row in kernel_rows(results) if row[0] != "copy" and row[2]]
    worst = min(rows, key=lambda row: row[2], default=None)
    yield ("fused kernels", "≥ 85% of the copy bandwidth",
           f"{sum(row[2] >= 0.85 for row in rows)} of {len(rows)}; least {worst[2]:.0%} "
           f"({worst[0]})" if worst else "", verdict([row[2] for row in rows], lambda r: r >= 0.85))
    ratios = [(row[0], min(filter(None, row[3:]))) for row in product_rows(results) if any(row[3:])]
    least = min(ratios, key=lambda row: row[1], default=None)
    yield ("products", "≥ 97% of the best of cuBLASLt's algorithms and of PyTorch",
           f"{sum(r >= 0.97 for _, r in ratios)} of {len(ratios)}; least {least[1]:.0%} ({least[0]})"
           if least else "", verdict([r for _, r in ratios], lambda r: r >= 0.97))
    yield from step_targets(results)
    yield from time_targets(results)
    yield from processes.rows(results)


def step_targets(results):
    ratios = {row[0]: row[3] for row in model_rows(results) if row[3]}
    mean = math.exp(statistics.mean(map(math.log, ratios.values()))) if ratios else None
    yield ("step against JAX, same precision", "geometric mean ≤ 1.0x, none > 1.3x",
           f"mean {mean:.2f}x, worst {max(ratios.values()):.2f}x "
           f"({max(ratios, key=ratios.get)})" if ratios else "",
           verdict([mean <= 1.0 and max(ratios.values()) <= 1.3] if ratios else [], bool))
    large = ratios.get(LARGE)
    yield ("bf16 GPT of 337 M parameters against JAX", "≤ 1.05x", f"{large:.2f}x" if large else "",
           verdict([large] if large else [], lambda r: r <= 1.05))


def time_targets(results):
    idle = {name: item["median"] for name, item in done(results, "idle: ").items()}
    yield ("GPU idle within a step, with graphs", "≤ 5%",
           ", ".join(f"{name} {part:.1%}" for name, part in idle.items()),
           verdict(idle.values(), lambda part: part <= 0.05))
    host = {name: item["host_us"]["median"] for name, item in done(results, "commands: ").items()}
    yield ("host time per command, without", "≤ 3 µs",
           ", ".join(f"{name} {us:.1f} µs" for name, us in host.items()),
           verdict(host.values(), lambda us: us <= 3))
    overlaps = done(results, "overlap: ")
    beside = {name: item["beside_ns"] / item["messages_ns"]
              for name, item in overlaps.items() if item.get("messages_ns")}
    slower = {name: statistics.median(item["step_ms"]) / statistics.median(item["one_stream_ms"])
              for name, item in overlaps.items()}
    yield ("ranks on one GPU, collectives overlapped", "the trace shows it; no slower than one stream",
           "; ".join(f"{name}: {number(beside.get(name), '{:.0%} of messages beside kernels, ')}"
                     f"{ratio:.2f}x of one stream" for name, ratio in slower.items()),
           verdict([part > 0 and slower[name] <= NOISE for name, part in beside.items()], bool))
    first = {name: item["median"] for name, item in done(results, "first step: ").items()}
    yield ("package to the end of the first step", "≤ 2 s",
           ", ".join(f"{name} {s:.2f} s" for name, s in first.items()),
           verdict(first.values(), lambda s: s <= 2))


def missing(results):
    """(item, status, why) of what was not measured, or only in part."""
    for name, item in results["items"].items():
        reason = "; ".join(item[key] for key in ("reason", "no_jax", "no_torch", "no_trace",
                                                 "no_nccl_tests", "no_slowdowns") if item.get(key))
        if item["status"] != "done" or reason:
            yield name, "in part" if item["status"] == "done" else item["status"], reason or ""


def number(value, text):
    return "" if value is None else text.format(value)


def write_table(head, align, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(align) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def markdown(results, more_targets=()):
    """All tables; `more_targets` are rows that need the compiler."""
    is_of_several = results["kit"]["several_gpus"]
    rows = gpus.rows(results) if is_of_several else [*targets(results), *more_targets]
    parts = [write_table(["what", "target", "measured", "held"], ["---"] * 4, rows)]
    parts += gpus.tables(results, write_table, number)
    copy, whose = copy_rate(results)
    if rows := kernel_rows(results):
        parts.append(f"{whose or 'A copy'} moves {number(copy, '{:.3g}')} bytes/s.\n")
        parts.append(write_table(["kernel", "GB/s", "of the copy"], ["---", "--:", "--:"],
                                 [(n, f"{r / 1e9:.0f}", number(p, "{:.0%}")) for n, r, p in rows]))
    if rows := product_rows(results):
        parts.append(write_table(
            ["product", "TFLOP/s", "PyTorch", "of PyTorch", "of cuBLASLt's best"],
            ["---", "--:", "--:", "--:", "--:"],
            [(n, f"{o / 1e12:.1f}", number(t and t / 1e12, "{:.1f}"), number(r, "{:.0%}"),
              number(b, "{:.0%}")) for n, o, t, r, b in rows]))
    if rows := model_rows(results):
        parts.append(write_table(
            ["step", "popt ms", "JAX ms", "popt / JAX", "JAX ms, TF32", "popt / JAX, TF32"],
            ["---"] + ["--:"] * 5,
            [(n, f"{o:.3f}", number(e, "{:.3f}"), number(r, "{:.2f}"), number(d, "{:.3f}"),
              number(q, "{:.2f}")) for n, o, e, r, d, q in rows]))
    if wrong := [(name, status, reason.replace("|", "/").replace("\n", " ")[:200])
                 for name, status, reason in missing(results)]:
        parts.append(write_table(["not measured", "", "why"], ["---"] * 3, wrong))
    return "\n".join(parts)
