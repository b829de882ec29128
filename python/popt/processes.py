"""One program of all processes that a launcher has started together.

torchrun, mpirun, srun or `python -m popt.launch` start a script in each of them. What
`popt.compile` makes there is one program, of which each process has a rank. Calls are
collective: all processes make the same ones in the same order, and one that fails,
ends or dies ends the calls of the others with its reason.
"""
import contextlib
import hashlib
import json
import math
import os
import signal
import sys
import threading
import traceback

import numpy as np

from . import native
from .errors import PoptError, RankFailure
from .leaves import is_weak

# The native Processes, once they have been looked for; None: this one is alone.
_joined = None
_owner = None  # the process that has looked
_looking = native.new_lock()


def joined(timeout):
    """The processes that this one was started with, or None where it is alone. The
    first call, which all make, finds them. Errors: PoptError."""
    global _joined, _owner
    if _owner is None:
        lock = native.new_lock()
        with _looking:
            if _owner is None:
                found = native.load().join(float(timeout) or math.inf)
                if found is not None:
                    found.lock = lock
                    _say_why_it_ends(found)
                    _hear_of_failures(found)
                _joined, _owner = found, os.getpid()
    if _joined is not None and os.getpid() != _owner:
        raise PoptError("a forked child takes no part in what its parent does together with other "
                        "processes: popt.compile(..., processes=1) makes a program of its own")
    return _joined


def rank():
    """This process's number among those that a launcher has started together, from 0.
    They find each other, if they have not yet. Errors: PoptError."""
    found = joined(60)
    return found.rank if found else 0


def size():
    """How many processes there are, 1 for one that is alone; else as `rank`."""
    found = joined(60)
    return found.size if found else 1


def _say_why_it_ends(processes):
    """The others get the exception that ends this script, or that it is over."""
    previous = sys.excepthook

    def hook(kind, error, trace):
        if os.getpid() == _owner:
            with contextlib.suppress(Exception):
                processes.leave(_in_a_line(kind, error, trace))
        previous(kind, error, trace)
    sys.excepthook = hook
    native.at_end(lambda: os.getpid() == _owner and processes.leave(""))


# Seconds between two looks, of a process that is in no call.
_LOOK_SECONDS = 0.1


def _hear_of_failures(processes):
    """A failure elsewhere is raised in the main thread, as Ctrl-C would be; a call that
    goes on hears of it itself. A script that handles SIGINT in its own way hears of it
    at its next call."""
    def handle(number, frame):
        if news:
            raise RankFailure(news.pop())
        signal.default_int_handler(number, frame)

    def watch():
        while not over.wait(_LOOK_SECONDS):
            if not processes.lock.acquire(blocking=False):
                continue
            try:
                why = signal.getsignal(signal.SIGINT) is handle and processes.news()
            finally:
                processes.lock.release()
            if why:
                news.append(why)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                return

    news, over = [], threading.Event()
    if (threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler):
        signal.signal(signal.SIGINT, handle)
        thread = threading.Thread(target=watch, name="popt's news of failures", daemon=True)
        thread.start()

        def end():
            if os.getpid() == _owner:
                over.set()
                thread.join()
        native.at_end(end)


def _in_a_line(kind, error, trace):
    """The exception, and the line of the user's that raised it."""
    text = " ".join(str(error).split())
    text = f"{kind.__name__}: {text[:600]}" if text else kind.__name__
    packages = (os.sep + "site-packages" + os.sep, os.path.dirname(__file__) + os.sep)
    for frame in reversed(traceback.extract_tb(trace)):
        if not any(part in frame.filename for part in packages):
            return f"{text} ({os.path.basename(frame.filename)}, line {frame.lineno})"
    return text


def exchange(processes, what, mine):
    """What each process gives, by rank; values that JSON has. Collective."""
    with processes.lock:
        return [json.loads(its) for its in processes.exchange(what, json.dumps(mine).encode())]


def compile_once(processes, name, exported, flags, compile_):
    """(executable or None, package, messages). The first process of each host compiles
    for the others there: `compile_` returns (executable or None, messages). Errors:
    PoptError where the processes compile different things; what `compile_` raises, which
    the others get as an error's text."""
    facts = {"arguments": [f"{a['name']} {a['dtype']}{a['shape']}" for a in exported.args],
             "flags": [list(flag) for flag in flags],
             "module": hashlib.sha256(exported.text.encode()).hexdigest()}
    difference = _difference(name, exchange(processes, f"the compilation of {name}", facts))
    if difference:
        raise PoptError(difference)
    executable, package, messages, raised = None, b"", [], None
    compiles = processes.rank == processes.first_here
    if compiles:
        try:
            executable, messages = compile_()
            package = executable.package() if executable else b""
        except BaseException as error:  # Ctrl-C, too: the others wait for it
            raised, package = error, b""
            said = _in_a_line(type(error), error, error.__traceback__)
            messages = [(2, f"rank {processes.rank}: {said}")]
    with processes.lock:
        head = json.dumps([compiles and not package, list(messages)]).encode()
        all_ = processes.exchange(f"the program of {name}",
                                  len(head).to_bytes(8, "little") + head + package)
    if raised is not None:
        raise raised
    ends = [8 + int.from_bytes(its[:8], "little") for its in all_]
    heads = [json.loads(its[8:end]) for its, end in zip(all_, ends)]
    # Of several hosts one may fail alone: then no process starts it.
    source = next((rank for rank, (failed, _) in enumerate(heads) if failed), processes.first_here)
    return executable, all_[source][ends[source]:], [tuple(message) for message in heads[source][1]]


def _difference(name, facts):
    """What the first that differs compiles otherwise than rank 0."""
    for rank, its in enumerate(facts):
        if its == facts[0]:
            continue
        for what, one, other in (("arguments", its["arguments"], facts[0]["arguments"]),
                                 ("options", its["flags"], facts[0]["flags"])):
            if one != other:
                pairs = [(a, b) for a, b in zip(one + [None], other + [None]) if a != b]
                pairs = pairs or [(f"{len(one)} of them", f"{len(other)}")]
                return (f"rank {rank} compiles {name} with other {what} than rank 0: "
                        f"{_said(pairs[0][0])}, and {_said(pairs[0][1])} there; where each process "
                        "has its own part of a batch, popt.local(...) says so")
        return (f"rank {rank} compiles another module for {name} than rank 0: does something in it "
                "depend on the process, such as a seed or a constant that it closes over?")
    return None


def _said(value):
    return "=".join(value) if isinstance(value, list) else "none" if value is None else str(value)


class Local:
    """This process's part of an argument, or of a result.

    data        a numpy array
    index       slices of the whole that it is; None of an argument
    """
    __slots__ = ("data", "index")

    def __init__(self, data, index=None):
        self.data, self.index = data, index

    @property
    def shape(self):
        return np.shape(self.data)

    @property
    def dtype(self):
        return self.data.dtype if hasattr(self.data, "dtype") else np.asarray(self.data).dtype

    def __array__(self, dtype=None, copy=None):
        return np.array(self.data, dtype=dtype) if copy else np.asarray(self.data, dtype=dtype)

    def __repr__(self):
        return f"popt.Local({self.data!r}, {self.index})"


def local(tree):
    """Says that the arrays of a tree are this process's part of an argument: the block
    that the argument's sharding gives its rank (`Compiled.blocks`), as where each
    process loads its share of a batch. `compile` needs their `in_shardings` to know the
    whole shape, or takes a `jax.ShapeDtypeStruct` instead."""
    import jax
    return jax.tree.map(Local, tree)


def is_spread(leaf):
    """Whether it is a `jax.Array` that this process of several (`jax.distributed`) has
    a part of."""
    import jax
    return isinstance(leaf, jax.Array) and not leaf.is_fully_addressable


def block_of(array, block):
    """The elements [(begin, end), ...] of a `jax.Array`; None if some are in other
    processes alone."""
    parts = {tuple(part.indices(size)[:2] for part, size in zip(shard.index, array.shape)): shard.data
             for shard in array.addressable_shards}
    if block in parts:
        return np.asarray(parts[block])
    # Parts are the same or apart.
    found, known = np.empty([end - begin for begin, end in block], array.dtype), 0
    for place, data in parts.items():
        both = [(max(a, b), min(c, d)) for (a, c), (b, d) in zip(block, place)]
        if all(begin < end for begin, end in both):
            into, of = (tuple(slice(begin - origin, end - origin)
                              for (begin, end), (origin, _) in zip(both, box)) for box in (block, place))
            found[into] = np.asarray(data)[of]
            known += math.prod(end - begin for begin, end in both)
    return found if known == found.size else None


def whole_shapes(args, in_shardings, axes):
    """The arguments with the shape of the whole in place of local parts."""
    import jax
    leaves, tree = jax.tree.flatten(args)
    # Of an array of several processes the shape is known, and the layout is popt's.
    leaves = [jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, weak_type=is_weak(leaf))
              if is_spread(leaf) else leaf
              for leaf in leaves]
    if not any(isinstance(leaf, Local) for leaf in leaves):
        return jax.tree.unflatten(tree, leaves)
    sizes = {name.rpartition(":")[2]: size for name, size in axes.items()
             if not name.startswith("time:")}
    specs = _specs_of_leaves(in_shardings, args)
    return jax.tree.unflatten(tree, [
        _whole_shape(leaf, spec, sizes) if isinstance(leaf, Local) else leaf
        for leaf, spec in zip(leaves, specs)])


def _specs_of_leaves(in_shardings, args):
    """The PartitionSpec or None of each leaf; shardings may be a tree's prefix."""
    import jax
    if in_shardings is None:
        return [None] * len(jax.tree.leaves(args))
    specs = []

    def is_spec(node):
        return node is None or isinstance(node, (jax.sharding.PartitionSpec, jax.sharding.Sharding))

    def spread(spec, part):
        specs.extend([getattr(spec, "spec", spec)] * len(jax.tree.leaves(part)))
    prefix = tuple(in_shardings) if isinstance(in_shardings, list) else in_shardings
    if is_spec(prefix):
        spread(prefix, args)
    else:
        jax.tree.map(spread, prefix, args, is_leaf=is_spec)
    return specs


def _whole_shape(leaf, spec, sizes):
    import jax
    if spec is None:
        raise TypeError("popt.local(...) in compile() needs a PartitionSpec in in_shardings, which "
                        "says what the whole is; or give jax.ShapeDtypeStruct of the whole")
    shape = list(leaf.shape)
    for dim, names in enumerate(spec):
        for name in (names,) if isinstance(names, str) else names or ():
            shape[dim] *= sizes.get(name) or 1
    return jax.ShapeDtypeStruct(tuple(shape), jax.dtypes.canonicalize_dtype(leaf.dtype))
