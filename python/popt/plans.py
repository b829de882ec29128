"""Plans that popt chooses, as values."""
import json
import os
import tempfile

from .compiled import axes_of, export_on
from .tools import choose_plan, diff_plans


class Plan(dict):
    """A plan in the form of docs/Plan.md, as `plan` has found it. `compile`,
    `compile_file` and `shardings` take it.

    predicted   what a step takes, holds and sends (see `Compiled.cost`), and
                "lower_bound_seconds": no plan of the space takes less, by the model
    """

    def __init__(self, text):
        super().__init__(json.loads(text))
        self._text = text

    @property
    def predicted(self):
        return self["predicted"]

    def save(self, path):
        """Writes the plan file, each entry on a line."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._text if json.loads(self._text) == self
                       else json.dumps(self, indent=1) + "\n")


def plan(fn, args=(), *, mesh=None, devices=None, cluster=None, pins=None, memory_budget=None,
         in_shardings=None, out_shardings=None, donate_argnums=(), state=None, names=None,
         flags=(), timeout=None):
    """The fastest plan that popt finds for a step, a `Plan`; nothing runs.

        plan = popt.plan(train_step, (params, opt, batch), cluster="h100:2x8")
        plan.predicted["step_seconds"]
        plan.save("plan.json")

    fn, args, in_shardings, out_shardings, donate_argnums, names
                    as for `export`; arguments may be `jax.ShapeDtypeStruct`s. What
                    shardings say binds. Or fn is a module file
    mesh            {axis: size}, or text; an axis without a size ({"tp": 8, "dp":
                    None}, "tp=8,dp") takes the devices that are left. None: any
    devices         how many; None: those of the mesh, else of the cluster
    cluster         the machine: a file, or "h100:2x8"
    pins            plan.json, or a dict in its form, that binds
    memory_budget, state
                    as for `compile`
    flags           further flags of popt-plan; timeout in seconds
    Errors: ToolError with what popt-plan said, FileNotFoundError (no popt-plan),
    subprocess.TimeoutExpired, and what `export` raises.
    """
    with tempfile.TemporaryDirectory() as scratch:
        module, axes = fn, axes_of(mesh, may_be_open=True)
        if not isinstance(fn, (str, os.PathLike)):
            exported = export_on(mesh, axes, fn, args, in_shardings=in_shardings,
                                 out_shardings=out_shardings, donate_argnums=donate_argnums,
                                 state=state, names=names)
            module = os.path.join(scratch, "step.mlir")
            with open(module, "w", encoding="utf-8") as file:
                file.write(exported.text)
        return Plan(choose_plan(module, axes, devices, cluster, pins, memory_budget,
                                flags, timeout))


class Comparison:
    """Plans beside each other, as `compare` makes it; print it.

    figures      {name: {"mesh", "step_seconds", "exposed_seconds", "bubble", "peak_bytes" of the
                 rank that holds most, "sent_bytes" {kind: bytes}}}
    differences  {name: what differs from the first plan, lines}
    """

    def __init__(self, figures, differences):
        self.figures, self.differences = figures, differences

    def __str__(self):
        kinds = sorted({kind for its in self.figures.values() for kind in its["sent_bytes"]})
        rows = [("", list(self.figures)), ("mesh", [its["mesh"] for its in self.figures.values()])]
        for title, of, unit in (
                ("step", lambda its: its["step_seconds"], _in_seconds),
                ("waits for what is sent", lambda its: its["exposed_seconds"], _in_seconds),
                ("bubble", lambda its: its["bubble"] * its["step_seconds"], _in_seconds),
                ("memory of a rank", lambda its: its["peak_bytes"], _in_bytes),
                *((f"sent by {kind}", lambda its, kind=kind: its["sent_bytes"].get(kind, 0), _in_bytes)
                  for kind in kinds)):
            numbers = [of(its) for its in self.figures.values()]
            if any(numbers):
                rows.append((title, [unit(number) + _more(number, numbers[0], i)
                                     for i, number in enumerate(numbers)]))
        table = [[title, *cells] for title, cells in rows]
        widths = [max(map(len, column)) for column in zip(*table)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                 for row in table]
        first = next(iter(self.figures))
        for name, its in self.differences.items():
            lines.append(f"{name} differs from {first}:" if its else f"{name} is {first}")
            lines += ["  " + line for line in its]
        return "\n".join(lines)

    __repr__ = __str__


def compare(plans):
    """What plans are predicted to cost, in one table, and what differs: a `Comparison`.

        print(popt.compare({"mine": "mine.json", "found": popt.plan(step, args, devices=4)}))

    plans   {name: plan}: what `popt.plan` found, a plan file or a dict in its form, with
            figures (`predicted`); or a compiled function, of which there are figures alone.
            `poptc M --compare P1.json P2.json` compiles plans that have none
    Errors: ValueError for a plan without figures or of another machine than the first,
    and what reading a file raises.
    """
    read = {name: _read(plan) for name, plan in plans.items()}
    if not read:
        raise ValueError("compare({name: plan, ...}) compares one plan at least")
    for name, plan in read.items():
        if "step_seconds" not in plan.get("predicted", {}):
            raise ValueError(f"{name} has no figures: `popt-plan M --predict --plan P.json -o P.json` "
                             "writes them into a plan")
    first, *others = read
    for name in others:
        machine, its = (read[n]["predicted"].get("machine") for n in (first, name))
        if machine != its:
            raise ValueError(f"{name} is predicted for {its}, {first} for {machine}")
    differences = {}
    with tempfile.TemporaryDirectory() as scratch:
        files = {name: os.path.join(scratch, f"{i}.json") for i, name in enumerate(read)}
        for name, file in files.items():
            with open(file, "w", encoding="utf-8") as out:
                json.dump({key: value for key, value in read[name].items() if key != "predicted"}, out)
        for name in others:
            if not any(hasattr(plans[n], "cost") for n in (first, name)):
                differences[name] = diff_plans(files[first], files[name])
    return Comparison({name: _figures(plan) for name, plan in read.items()}, differences)


def _read(plan):
    if hasattr(plan, "cost"):  # a compiled function
        return {"predicted": plan.cost, "mesh": {"device": list(plan.exported.mesh.items())}}
    if isinstance(plan, (str, os.PathLike)):
        with open(plan, encoding="utf-8") as file:
            return json.load(file)
    return dict(plan)


def _figures(plan):
    predicted, mesh = plan["predicted"], plan.get("mesh", {})
    axes = [f"{name}={size}" for kind in ("stage", "device", "time") for name, size in mesh.get(kind, [])]
    return {"mesh": ",".join(axes), "step_seconds": predicted["step_seconds"], "bubble": predicted.get("bubble", 0),
            "exposed_seconds": predicted.get("exposed_seconds", 0),
            "peak_bytes": max(predicted.get("peak_bytes", {}).values(), default=0),
            "sent_bytes": {kind: sum(levels.values())
                           for kind, levels in predicted.get("comm_bytes", {}).items()}}


def _more(number, first, index):
    return f" ({100 * (number / first - 1):+.1f}%)" if index and first else ""


def _in_seconds(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.2f} us"


def _in_bytes(number):
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"
