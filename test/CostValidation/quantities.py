"""What published rows measure, of a step that popt predicts."""
import functools

from degrees import RowError, StateRun, count, gpu_of

PEAK = {"v100": 125e12, "v100-32gb": 125e12, "a100": 312e12, "a100-40gb": 312e12, "h100": 989e12,
        "h200": 989e12, "b200": 2250e12}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def flops_of(sizes, recompute):
    """Of a step, by the published formulas: products alone, attention without the causal half;
    with what full recomputation repeats, or selective."""
    h, d = sizes.hidden, sizes.hidden // sizes.heads
    mlp = (3 if sizes.llama else 2) * h * sizes.ffn * (sizes.top_k if sizes.experts else 1)
    products = h * (sizes.heads + 2 * sizes.kv_heads) * d + h * h + mlp
    attention = 2 * sizes.seq * h
    passes = 4 if recompute == "full" else 3
    again = attention if recompute == "selective" else 0
    of_token = (2 * sizes.layers * (passes * (products + attention) + again)
                + 6 * sizes.vocab * h)
    return of_token * sizes.batch * sizes.seq


def of(row, evaluator):
    """Yields (quantity, published, function that predicts it). Errors, also of the functions:
    RowError."""
    if not isinstance(row, dict):
        raise RowError(f"a row is {row!r}, expected an object")
    for key, value in row.items():
        if isinstance(value, dict) and "iteration_s" in value:
            inner = {**row, **value, "recompute": "selective", "sequence_parallel": True}
            for quantity, published, predict in times(inner, value, evaluator):
                yield f"{key}.{quantity}", published, predict
    yield from times(row, row, evaluator)
    yield from memory(row, evaluator)
    yield from by_schedule(row, evaluator)


# Bytes of a gradient: Megatron adds them up in f32; ZeRO's paper counts 16 bits.
GRADIENT = 4
OF_ZERO = {"p_os_gb": (1, 1), "p_os_g_gb": (1, 2), "p_os_g_p_gb": (3, 3)}
# What the published names of activations mean.
ACTIVATIONS = {"tp_only": (False, "none"), "sp": (True, "none"), "selective": (False, "selective"),
               "sp_selective": (True, "selective"), "full": (False, "full")}


def memory(row, evaluator):
    def held(name):
        """(state of a stage of layers alone, activations of the first stage) of a rank."""
        sequence, recompute = ACTIVATIONS[name]
        run, predicted = evaluator.best({**row, "sequence_parallel": sequence,
                                         "recompute": recompute})
        bytes = predicted["bytes"]
        middle = min(bytes, key=lambda stage: bytes[stage]["state"])
        state = bytes[middle]["state"] + GRADIENT * run.gradients(int(middle))
        return state, sum(bytes["0"].get(use, 0) for use in ("kept", "activations"))

    def state_of_zero(zero, of_gradients):
        state = evaluator(StateRun.of(row, zero))["bytes"]["0"]["state"]
        return (state + 2 * StateRun.of(row, of_gradients).gradients(0)) / 1e9

    def part_of(name):
        return 100 * held(name)[1] / held("tp_only")[1]

    for quantity, stages in OF_ZERO.items():
        if is_number(row.get(quantity)):
            yield quantity, row[quantity], functools.partial(state_of_zero, *stages)
    gib = row.get("memory_gib")
    for name, published in gib.items() if isinstance(gib, dict) else ():
        kind = name.removeprefix("activations_")
        if name == "params_grads_optimizer":
            yield f"memory_gib.{name}", published, lambda: held("sp_selective")[0] / 2**30
        elif kind in ACTIVATIONS:
            yield f"memory_gib.{name}", published, lambda kind=kind: held(kind)[1] / 2**30
    percent = row.get("activation_percent_of_tp_only")
    for name, published in percent.items() if isinstance(percent, dict) else ():
        if name in ACTIVATIONS:
            yield (f"activation_percent_of_tp_only.{name}", published,
                   functools.partial(part_of, name))
    if is_number(row.get("memory_gb")):
        yield ("memory_gb", row["memory_gb"],
               lambda: max(evaluator.best(row)[1]["peak_bytes"].values()) / 1e9)


# Published schedules of zero bubbles, as popt's. The paper's ZB-1p is ZB-H1 in every row.
SCHEDULES = {"1f1b": "1f1b", "zb_1p": "zb-h1"}


def by_schedule(row, evaluator):
    """Figures that a row publishes for each of several schedules."""
    def rate(schedule):
        run, predicted = evaluator.best({**row, "schedule": schedule})
        return run.sizes.batch / predicted["step_seconds"] / run.gpus

    def peak(schedule):
        return max(evaluator.best({**row, "schedule": schedule})[1]["peak_bytes"].values()) / 1e9

    for key, predict in (("samples_per_gpu_s", rate), ("memory_gb", peak)):
        figures = row.get(key)
        for name, schedule in SCHEDULES.items() if isinstance(figures, dict) else ():
            if is_number(figures.get(name)):
                yield f"{key}.{name}", figures[name], functools.partial(predict, schedule)


def times(row, published, evaluator):
    runs = {}

    def seconds(**changes):
        key = tuple(changes.items())
        if key not in runs:
            runs[key] = evaluator.best({**row, **changes})
        return runs[key][1]["step_seconds"]
    full = {"recompute": "full", "sequence_parallel": False}
    selective = {"recompute": "selective", "sequence_parallel": True}
    usual = selective if "iteration_sp_selective_s" in published else {}

    def rate(recompute):
        taken = seconds(**usual)
        run = runs[tuple(usual.items())][0]
        return flops_of(run.sizes, recompute and run.sizes.recompute) / taken / run.gpus

    def tokens():
        taken = seconds(**usual)
        run = runs[tuple(usual.items())][0]
        return run.sizes.batch * run.sizes.seq / taken, run
    model = {
        "iteration_s": lambda: seconds(**usual),
        "iteration_full_recompute_s": lambda: seconds(**full),
        "iteration_sp_selective_s": lambda: seconds(**selective),
        "tflops_per_gpu": lambda: rate("mfu_percent" not in row) / 1e12,
        "mfu_percent": lambda: 100 * rate(False) / PEAK[gpu_of(row)],
        "hfu_percent": lambda: 100 * rate(True) / PEAK[gpu_of(row)],
        "percent_of_peak": lambda: 100 * rate(True) / PEAK[gpu_of(row)],
        "aggregate_pflops": lambda: rate("mfu_percent" not in row) * count(row, "gpus") / 1e15,
        "days_300b_tokens": lambda: 300e9 / tokens()[0] / 86400,
        "tokens_per_s_per_gpu": lambda: tokens()[0] / tokens()[1].gpus,
    }
    for quantity, predict in model.items():
        value = published.get(quantity)
        if is_number(value):
            yield quantity, value, predict
