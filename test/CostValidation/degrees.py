"""A row of published figures as a model and a plan: what its keys mean, and what they must obey.

`Run.of(row)` reads the keys, fills in what is usual where they are missing or null, and refuses
rows whose degrees do not multiply out, with the law or the field and what would do.
"""
import dataclasses
import math
import re

import models

KEYS_OF_DEGREES = ("tp", "pp", "vp", "dp", "cp", "ep")
SCHEDULES = ("gpipe", "1f1b", "eager-1f1b", "interleaved-1f1b", "looped-bfs", "zb-h1", "zb-h2")
# How many chunks a coordinate gets if a row says no number: the first that divides its layers.
USUAL_CHUNKS = (4, 3, 2, 5)
TYPES = {"16-bit mixed": "bfloat16", "bf16": "bfloat16", "fp16": "float16", "fp8": "bfloat16",
         "fp32": "float32"}
RECOMPUTE = {"": "none", "none": "none", "selective": "selective", "full": "full",
             "per layer": "full"}


class RowError(Exception):
    """A row that is no run: the law or field, and what would do."""


def count(row, key, usual=None):
    value = row.get(key)
    if value is None:
        if usual is None:
            raise RowError(f"{key} is missing, and has no usual value")
        return usual
    if isinstance(value, bool) or not isinstance(value, (int, float)) \
            or not 1 <= value < 2**31 or value != int(value):
        raise RowError(f"{key} is {value!r}, expected a whole number from 1 to {2**31 - 1}")
    return int(value)


def billions_of(row, usual=None):
    """params_b."""
    value = row.get("params_b")
    if value is None and usual is not None:
        return usual
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
        raise RowError(f"params_b is {value!r}, expected a number above 0")
    return value


def word(row, key, known, usual):
    value = row.get(key)
    if value is None:
        return known[usual] if isinstance(known, dict) else usual
    if not isinstance(value, str) or value not in known:
        raise RowError(f"{key} is {value!r}, expected one of "
                       + ", ".join(repr(name) for name in known if name))
    return known[value] if isinstance(known, dict) else value


def divisors(number, most=64):
    return [d for d in range(1, min(number, most) + 1) if number % d == 0]


def divide(what, number, by, divisor):
    """Law: `by` divides `what`."""
    if number % divisor:
        raise RowError(f"{what} {number} over {by} {divisor}: {by} has to divide it; "
                       f"{', '.join(map(str, divisors(number)))} would do")


def truth(row, key, usual):
    value = row.get(key)
    if value is None:
        return usual
    if not isinstance(value, bool):
        raise RowError(f"{key} is {value!r}, expected true or false")
    return value


@dataclasses.dataclass(frozen=True)
class Run:
    sizes: models.Sizes
    gpu: str
    gpus: int
    tp: int = 1
    pp: int = 1
    vp: int = 1
    dp: int = 1
    cp: int = 1
    ep: int = 1
    zero: int = 0
    microbatch: int = 1
    schedule: str = "1f1b"

    @property
    def microbatches(self):
        return self.sizes.batch // (self.dp * self.microbatch)

    @staticmethod
    def of(row):
        """All runs that the row may be: several where it leaves microbatch or ZeRO open."""
        degrees = {key: count(row, key, 1) for key in KEYS_OF_DEGREES if key != "dp"}
        model = degrees["tp"] * degrees["pp"] * degrees["cp"]
        gpus = count(row, "gpus", model * count(row, "dp", 1))
        dp = count(row, "dp", max(1, gpus // model))
        if model * dp != gpus:
            raise RowError(
                f"gpus = tp * pp * cp * dp: {degrees['tp']} * {degrees['pp']} * {degrees['cp']} * "
                f"{dp} is {model * dp}, and gpus is {gpus}; "
                + (f"dp {gpus // model} would do" if gpus % model == 0 else
                   f"gpus {model * dp} would do"))
        divide("dp", dp, "ep", degrees["ep"])
        pp = degrees["pp"]
        open_schedule = schedule_of(row, degrees)
        sizes = sizes_of(row, degrees, dp)
        micro = [count(row, "microbatch")] if row.get("microbatch") is not None else \
            [b for b in ((1, 2) if pp > 1 else (1, 2, 4, 8)) if sizes.batch % (dp * b) == 0]
        if not micro:
            divide("global_batch", sizes.batch, "dp", dp)
        divide("global_batch", sizes.batch, "dp * microbatch", dp * micro[0])
        runs = []
        for b in micro:
            v, schedule = degrees["vp"], open_schedule
            if schedule == "interleaved-1f1b" and row.get("vp") is None:
                v = next((v for v in USUAL_CHUNKS if has_chunks(sizes.layers, pp * v)), 1)
            if pp == 1 or v > 1 and (sizes.batch // (dp * b)) % pp:
                v = 1
            if v == 1 and schedule == "interleaved-1f1b":
                schedule = "1f1b"
            is_whole = pp == 1 and sizes.batch == dp * b
            run = Run(sizes, gpu_of(row), gpus, dp=dp, microbatch=b, schedule=schedule,
                      **{**degrees, "vp": v})
            if is_whole:
                run = dataclasses.replace(run, sizes=dataclasses.replace(
                    sizes, data=tuple(run.split("dp", "ep"))))
            for zero, gathers in zeros_of(row, pp, is_whole and dp > 1):
                runs.append(dataclasses.replace(run, zero=zero, sizes=dataclasses.replace(
                    run.sizes, gathers=gathers)))
        if degrees["vp"] > 1 and runs[0].microbatches % pp:
            raise RowError(f"microbatches {runs[0].microbatches} over pp {pp}: interleaved chunks "
                           f"take a multiple of pp; vp 1, or global_batch "
                           f"{pp * dp * micro[0]} times a whole number would do")
        if pp > 1 and sizes.layers % (pp * degrees["vp"]):
            if degrees["vp"] > 1 or sizes.layers < pp:
                raise RowError(f"layers {sizes.layers} over pp * vp {pp * degrees['vp']}: pp * vp has "
                               "to divide it; "
                               f"{', '.join(map(str, divisors(sizes.layers)))} would do")
        return runs

    # --- As a module and a plan ---

    def step(self):
        return models.training_step(self.sizes)

    @property
    def same_module(self):
        """Runs of which this is equal have the same module."""
        return self.sizes, tuple(self.axes.items())

    @property
    def axes(self):
        """Device axes, major to minor, without those of one device."""
        axes = {"dp": self.dp // self.ep, "ep": self.ep, "cp": self.cp, "tp": self.tp}
        return {name: size for name, size in axes.items() if size > 1}

    def split(self, *names):
        return [name for name in names if name in self.axes]

    def owners(self):
        """The coordinate of each chunk, or of each layer where these do not divide: the first
        and the last have one less, to make room for embedding and loss."""
        chunks = self.pp * self.vp
        if self.sizes.layers % chunks == 0:
            return [chunk % self.pp for chunk in range(chunks)]
        each, rest = divmod(self.sizes.layers, chunks)
        order = sorted(range(chunks), key=lambda i: (i in (0, chunks - 1), i))
        extra = set(order[:rest])
        return [i % self.pp for i in range(chunks) for _ in range(each + (i in extra))]

    def plan(self):
        mesh = {"device": [list(axis) for axis in self.axes.items()]}
        staged, timed = self.pp > 1, self.microbatches > 1 or self.pp > 1
        if staged:
            mesh["stage"] = [["pp", self.pp]]
        if timed:
            mesh["time"] = [["mb", self.microbatches]]
        batch = [[*self.split("dp", "ep"), *["mb"] * timed], self.split("cp")]
        shardings = []
        for name, shape in models.shapes_of(self.sizes).items():
            if name == "layers":
                for inner, of_layer in shape.items():
                    self.add(shardings, f"['layers']['{inner}']", inner, of_layer, staged)
            else:
                self.add(shardings, f"['{name}']", name, shape, staged)
        plan = {"popt_plan": 1, "mesh": mesh,
                "inputs": {"tokens": batch, "targets": batch}, "shardings": shardings}
        if staged:
            plan["schedule"] = {"kind": self.schedule}
        return plan

    def add(self, shardings, path, name, shape, staged):
        """Entries of a parameter, its master and its moments."""
        stacked = path.startswith("['layers']")
        dims = [[] for _ in shape]
        for dim, axis in DIVIDED.get(name, {}).items():
            dims[dim + (name in OF_EXPERTS and self.sizes.experts > 0)] += self.split(axis)
        if self.sizes.experts and name in OF_EXPERTS:
            dims[1] += self.split("ep")
        of_data = self.split("dp", "ep") if not (self.sizes.experts and name in OF_EXPERTS) \
            else self.split("dp")
        over = math.prod(self.axes[axis] for axis in of_data)
        free = [i for i in range(stacked, len(shape)) if not dims[i] and shape[i] >= over]
        sharded = [list(axes) for axes in dims]
        if free:
            sharded[max(free, key=lambda i: (shape[i] % over == 0, shape[i]))] += of_data
        gathered = self.sizes.gathers and name in DIVIDED and not name.endswith("bias")
        at = {}
        if staged and stacked:
            for each in (dims, sharded):
                each[0] = [{"pp": self.owners()}]
        elif staged:
            last = self.pp - 1
            at = {"at": {"pp": [0, last] if name == "embedding" and self.sizes.tied else
                         0 if name in ("embedding", "position") else last}}
        for root, level in (("params", 3), ("master", 1), ("mean", 1), ("square", 1)):
            shardings.append({"match": root + path, **at,
                              "dims": sharded if self.zero >= level or gathered and level == 3
                              else dims})

    def gradients(self, stage):
        """Elements of gradients that a rank of a stage holds: as weights are divided, or from
        ZeRO-2 on as moments are."""
        shapes, count = models.shapes_of(self.sizes), 0
        layers = shapes.pop("layers")
        for entry in self.plan()["shardings"]:
            root, *keys = re.findall(r"\w+", entry["match"])
            if root != ("mean" if self.zero >= 2 else "params"):
                continue
            shape = layers[keys[1]] if keys[0] == "layers" else shapes[keys[0]]
            at = entry.get("at", {}).get("pp", stage)
            if stage not in (at if isinstance(at, list) else [at]):
                continue
            part = math.prod(shape) / (self.pp if keys[0] == "layers" else 1)
            for axes in entry["dims"]:
                part /= math.prod(self.axes[axis] for axis in axes if isinstance(axis, str))
            count += part
        return count

    def cluster(self):
        most = next(n for n in range(8, 0, -1) if self.gpus % n == 0)
        if self.gpus <= most:
            return f"{self.gpu}:{self.gpus}"
        return f"{self.gpu}:{self.gpus // most}x{most}"


@dataclasses.dataclass(frozen=True)
class StateRun:
    """State and update of a model of which only the number of parameters is known."""
    parameters: int
    dp: int
    zero: int
    gpu: str

    @staticmethod
    def of(row, zero):
        return StateRun(round(billions_of(row) * 1e9), count(row, "dp", 1), zero, gpu_of(row))

    def step(self):
        return models.state_step(self.parameters, self.dp)

    @property
    def axes(self):
        return {"dp": self.dp} if self.dp > 1 else {}

    @property
    def same_module(self):
        return self.parameters, self.dp

    def plan(self):
        split = [[*self.axes]]
        return {"popt_plan": 1, "mesh": {"device": [list(axis) for axis in self.axes.items()]},
                "inputs": {"tokens": split}, "strategies": "propagated",
                "shardings": [{"match": root, "dims": split if self.zero >= level else [[]]}
                              for root, level in (("params", 3), ("master", 1), ("mean", 1),
                                                  ("square", 1))]}

    def gradients(self, stage):
        return self.parameters / (self.dp if self.zero >= 2 else 1)

    def cluster(self):
        return f"{self.gpu}:{self.dp // 8}x8" if self.dp % 8 == 0 else f"{self.gpu}:{self.dp}"


# {dimension: axis} of what is divided.
DIVIDED = {"embedding": {0: "tp"}, "head": {0: "tp"}, "qkv": {2: "tp"}, "qkv_bias": {1: "tp"},
           "out": {1: "tp"}, "up": {-1: "tp"}, "up_bias": {1: "tp"}, "down": {1: "tp"}}
OF_EXPERTS = ("up", "down")


def gpu_of(row):
    """The preset of a name such as H100-SXM5-80GB."""
    name = str(row.get("gpu") or "A100")
    match = re.match(r"(v100|a100|h100|h200|b200)\b", name.lower())
    if not match:
        raise RowError(f"gpu is {name!r}, expected the name of a V100, A100, H100, H200 or B200")
    of_memory = {("v100", "32"): "v100-32gb", ("a100", "40"): "a100-40gb"}
    memory = re.search(r"(\d+)\s*GB", name)
    return of_memory.get((match[1], memory and memory[1]), match[1])


def is_modern(row):
    """Of GPUs for which the usual has attention as one call, the sequence divided beside features,
    and state divided over data."""
    return gpu_of(row)[0] in "hb"


def has_chunks(layers, chunks):
    """All alike, or with one layer less in the first and the last."""
    return layers % chunks == 0 or layers > chunks and (layers + 2) % chunks == 0


def schedule_of(row, degrees):
    """Where a row leaves schedule and chunks open: with chunks."""
    schedule = row.get("schedule")
    if schedule is None and row.get("vp") is None and degrees["pp"] > 1:
        return "interleaved-1f1b"
    schedule = "1f1b" if schedule in (None, "none") else word(row, "schedule", SCHEDULES, "1f1b")
    if degrees["vp"] > 1:
        if schedule == "1f1b":
            schedule = "interleaved-1f1b"
        if schedule not in ("interleaved-1f1b", "looped-bfs"):
            raise RowError(f"schedule is {schedule!r}, which has one chunk for each of pp, and "
                           f"vp is {degrees['vp']}; vp 1 or interleaved-1f1b would do")
    return schedule


def zeros_of(row, pp, is_whole):
    """(stage of ZeRO, whether weights are gathered in the forward pass). Fully sharded data
    parallelism is stage 3; in a pipeline, where weights are gathered once a step, stage 2. Where it
    is open: optimizer state divided; with one microbatch perhaps with updated weights gathered
    beside the next forward pass, layer by layer, as Megatron's distributed optimizer does."""
    zero = row.get("zero")
    fsdp = truth(row, "fsdp", isinstance(zero, str) and "sharded" in zero)
    if zero is None and not fsdp and is_modern(row):
        return [(1, False), (1, True)] if is_whole else [(1, False)]
    if zero is None or isinstance(zero, str) and fsdp:
        return [((2 if pp > 1 else 3) if fsdp else 0, False)]
    if isinstance(zero, bool) or zero not in (0, 1, 2, 3):
        raise RowError(f"zero is {zero!r}, expected 0, 1, 2, 3 or \"sharded data parallel\"")
    return [(max(int(zero), 3 * fsdp), False)]


def sizes_of(row, degrees, dp):
    tp, cp = degrees["tp"], degrees["cp"]
    layers, hidden, heads = (count(row, key) for key in ("layers", "hidden", "heads"))
    divide("hidden", hidden, "heads", heads)
    kv = count(row, "kv_heads", heads)
    divide("heads", heads, "kv_heads", kv)
    llama = truth(row, "gated_mlp", "llama" in str(row.get("model")).lower() or kv < heads
                  or row.get("ffn") not in (None, 4 * hidden))
    ffn = count(row, "ffn", 4 * hidden if not llama else -(-8 * hidden // 3 // 256) * 256)
    seq = count(row, "seq", 2048)
    vocab = -(-count(row, "vocab", 51200) // tp) * tp
    experts = count(row, "experts", 0) if row.get("experts") is not None else 0
    top_k = count(row, "top_k", 1 if not experts else min(2, experts))
    if top_k > max(experts, 1):
        raise RowError(f"top_k is {top_k} of experts {experts}; experts {top_k} or more would do")
    if degrees["ep"] > 1:
        if not experts:
            raise RowError(f"ep is {degrees['ep']}, and the row has no experts; ep 1 would do")
        divide("experts", experts, "ep", degrees["ep"])
    sequence = truth(row, "sequence_parallel", is_modern(row) and seq % (cp * tp) == 0
                     or "sequence" in str(row.get("experiment")))
    divide("kv_heads", kv, "tp", tp)
    divide("ffn", ffn, "tp", tp)
    divide("seq", seq, "cp * tp" if sequence else "cp", cp * tp if sequence else cp)
    batch = count(row, "global_batch", dp * count(row, "microbatch", 1) * count(row, "m", 1))
    precision = row.get("precision")
    sizes = models.Sizes(
        layers, hidden, heads, kv, ffn, vocab, seq, batch, llama=llama, experts=experts, top_k=top_k,
        type=word(row, "precision", TYPES, "16-bit mixed"),
        factors="float8_e4m3fn" if precision == "fp8" else "",
        fused=is_modern(row) and hidden // heads % 8 == 0,
        recompute=word(row, "recompute", RECOMPUTE, ""),
        features=("tp",) if tp > 1 else (), within=("cp",) if cp > 1 else (),
        sequence=("tp",) if sequence and tp > 1 else (),
        experts_over=("ep",) if degrees["ep"] > 1 else ())
    if is_modern(row) and sizes.sequence and not llama and not experts and cp == 1:
        sizes = dataclasses.replace(sizes, pieces=next(n for n in (4, 2, 1) if seq % (tp * n) == 0))
    tied = truth(row, "tied_embeddings", None)
    choices = [dataclasses.replace(sizes, tied=t) for t in ((True, False) if tied is None else (tied,))]
    billions = billions_of(row, usual=0)
    if not billions:
        return choices[0] if not llama or tied is not None else choices[1]
    sizes = min(choices, key=lambda some: abs(parameters(some) / 1e9 - billions))
    agree(row, sizes, billions)
    return sizes


def agree(row, sizes, billions):
    """Law: the layers make the parameters, to the digits that are printed. Which parameters are
    meant is open where there are experts."""
    made = parameters(sizes) / 1e9
    of_layer = (parameters(dataclasses.replace(sizes, layers=sizes.layers + 1)) / 1e9 - made)
    digits = repr(row["params_b"]).partition(".")[2]
    unit = 10.0 ** -len(digits) if "e" not in digits else 0
    if sizes.experts or abs(made - billions) <= max(0.025 * billions, unit) \
            or abs(made - billions) <= 0.9 * of_layer:
        return
    fit = round(sizes.layers + (billions - made) / of_layer)
    raise RowError(f"params_b {row['params_b']} and layers {sizes.layers}: such layers and their "
                   f"embeddings have {made:.4g} billion parameters; "
                   + (f"layers {fit} would do" if fit > 0 and abs(parameters(dataclasses.replace(
                       sizes, layers=fit)) / 1e9 - billions) <= 0.5 * of_layer
                      else f"params_b {made:.4g} would do"))


def parameters(sizes):
    shapes = models.shapes_of(sizes)
    return sum(math.prod(shape) for shape in [*shapes.pop("layers").values(), *shapes.values()])
