"""popt from Python: write a JAX step as popt reads it, compile it, run it.

    import popt
    case = popt.export(train_step, (params, opt, batch), mesh={"dp": 2, "tp": 2},
                       in_shardings=(specs, specs, P("dp")), donate_argnums=(0, 1),
                       path="step/dp2_tp2.mlir")
    program = popt.compile(case.module_file, "step/dp2_tp2")
    results = popt.run(program, case.inputs_file)

    ins, outs = popt.shardings(train_step, (params, opt, batch), mesh={"dp": 2, "tp": 2},
                               plan="plan.json")   # for jax.jit instead

Importing this package does not import JAX; only `export` and `shardings` need it.
"""
from .arrays import load_arrays, save_arrays
from .export import Exported, export
from .shardings import shardings
from .tools import PoptError, compile, find_tool, run

__all__ = ["Exported", "PoptError", "compile", "export", "find_tool",
           "load_arrays", "run", "save_arrays", "shardings"]
