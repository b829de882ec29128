"""What a call's arguments become: arrays with the bits that ranks read in place.

What is such an array already, or this process's block, the compiled part sees itself;
what comes here is converted, or refused with its name.
"""
import numpy as np

from . import processes as together
from .arrays import dtype_of
from .leaves import is_key
from .processes import Local

# Of numbers that Python writes, each a part of the next; bfloat16 is a V to numpy.
_KINDS = "bifVc"


def converter(program, keys):
    """(argument, leaf) -> a dense numpy array with the argument's bits."""
    import jax
    arguments = program.arguments
    types = [dtype_of(argument.dtype) for argument in arguments]

    def convert(index, leaf):
        argument, dtype = arguments[index], types[index]
        if index in keys:
            leaf = jax.random.key_data(leaf)
        elif is_key(leaf):
            raise TypeError(f"{argument.name} is {type_of(leaf)}, but was compiled as "
                            f"{dtype}{list(argument.shape)}")
        if (isinstance(leaf, program.array_type) and leaf._host is None
                and not leaf._program.has_whole(leaf._index)):
            # State of another function, whose blocks may be these.
            if program.rank >= 0 and program.has_blocks_of(index, leaf._program, leaf._index):
                leaf = Local(leaf._part())
            else:
                leaf = leaf.gather()
        elif together.is_spread(leaf):
            leaf = own_part(index, leaf)
        is_part = isinstance(leaf, Local)
        shape = part_shape(index) if is_part else argument.shape
        array = on_host(leaf.data if is_part else leaf, index)
        # As JAX does: 1 may stand for 1.0, and wide types are narrow without x64.
        fits = (_KINDS.find(array.dtype.kind) <= _KINDS.find(dtype.kind)
                if isinstance(leaf, (bool, int, float, complex))
                else jax.dtypes.canonicalize_dtype(array.dtype) == dtype)
        if fits:
            array = array.astype(dtype, copy=False)
        if array.dtype != dtype or shape is not None and array.shape != shape:
            raise TypeError(
                f"{argument.name} is {array.dtype}{list(array.shape)} here, but this process's part "
                f"of {dtype}{list(argument.shape)} is {dtype}{list(shape or ())}" if is_part else
                f"{argument.name} is {array.dtype}{list(array.shape)}, but was compiled "
                f"as {dtype}{list(argument.shape)}" + hint(array))
        # Not ascontiguousarray: that makes scalars lists.
        bits = np.asarray(array, order="C").view(argument.storage)
        return (bits,) if is_part else bits

    def on_host(leaf, index):
        try:
            return np.asarray(leaf)
        except TypeError as error:
            if not hasattr(leaf, "__dlpack__"):
                raise
            argument = arguments[index]
            advice = (f"give a dense one of {types[index]}{list(argument.shape)} that needs no gradient"
                      if program.gpus else
                      "the program runs on processors: give it in the host's memory, or compile for GPUs")
            raise TypeError(f"{argument.name} is {type_of(leaf)}, which is neither a tensor that ranks "
                            f"read where it is nor one that becomes a numpy array: {advice}"
                            f"{refusal(leaf)}") from error

    def refusal(leaf):
        """Why another library does not give its tensor away, if it says so."""
        try:
            leaf.__dlpack__()
        except Exception as error:
            return f" ({type(leaf).__name__}.__dlpack__ said: {error})"
        return ""

    def own_part(index, leaf):
        """Of a jax.Array of several processes, from its parts here."""
        if leaf.is_fully_replicated:
            return leaf.addressable_data(0)
        argument, what = arguments[index], "of several processes"
        if leaf.shape != argument.shape:
            raise TypeError(f"{argument.name} is {type_of(leaf)}, but was compiled as "
                            f"{types[index]}{list(argument.shape)}")
        if part_shape(index, what) is None:
            return Local(np.empty(0, leaf.dtype))
        block = tuple(program.blocks(index)[program.rank])
        part = together.block_of(leaf, block)
        if part is None:
            raise TypeError(f"{argument.name}: this process is rank {program.rank}, which needs "
                            f"{slices_text([slice(*ends) for ends in block])} of {list(leaf.shape)}, "
                            "and has other parts of this jax.Array: give it the sharding of the "
                            "argument, with processes in the order of ranks, or the whole")
        return Local(part)

    def part_shape(index, what="popt.local(...)"):
        """Of this process's part; None if it has none, and takes any."""
        if program.rank < 0:
            raise TypeError(f"{arguments[index].name} is {what}, but all ranks are in this "
                            "process: give the whole")
        if program.has_lists(index):
            raise TypeError(f"{arguments[index].name} is {what}, but processes have several "
                            "blocks of it: give the whole")
        block = program.blocks(index)[program.rank]
        return None if block is None else tuple(end - begin for begin, end in block)

    def hint(array):
        return ("" if not array.ndim else
                "; popt.local(...) says that it is this process's part, and popt.jit compiles for "
                "each shape and type" if program.rank >= 0 else
                "; popt.jit compiles for each shape and type")
    return convert


def type_of(leaf):
    return f"{leaf.dtype}{list(leaf.shape)}" if hasattr(leaf, "dtype") else type(leaf).__name__


def slices_text(place):
    return "nothing" if place is None else str(
        [f"{part.start}:{part.stop}" for part in place]).replace("'", "")
