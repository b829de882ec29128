"""popt from Python: a JAX function as one parallel program.

    import popt
    step = popt.compile(train_step, (params, opt, batch), mesh={"dp": 2, "tp": 2},
                        in_shardings=(specs, specs, P("dp")))
    params, opt, loss = step(params, opt, batch)

In steps, through files: `export` writes the module and its inputs, `compile_file`
a binary, `run` runs it. `shardings` are what propagation finds, for `jax.jit`.

Importing this package does not import JAX.
"""
from .array import Array
from .arrays import load_arrays, save_arrays
from .checkpoints import Checkpoint, load
from .compiled import Compiled, compile
from .errors import CompileError, CompileWarning, NanError, PoptError, RankFailure
from .export import Exported, export
from .jit import Jitted, jit
from .loops import Done, Plateau, Run
from .plans import Comparison, Plan, compare, plan
from .processes import Local, local, rank, size
from .shardings import shardings
from .streams import write_batches
from .tools import ToolError, compile_file, find_tool, run
from .weights import load_weights, save_weights

__all__ = ["Array", "Checkpoint", "CompileError", "CompileWarning", "Compiled", "Comparison", "Done",
           "Exported", "Jitted", "Local", "NanError", "Plateau", "PoptError", "RankFailure", "Run", "ToolError",
           "compare", "compile", "compile_file", "export", "find_tool", "jit", "load", "load_arrays",
           "load_weights", "local", "rank", "run", "save_arrays", "save_weights", "shardings", "size",
           "write_batches"]


def __getattr__(name):
    """popt.torch is there without an import of its own, and imports PyTorch when it is asked for."""
    if name == "torch":
        import importlib
        return importlib.import_module(".torch", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
