"""What a compiled function returns and does not put into numpy arrays."""
import math
import os

import numpy as np

from . import native
from .arguments import slices_text
from .errors import PoptError
from .processes import Local

# Devices as DLPack numbers them; the second CUDA is that of managed memory.
CUDA_DEVICES = 2, 13
_CUDA = CUDA_DEVICES[0]
_OF_HOST = (1, 0)


class Array(np.lib.mixins.NDArrayOperatorsMixin):
    """State in the memory of the ranks, or a result that several processes have parts of.

    The function that returned it takes it back at no cost. Anything else that
    looks at it (numpy, JAX, another compiled function, `float`) gets a copy,
    which is made once. A later call of the function updates the memory in
    place; from then on an array that was not looked at is gone, as a donated
    one of JAX: `np.asarray(array)` before that keeps it. `pickle` and `copy` make
    numpy arrays of it.

    On GPUs: also a result that is no state, in memory of its own. A library that takes
    that memory itself (`__dlpack__`, `__cuda_array_interface__`) may write to it: what
    looks at it later sees that.

    In several processes `local` is what this one has; `gather()`, which all call, gives
    the whole. Looking at what is elsewhere without it is a PoptError.
    """
    __slots__ = ("_program", "_index", "_version", "_of_state", "_host", "_block", "_memory",
                 "_lent", "__weakref__")

    def __init__(self, program, index, version, block=None, memory=None):
        self._program, self._index, self._version, self._host = program, index, version, None
        self._of_state = program.state_version
        self._block, self._memory = block, memory
        self._lent = False

    @property
    def _tensor(self):
        return self._program.result(self._index)

    @property
    def _kind(self):
        """(shape, dtype, weak_type)"""
        return self._program.kinds[self._index]

    @property
    def shape(self):
        return self._kind[0]

    @property
    def dtype(self):
        return self._kind[1]

    @property
    def weak_type(self):
        return self._kind[2]

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    def is_deleted(self):
        """True if a later call has updated it and it was not looked at before."""
        return (self._host is None and self._block is None and self._memory is None
                and self._of_state != self._program.state_version)

    @property
    def local(self):
        """This process's part: a `popt.Local` of a numpy array and its place in the whole.
        None if it has no part. Errors: PoptError if it has several."""
        if self._program.has_whole(self._index):
            return Local(self.__array__(), tuple(slice(0, n) for n in self.shape))
        place = self._place()
        if place is None:
            return None
        part = self._part()
        if part.shape != tuple(dim.stop - dim.start for dim in place):
            raise PoptError(f"{self._tensor.name} has several blocks in this process; .gather(), "
                            "which all of them call, gives the whole")
        return Local(part, place)

    def gather(self):
        """The whole, a numpy array. In several processes all call it."""
        if self._host is None and not self._program.has_whole(self._index):
            found = []
            with native.turn(self._program):
                try:
                    self._program.gather(self._index, self._version, _bits(self._part()), found)
                finally:
                    if found:
                        self._keep(found[0])
        return self.__array__()

    def _keep(self, host):
        host.flags.writeable = False
        self._host = host

    def _place(self):
        block = self._program.result_blocks(self._index)[self._program.rank]
        return None if block is None else tuple(slice(*ends) for ends in block)

    def _part(self):
        """The block of this process, read once."""
        with native.turn(self._program):
            self._check()
            if self._block is None:
                self._block = self._program.read_block(self._index)
            return self._block

    def _check(self):
        if self.is_deleted():
            raise RuntimeError(f"{self._tensor.name} was updated in place by a later call; "
                               "np.asarray(…) before that call keeps its value")

    def block_until_ready(self):
        """Calls have done their work when they return."""
        return self

    def __array__(self, dtype=None, copy=None):
        if self._memory is not None:
            return self._numpy_of(self._from_gpu(), dtype, copy)
        if self._host is None:
            with native.turn(self._program):
                self._check()
                if not self._program.has_whole(self._index):
                    raise PoptError(f"{self._tensor.name} is on several processes: this one has "
                                    f"{slices_text(self._place())} of {list(self.shape)} (.local); "
                                    ".gather(), which all of them call, gives the whole")
                if self._host is None:
                    self._keep(self._program.read(self._index))
        return self._numpy_of(self._host, dtype, copy)

    @staticmethod
    def _numpy_of(host, dtype, copy):
        if copy or (dtype is not None and dtype != host.dtype):
            return np.array(host, dtype=dtype)
        return host

    def _memory_turn(self):
        """To read or to lend memory of its own: one thread at a time."""
        return native.turn(self._program, self._program.memory_lock)

    def _from_gpu(self):
        """The numbers in its own memory, which are remembered unless others may write there."""
        if (host := self._host) is not None:
            return host
        with self._memory_turn():
            if self._host is not None:
                return self._host
            host = self._program.to_host(self._index, self._settled())
            if not self._lent:
                self._keep(host)
            return host

    def __jax_array__(self):
        import jax
        if self._gpu() is not None and self._has_number and jax.default_backend() == "gpu":
            return jax.dlpack.from_dlpack(self)
        return jax.numpy.asarray(self.__array__())

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if any(isinstance(out, Array) for out in kwargs.get("out", ())):
            self._refuse_to_change()
        inputs = (np.asarray(x) if isinstance(x, Array) else x for x in inputs)
        return getattr(ufunc, method)(*inputs, **kwargs)

    def __setitem__(self, index, value):
        self._refuse_to_change()

    def _refuse_to_change(self):
        raise TypeError(f"{self._tensor.name} is a popt.Array, which does not change: "
                        "np.array(…) is a copy that does")

    def _gpu(self):
        """The number of the GPU that has it, or its first part; None: none has."""
        if self._memory is not None or (self._program.gpus and self._block is None
                                        and self._of_state == self._program.state_version):
            return self._program.gpus[0]
        return None

    @property
    def _has_number(self):
        """Whether all libraries know its type in DLPack; float8 and int4 are newer."""
        return self.dtype == self._tensor.storage or self.dtype.name == "bfloat16"

    def _settled(self):
        """Its own memory, when all that others write there is done."""
        if self._lent:
            self._memory.finish_all()
        return self._memory

    def _on_gpu(self):
        """All of it in the memory of that GPU: its own, or a copy of the ranks' state."""
        if self._memory is not None:
            with self._memory_turn():
                return self._settled()
        with native.turn(self._program):
            self._check()
            return self._program.read_on_gpu(self._index)

    def _read_for(self, program):
        """What another function's program takes in place of this state without its turn."""
        if not self._program.has_whole(self._index):
            return self  # whose parts are taken as they are, or gathered
        if program.gpus and self._gpu() is not None:
            return Array(self._program, self._index, self._version, memory=self._on_gpu())
        self.__array__()
        return self

    def _to_read(self, stream):
        """As a tensor of DLPack, for the ranks of another function."""
        return self._program.as_tensor(self._index, self._on_gpu())

    def _lend(self):
        """The same for a library that may write to it."""
        if self._memory is None:
            return self._on_gpu()
        with self._memory_turn():
            memory = self._settled()
            self._lent, self._host = True, None
            return memory

    def __dlpack__(self, *, stream=None, dl_device=None, copy=None, **options):
        # Calls have done their work when they return: there is nothing for a stream to wait
        # for. A tensor of the first version is what all libraries take.
        wanted = self.__dlpack_device__() if dl_device is None else tuple(dl_device)
        if wanted == _OF_HOST:
            if copy is False:
                raise BufferError(f"{self._tensor.name} is given to the host as a copy alone")
            # numpy exports no arrays that may not be written to.
            return np.array(self).__dlpack__(**options)
        if wanted != self.__dlpack_device__():
            where = "the host" if self._gpu() is None else f"GPU {self._gpu()}"
            raise BufferError(f"{self._tensor.name} is on {where}, not on {wanted}")
        if not self._has_number:
            raise BufferError(f"{self._tensor.name} is {self.dtype}, which DLPack does not have in the "
                              "form that all libraries take: np.asarray(…) copies it to the host")
        if copy is False and self._memory is None:
            raise BufferError(f"{self._tensor.name} is state, which is given away as a copy alone")
        if copy and self._memory is not None:
            with self._memory_turn():
                return self._program.as_tensor(self._index, self._settled().copy())
        return self._program.as_tensor(self._index, self._lend())

    def __dlpack_device__(self):
        return _OF_HOST if self._gpu() is None else (_CUDA, self._gpu())

    @property
    def __cuda_array_interface__(self):
        dtype = np.dtype(self._tensor.storage)
        # State is given away as a copy, which none would keep here; a forked child has no GPU.
        if (self._memory is None or dtype != self.dtype
                or os.getpid() != self._program.process):
            raise AttributeError("__cuda_array_interface__")
        # To ask for it is to borrow: the library does not say when it takes the memory.
        return {"shape": self.shape, "typestr": dtype.str, "data": (self._lend().data, False),
                "strides": None, "version": 3, "stream": None}

    def __reduce__(self):
        return np.array, (self.__array__(),)

    def __deepcopy__(self, memo):
        return np.array(self)

    def __getitem__(self, index):
        return self.__array__()[index]

    def __len__(self):
        return len(self.__array__())

    def __float__(self):
        return float(self.__array__())

    def __int__(self):
        return int(self.__array__())

    def __bool__(self):
        return bool(self.__array__())

    def __format__(self, spec):
        return format(self.__array__()[()] if self.ndim == 0 else self.__array__(), spec)

    def __getattr__(self, name):
        # What no array has is asked for, too, such as JAX's `sharding`.
        if name.startswith("_") or not hasattr(np.ndarray, name):
            raise AttributeError(name)
        return getattr(self.__array__(), name)

    def __repr__(self):
        if self.is_deleted():
            return f"<popt.Array {self._tensor.name}, updated by a later call>"
        if self._host is None and not self._program.has_whole(self._index):
            return (f"<popt.Array {self._tensor.name}, {slices_text(self._place())} of "
                    f"{list(self.shape)}>")
        return f"popt.{self.__array__()!r}"


def _bits(array):
    """A dense array of a type that numpy has."""
    return np.asarray(array, order="C").view(np.uint8) if array.ndim else array
