"""Plans that popt chooses, as values."""
import json
import os
import tempfile

from .compiled import axes_of, export_on
from .tools import choose_plan


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
