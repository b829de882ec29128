"""A JAX function as one parallel program, in this process or in several.

    step = popt.compile(train_step, (params, opt, batch), mesh={"dp": 2, "tp": 2},
                        in_shardings=(specs, specs, P("dp")))
    for batch in batches:
        params, opt, loss = step(params, opt, batch)

The first call gives the ranks, which are threads, their blocks of all arguments.
What is state (`step.state`) stays with them: the call returns `popt.Array`s that
stand for it, and taking them in again costs nothing.
"""
import inspect
import json
import math
import os
import re
import warnings
import weakref

from . import native, processes as together
from .arguments import converter, type_of
from .array import Array
from .arrays import dtype_of
from .artifacts import is_exported
from .errors import CompileError, CompileWarning, frames_of_popt
from .export import export
from .gpus import choose_target, ranks_of, said_of_gpus
from .processes import Local
from .tools import bytes_of, compile_file, mesh_text
from .training import Progress, Stateful

_SEVERITIES = ("remark", "warning", "error")
# What `compile` takes for a module file.
_OF_FILES = ("fn", "args", "mesh", "plan", "opt_level", "target")


def compile(fn, args=(), *, mesh=None, in_shardings=None, out_shardings=None, donate_argnums=(),
            state=None, names=None, plan=None, schedule=None, batch=None, memory_budget=None,
            cluster=None, target="auto", devices=None, opt_level=None, timeout=60, options=None,
            source_root=None, platform="cpu", static_argnums=(), static_argnames=(),
            processes=None, cache=True, check_nan=None):
    """Compiles `fn(*args)` and starts its ranks; returns a `Compiled`.

    fn, args, in_shardings, out_shardings, donate_argnums, names, source_root,
    platform, static_argnums, static_argnames
                    as for `export`; leaves may be `jax.ShapeDtypeStruct`. A
                    `jax.export.Exported` has its shapes and shardings; a mesh with
                    its axes overrides their sizes
    mesh            {"stage:pp": 2, "dp": 2, "time:mb": 4}, the same as text,
                    "stage:pp=2,dp=2,time:mb=4", or a `jax.sharding.Mesh`. A kind
                    before the name makes a pipeline's or a microbatch axis; the
                    shardings may name all of them. None: one rank
    state           {parameter: path in the result, or None for no state}, where
                    names and tree structure leave it open (see `Compiled.state`)
    plan            plan.json, a dict in its form, what `popt.plan` found, or "auto":
                    the fastest that is found for `devices`, a number or a list (those
                    of the mesh, else of the cluster)
    schedule        of the pipeline, such as "1f1b"
    batch           {argument name: its batch dimension}, for time axes
    memory_budget   bytes of a rank's memory: 80e9, "80GB"
    cluster         the machine whose costs count: a file, or "h100:16x8"
    target          "cpu"; a GPU's architecture, such as "sm_90"; or "auto": this
                    process's GPUs, where the driver shows one for each rank, which a
                    line on stderr says, else "cpu"
    devices         [0, 1]: the GPU of each rank, by the driver's numbers, or "cuda:1",
                    `jax.Device`s or `torch.device`s; several ranks may share one
    opt_level       of kernels, 0 to 3
    timeout         seconds that a rank waits for a peer that shows no sign of life,
                    and for processes that have not come; 0: for ever
    processes       1: this process has all ranks, which are threads. None: also if it
                    is alone; where torchrun, mpirun, srun or popt.launch has started
                    several, the program is one of all, and each has one rank
    cache           False: compile, even if the cache on disk has the program
    check_nan       True: a call whose results have NaN raises a `NanError`, with the
                    operation, rank and line that made the first; "inf": infinities,
                    too. Each number is looked at, which takes time. None: as JAX's
                    options jax_debug_nans and jax_debug_infs say
    options         {flag of poptc without its dashes: value}, for flags without a
                    parameter here

    The compiler's warnings are `CompileWarning`s. Errors: CompileError with the
    lines of the source, PoptError if the ranks can't start (no memory, no such GPU,
    or processes that compile different things), RankFailure if another process fails,
    MemoryError, ImportError where the package was installed without its compiled
    part, and what `export` raises. Ctrl-C stops the compilation.

    A module file instead of a function goes to `compile_file`, with mesh, plan, target
    and opt_level; another keyword is a TypeError.
    """
    given = dict(locals())
    if isinstance(fn, (str, os.PathLike)):
        for name, parameter in inspect.signature(compile).parameters.items():
            if name not in _OF_FILES and given[name] is not parameter.default:
                raise TypeError(f"compile() takes no {name} with a module file; compile_file() "
                                "has flags=[...] for all flags of poptc")
        return compile_file(fn, args, mesh=mesh, plan=plan, opt_level=opt_level,
                            target=None if target == "auto" else target)
    return compile_beside((), **given)


def compile_beside(beside, fn, args, *, mesh, in_shardings, out_shardings, donate_argnums, state,
                   names, plan, schedule, batch, memory_budget, cluster, target, devices, opt_level,
                   timeout, options, source_root, platform, static_argnums, static_argnames,
                   processes, cache, check_nan):
    """`compile`. `beside`: `Compiled`s, of which the first whose state is the same tensors
    in the same layouts shares it with the new one."""
    if processes not in (None, 1):
        raise ValueError(f"processes is {processes!r}: 1 is this process alone, None those that a "
                         "launcher has started")
    options = _checked(options or {})
    bad_numbers = _bad_numbers(check_nan)
    if isinstance(devices, str) and devices.isdigit():
        devices = int(devices)
    peers = None if processes == 1 else together.joined(timeout)
    axes = axes_of(mesh, may_be_open=plan == "auto")
    args = together.whole_shapes(args, in_shardings, axes)
    exported = export_on(mesh, axes, fn, args, in_shardings=in_shardings,
                       out_shardings=out_shardings, donate_argnums=donate_argnums, state=state,
                       names=names, source_root=source_root, platform=platform,
                       static_argnums=static_argnums, static_argnames=static_argnames)
    name = fn.fun_name if is_exported(fn) else getattr(fn, "__name__", type(fn).__name__)
    ranks = ranks_of({**axes, **axes_of(options.get("mesh"), may_be_open=True)}, exported.text,
                     options.get("plan", plan), devices)
    chooses = target == "auto" and devices is None
    target, gpus = choose_target(target, devices, ranks, name,
                                 may_take_gpus=peers is None and not bad_numbers)
    if isinstance(plan, dict):
        plan = json.dumps(plan)
    if isinstance(batch, dict):
        batch = ",".join(f"{name}={dim}" for name, dim in batch.items())
    memory_budget = bytes_of(memory_budget)
    flags = {"mesh": mesh_text(axes),
             "plan": plan and os.fspath(plan), "schedule": schedule, "batch": batch,
             "memory-budget": memory_budget, "cluster": cluster and os.fspath(cluster),
             "devices": len(gpus) if gpus and plan == "auto" else None if gpus else devices,
             "target": target, "O": opt_level, "no-cache": None if cache else "true"}
    flags |= options
    flags = [(name, str(value)) for name, value in flags.items() if value not in (None, "")]
    seconds = float(timeout) or math.inf
    beside = [other._program for other in beside if other._program.process == os.getpid()]

    def compile_here():
        messages = []
        with native.new_lock():
            return native.load().compile(exported.text, f"<{name}>", flags, messages), messages
    if peers is None:
        executable, messages = compile_here()
        _report(messages, failed=executable is None)
        lock = beside[0].lock if beside else native.new_lock()
        with lock, said_of_gpus(chosen=chooses and target is not None):
            program = executable.start(seconds, name, bad_numbers, None, beside, gpus)
    else:
        executable, package, messages = together.compile_once(
            peers, name, exported, [*flags, ("check_nan", str(bad_numbers))], compile_here)
        if not package:
            _report(messages, failed=True)
        lock = peers.lock
        with lock:
            program = (executable.start(seconds, name, bad_numbers, peers, beside, []) if executable
                       else native.load().start_package(package, seconds, name, bad_numbers, peers,
                                                        beside))
        # Now, as one may be made an exception: the others have started, too.
        _report(messages if executable else [], failed=False)
    return Compiled(name, exported, flags, executable, program,
                    [text for severity, text in messages if severity == 0], lock)


def _checked(options):
    """What decides where a program runs is said by parameters alone."""
    decided = "target", "devices"
    for name in decided:
        if options.get(name) is not None:
            raise ValueError(f"options: {name} is a parameter of compile(): {name}={options[name]!r}")
    return {name: value for name, value in options.items() if name not in decided}


def _bad_numbers(check_nan):
    """What the runtime looks for: 0 nothing, 1 NaN, 2 infinities, too."""
    import jax
    if check_nan is None:
        return 2 if jax.config.jax_debug_infs else int(jax.config.jax_debug_nans)
    if check_nan == "inf":
        return 2
    if not isinstance(check_nan, bool):
        raise ValueError(f"check_nan is {check_nan!r}: True looks for NaN, \"inf\" for infinities, too")
    return int(check_nan)


class Compiled(Stateful):
    """A function that runs on several ranks. Call it with arguments of the
    structure and types that it was compiled for.

    state       {argument: result}: which results are the next value of which
                arguments, by subtree, such as {"params": "result[0]"}. Their
                values stay in the ranks' memory, where the next call updates
                them in place, as `jax.jit` does with donated arguments
    steps       calls so far, those of runs among them, after those that `restore`
                found; a run that is given `state` begins at 0
    remarks     what the compiler noted
    exported    the module and its metadata

    In several processes a call is collective: all make the same ones in the same order,
    each with whole arguments or its part (`popt.local`). Scalars and what every process
    has whole come back as numbers and arrays, the rest as `Array` with its `local` part.

    One call at a time; other threads wait. From a signal's handler during a call,
    and in a forked child, a call is a PoptError. Arguments that are `jax.Array`s, or
    state of another function, are copied to the ranks when they change; numpy
    arrays on every call.
    """

    def __init__(self, name, exported, flags, executable, program, remarks, lock):
        import jax
        self.__name__ = name
        self.exported, self.remarks = exported, remarks
        self._flags = flags
        self._executable, self._program = executable, program
        self._keys_in, self._keys_out = (
            {int(of[3:]): key for of, key in exported.keys.items() if of.startswith(kind)}
            for kind in ("arg", "res"))
        self._last = None
        self.names = [argument.name for argument in program.arguments]
        self._state_of = [argument.state for argument in program.arguments]
        self.progress = Progress()
        program.lock, program.memory_lock = lock, native.new_lock(depth=1)
        program.process = os.getpid()
        program.convert = converter(program, self._keys_in)
        # What is the same of all arrays of a result.
        program.kinds = [(result.shape, dtype_of(result.dtype), i in exported.weak)
                         for i, result in enumerate(program.results)]
        program.array_type, program.local_type = Array, Local
        program.immutable_types = (jax.Array, Array)
        # Newest state and program refer to each other: what lets go of this
        # lets go of both.
        weakref.finalize(self, program.forget)

    def __call__(self, *args):
        results = self._call_leaves(self.exported.arguments.data(args, self.__name__))
        return self.exported.returned.within(results)

    def _call_leaves(self, leaves):
        """A call with the data of the arguments; returns the data of the results."""
        for i, key in self._keys_in.items():
            if getattr(leaves[i], "dtype", None) != key.dtype:
                raise TypeError(f"{self._program.arguments[i].name} is {type_of(leaves[i])}, but "
                                f"was compiled as {key.dtype}, a typed random key")
        read = {}
        while unread := self._call_once(leaves, read, results := []):
            # Not in turn: another thread may have that of their program, and want this one.
            for i in unread:
                read[i] = leaves[i]._read_for(self._program)
        return results

    def _call_once(self, leaves, read, results):
        """The arguments that must be read before the call; none: it is done."""
        with native.turn(self._program):
            try:
                return self._program.call(leaves, read, results)
            finally:
                # After Ctrl-C, too: the step was done.
                if results:
                    self._last = results
                    self.progress.steps += 1
                    self.progress.put(self, self._state_of, results)
                    # Keys at once, as JAX takes no stand-ins for them.
                    for i, key in self._keys_out.items():
                        words = results[i]
                        results[i] = key.wrap(words.gather() if isinstance(words, Array) else words)

    @property
    def last(self):
        """What the last call returned, or would have, had it not been interrupted."""
        return self._last and self.exported.returned.within(self._last)

    @property
    def state(self):
        results = self._program.results
        pairs = {}
        for argument in self._program.arguments:
            if argument.state >= 0:
                ours, theirs = _outer(argument.name, results[argument.state].name)
                pairs[ours] = theirs
        return pairs

    @property
    def shardings(self):
        """(arguments, results): pytrees of `PartitionSpec`, in the form of the
        arguments (a tuple) and of the result, with None for constants."""
        import jax
        program, exported = self._program, self.exported
        return tuple(
            jax.tree.unflatten(leaves.tree, [_spec(tensor.layout, keys.get(i))
                                             for i, tensor in enumerate(tensors)])
            for leaves, tensors, keys in (
                (exported.arguments, program.arguments, self._keys_in),
                (exported.returned, program.results, self._keys_out)))

    def blocks(self, argument):
        """The block of an argument, given by its name, of each rank: a list of tuples
        of slices, or None where a pin excludes the rank. Errors: KeyError."""
        if argument not in self.names:
            raise KeyError(f"{argument}: there are {', '.join(self.names)}")
        return [None if block is None else tuple(slice(*ends) for ends in block)
                for block in self._program.blocks(self.names.index(argument))]

    @property
    def target(self):
        """What the ranks run on: "cpu", or a GPU's architecture, such as "sm_90"."""
        return dict(self._flags).get("target", "cpu")

    @property
    def memory(self):
        """Bytes that each rank has taken, a list."""
        return self._program.memory

    @property
    def cost(self):
        """What a step is predicted to take, hold and send, in the form of a plan's
        `predicted` (docs/Plan.md): "machine", "step_seconds", "bubble",
        "exposed_seconds", bytes held "peak_bytes" and "bytes", bytes sent
        "comm_bytes". What is 0 is left out."""
        return json.loads(self._compiled_here().prediction())

    def _compiled_here(self):
        """Another process may have compiled for this one."""
        if self._executable is None:
            with native.new_lock():
                self._executable = native.load().compile(
                    self.exported.text, f"<{self.__name__}>", self._flags, [])
        return self._executable

    def text(self, phase="partitioned"):
        """The program after a phase, as `poptc --emit=PHASE` writes it: "imported",
        "annotated", "propagated", "partitioned", "folded", "collectives", "scheduled", "step".
        Errors: CompileError for another phase."""
        messages = []
        with native.new_lock():
            text = native.load().lower(self.exported.text, f"<{self.__name__}>", self._flags,
                                       phase, messages)
        if text is None:
            _report([m for m in messages if m[0] == 2], failed=True)
        return text

    def report(self, path=None):
        """What was decided, as `poptc -v` prints it. With a path, a page for
        browsers is written there: what each device holds, what is sent and why, memory,
        the pipeline, decisions."""
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self._compiled_here().page())
        return self._compiled_here().report()

    def __repr__(self):
        return f"<popt.Compiled {self.__name__}, {len(self.memory)} ranks>"


def _report(messages, failed):
    for severity, text in messages:
        if _SEVERITIES[severity] == "warning":
            warnings.warn(text.rstrip(), CompileWarning, stacklevel=frames_of_popt())
    if failed:
        raise CompileError([text for severity, text in messages
                            if _SEVERITIES[severity] == "error"])


def axes_of(mesh, may_be_open=False):
    """{"stage:pp": 2, …} of what the user wrote; None for a size that is left open."""
    if mesh is None:
        return {}
    if not isinstance(mesh, str):
        return dict(mesh if isinstance(mesh, dict) else mesh.shape)
    axes = {}
    for part in filter(None, mesh.replace(" ", "").split(",")):
        name, equals, size = part.partition("=")
        if not (size.isdigit() or may_be_open and not equals):
            raise ValueError(f"mesh: \"{part}\" is no axis with a size, such as dp=2 or stage:pp=4")
        axes[name] = int(size) if equals else None
    return axes


def export_on(mesh, axes, fn, args, **options):
    """JAX knows no kinds of axes: to it all are devices. Time axes are none, so they
    are left out unless a sharding names one."""
    if is_exported(fn):
        return export(fn, args, **options)
    if not isinstance(mesh, (str, dict)):
        return export(fn, args, mesh=mesh, **options)
    axes = {name: size for name, size in axes.items() if size}
    names = {name.rpartition(":")[2]: size for name, size in axes.items()}
    devices = {name.rpartition(":")[2]: size for name, size in axes.items()
               if not name.startswith("time:")}
    if devices:
        try:
            return export(fn, args, mesh=devices, **options)
        except ValueError as error:
            # "Resource axis: mb of PartitionSpec(...) is not found in mesh: ..."
            if not any(re.search(rf"\b{re.escape(name)}\b", str(error))
                       for name in names.keys() - devices.keys()):
                raise
    return export(fn, args, mesh=names, **options)


def _outer(argument, result):
    """The subtrees that two names stand for, without the way down that they share."""
    def keys(name):
        return re.findall(r"\[[^\]]*\]|\.?[^.\[]+", name)
    ours, theirs = keys(argument), keys(result)
    while len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1]:
        ours.pop()
        theirs.pop()
    return "".join(ours), "".join(theirs)


def _spec(layout, key):
    from jax.sharding import PartitionSpec
    dims = re.search(r"\[(.*?)\]", layout).group(1)
    axes = [tuple(re.findall(r'"([^"]*)"', dim)) for dim in re.findall(r"\{(.*?)\}", dims)]
    if key is not None:
        axes = axes[:len(axes) - key.dims]
    return PartitionSpec(*(names[0] if len(names) == 1 else names or None for names in axes))
