"""Thin wrappers that run popt's tools as programs."""
import json
import math
import os
import shutil
import subprocess
import tempfile

from .arrays import load_arrays
from .errors import PoptError


class ToolError(PoptError):
    """A tool failed. `status` is its exit status (1: the input or the run, 2:
    wrong usage, negative: a signal), `stderr` what it said."""

    def __init__(self, command, status, stderr):
        lines = stderr.strip().splitlines()
        super().__init__(f"{os.path.basename(command[0])} exited with status {status}"
                         + (":\n" + "\n".join(lines[-20:]) if lines else ""))
        self.command, self.status, self.stderr = command, status, stderr


def tool_folders():
    """Where tools are looked for before PATH: $POPT_BIN, then the build or the
    installation that this package lies in."""
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [os.environ.get("POPT_BIN"), os.path.join(here, "..", "..", "build", "bin"),
               os.path.join(here, "..", "..", "..", "..", "bin")]
    return [os.path.normpath(folder) for folder in folders if folder]


def find_tool(name):
    """Path of a popt tool: in $POPT_BIN, in the build or installation that this
    package lies in, or on PATH. Errors: FileNotFoundError."""
    for folder in tool_folders():
        file = os.path.join(folder, name)
        if os.access(file, os.X_OK) and os.path.isfile(file):
            return file
    file = shutil.which(name)
    if not file:
        raise FileNotFoundError(f"{name} is neither in $POPT_BIN nor beside this package nor on PATH")
    return file


def mesh_text(axes):
    """`tp=8,dp`: an axis whose size is None takes the devices that are left."""
    return ",".join(name if size is None else f"{name}={size}" for name, size in axes.items())


def _flags(mesh=None, plan=None, target=None, opt_level=None, extra=()):
    flags = []
    if mesh:
        flags += ["--mesh", mesh if isinstance(mesh, str) else mesh_text(mesh)]
    if plan:
        flags += ["--plan", json.dumps(plan) if isinstance(plan, dict) else os.fspath(plan)]
    if target:
        flags += ["--target", target]
    if opt_level is not None:
        flags.append(f"-O{opt_level}")
    return flags + [str(f) for f in extra]


def _run(command, timeout):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if done.returncode:
        raise ToolError(command, done.returncode, done.stderr)
    return done


def bytes_of(budget):
    """80e9 and "80GB" as flags have it."""
    return str(math.floor(budget)) if isinstance(budget, (int, float)) else budget


def choose_plan(model, mesh, devices, cluster, pins, memory_budget, flags, timeout):
    """The text of the plan that popt-plan finds."""
    command = [find_tool("popt-plan"), os.fspath(model), "-o", "-"]
    command += _flags(mesh, pins, extra=flags)
    for flag, value in (("--devices", devices), ("--cluster", cluster and os.fspath(cluster)),
                        ("--memory-budget", bytes_of(memory_budget))):
        if value is not None:
            command += [flag, str(value)]
    return _run(command, timeout).stdout


def diff_plans(before, after):
    """What differs between two plan files, lines."""
    return _run([find_tool("popt-plan"), "--diff", before, after], None).stdout.splitlines()


def compile_file(model, output, *, mesh=None, plan=None, target=None, opt_level=None, emit=None,
            flags=(), timeout=None):
    """Compiles a module file with poptc and returns the path of what it wrote.

    model      StableHLO text, as `export` writes it, or a portable artifact
    output     the executable (or what `emit` names: "partitioned", "step", …)
    mesh       {"dp": 2} or "stage:pp=2,dp=2": axes that override the module's
    plan       plan.json, a dict in its form, or "auto": the fastest that is found
    target     "cpu" or a GPU such as "sm_90"; opt_level 0 to 3
    flags      further poptc flags; timeout in seconds
    Errors: ToolError, FileNotFoundError (no poptc), subprocess.TimeoutExpired.
    """
    command = [find_tool("poptc"), os.fspath(model)]
    command += _flags(mesh, plan, target, opt_level, flags)
    if emit:
        command.append(f"--emit={emit}")
    _run(command + ["-o", os.fspath(output)], timeout)
    return os.fspath(output)


def run(program, inputs, *, ranks=None, mesh=None, plan=None, outputs=None, dtypes=None,
        flags=(), timeout=None):
    """Runs one call and returns its results as {"res0": array, …}, whole (not
    per rank); state by its argument, "arg0", so that it can be passed in again.

    program    a compiled executable, or a module, .mlir or .mlirbc (then popt-run
               compiles it in memory; mesh and plan as in `compile_file`)
    inputs     .npz or .safetensors file, or a list of arrays in `@main`'s order
    ranks      in-process ranks; default: what the program was compiled for
    outputs    keep the results in this .npz file
    dtypes     {"res0": "bfloat16"}: types that .npz stores as bits
    flags      further run flags, such as ["--steps", 20, "--batches", file]
    Errors: as `compile_file`; ValueError from `dtypes`.
    """
    from .arrays import save_arrays
    program = os.fspath(program)
    if program.endswith((".mlir", ".mlirbc")):
        command = [find_tool("popt-run"), program] + _flags(mesh, plan)
    else:
        command = [os.path.abspath(program)]
    with tempfile.TemporaryDirectory() as scratch:
        if not isinstance(inputs, (str, os.PathLike)):
            file = os.path.join(scratch, "inputs.npz")
            save_arrays(file, inputs)
            inputs = file
        file = os.fspath(outputs) if outputs else os.path.join(scratch, "outputs.npz")
        command += ["--inputs", os.fspath(inputs), "--outputs", file]
        if ranks is not None:
            command += ["-n", str(ranks)]
        _run(command + [str(f) for f in flags], timeout)
        return load_arrays(file, dtypes)
