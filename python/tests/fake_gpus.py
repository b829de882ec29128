"""GPUs for tests: the driver that interprets kernels in host memory (test/fake), in this
process or in those that it starts. What it counts and finds is `FakeGpus`'s.
"""
import ctypes
import os
import pathlib

import numpy as np
import pytest

_BUILD = (pathlib.Path(os.environ["POPT_BIN"]).parent if os.environ.get("POPT_BIN") else
          pathlib.Path(__file__).parents[2] / "build")
LIBRARY = _BUILD / "runtime/fake/libpopt-fake-cuda.so"
# A driver that is not there: tests are of processors unless they ask for GPUs.
NO_DRIVER = "/nowhere/libcuda.so"
# Where all is built, the fake driver is, too.
needed = pytest.mark.skipif(not LIBRARY.exists() and not os.environ.get("POPT_BIN"),
                            reason="the fake driver is not built")

_COUNTERS = ("launches products convolutions attentions graph_launches thread_instructions "
             "bytes_accessed bytes_accessed_by_16 sectors bytes_to_host copies_to_host "
             "bytes_to_device bytes_within nccl_bytes bytes_allocated bytes_peak "
             "host_bytes_allocated barriers barriers_skipped reports live_objects").split()


class Dtype:
    """A type as PyTorch has it: no numpy's, but called like it."""

    def __init__(self, dtype):
        self.dtype, self.kind, self.itemsize = dtype, dtype.kind, dtype.itemsize

    def __str__(self):
        return f"torch.{self.dtype}"


def report():
    """The driver's first finding in this process, or None."""
    library = ctypes.CDLL(os.fspath(LIBRARY))
    library.popt_fake_cuda_report.restype = ctypes.c_char_p
    text = library.popt_fake_cuda_report(ctypes.c_uint64(0))
    return text and text.decode()


class FakeGpus:
    """The fake driver of this process, as it was before its first use."""

    def __init__(self, words):
        self.library = ctypes.CDLL(os.fspath(LIBRARY))
        assert self.library.popt_fake_cuda_reset(words.encode()) == 0

    def counters(self):
        values = (ctypes.c_uint64 * len(_COUNTERS))()
        self.library.popt_fake_cuda_counters(values)
        return dict(zip(_COUNTERS, values))

    def report(self):
        return report()


# DLPack's names of types, and what a capsule holds.
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_NEW_CAPSULE = ctypes.pythonapi.PyCapsule_New
_NEW_CAPSULE.restype = ctypes.py_object
_NEW_CAPSULE.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_IN_CAPSULE = ctypes.pythonapi.PyCapsule_GetPointer
_IN_CAPSULE.restype = ctypes.c_void_p
_IN_CAPSULE.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Cuda:
    """Another library that computes on the GPU, in a stream of its own."""

    def __init__(self, library, gpu=0):
        self.library, self.gpu = library, gpu
        self.call("cuInit", 0)
        self.context = self._new("cuDevicePrimaryCtxRetain", device=gpu)
        self.call("cuCtxSetCurrent", self.context)
        self.stream = self._new("cuStreamCreate", flags=1)

    def _new(self, name, **argument):
        made = ctypes.c_void_p()
        self.call(name, ctypes.byref(made), *argument.values())
        return made

    def call(self, name, *arguments):
        function = ctypes.c_void_p()
        assert self.library.cuGetProcAddress_v2(
            name.encode(), ctypes.byref(function), 12000, ctypes.c_uint64(0), None) == 0
        status = ctypes.CFUNCTYPE(ctypes.c_int32)(function.value)(*arguments)
        assert status == 0, f"{name}: {status}"

    def close(self):
        self.call("cuCtxSetCurrent", self.context)
        self.call("cuStreamDestroy", self.stream)
        self.call("cuDevicePrimaryCtxRelease", self.gpu)

    def synchronize(self):
        """Waits for all of the GPU; the driver's status: one that is recorded is spoilt."""
        self.call("cuCtxSetCurrent", self.context)
        function = ctypes.c_void_p()
        assert self.library.cuGetProcAddress_v2(
            b"cuCtxSynchronize", ctypes.byref(function), 12000, ctypes.c_uint64(0), None) == 0
        return ctypes.CFUNCTYPE(ctypes.c_int32)(function.value)()

    @property
    def current(self):
        """The context of this thread, as a number."""
        return self._new("cuCtxGetCurrent").value

    def tensor(self, array, order="C"):
        return Tensor(self, array, order)

    def _its(self, capsule):
        return ctypes.cast(_IN_CAPSULE(capsule, b"dltensor"), ctypes.POINTER(_Managed)).contents.tensor

    def taken(self, source):
        """What a library takes of a DLPack source, read back: (array, device number)."""
        capsule = source.__dlpack__(stream=self.stream.value)
        its = self._its(capsule)
        kind = {code: kind for kind, code in _CODES.items()}[its.code]
        array = np.empty([its.shape[d] for d in range(its.ndim)], f"{kind}{its.bits // 8}")
        self.call("cuCtxSetCurrent", self.context)
        self.call("cuMemcpyAsync", ctypes.c_void_p(array.ctypes.data),
                  ctypes.c_uint64(its.data + its.byte_offset), ctypes.c_size_t(array.nbytes),
                  self.stream)
        self.call("cuStreamSynchronize", self.stream)
        return array, (its.device_type, its.device_id)

    def clear(self, capsule):
        """Writes zeros to the tensor of a capsule, in the library's own stream and late."""
        its = self._its(capsule)
        elements = int(np.prod([its.shape[d] for d in range(its.ndim)]))
        self.call("cuCtxSetCurrent", self.context)
        self.call("cuMemsetD8Async", ctypes.c_uint64(its.data + its.byte_offset),
                  ctypes.c_uint8(0), ctypes.c_size_t(elements * its.bits // 8), self.stream)


class Tensor:
    """A tensor of that library, which is written late, in its stream."""

    def __init__(self, cuda, array, order):
        self.cuda, self.shape, self.dtype = cuda, array.shape, array.dtype
        dense = np.asarray(array, order=order)
        self.strides = [stride // array.itemsize for stride in dense.strides]
        self.data = ctypes.c_uint64()
        self.bytes = []  # which are read late
        cuda.call("cuCtxSetCurrent", cuda.context)
        cuda.call("cuMemAlloc", ctypes.byref(self.data), ctypes.c_size_t(max(array.nbytes, 1)))
        self.fill(dense.T if order == "F" else dense)
        # Streams that were told to wait, and the contexts that were current then.
        self.streams, self.contexts, self.kept = [], [], []

    def fill(self, array):
        """Writes the numbers of an array, late."""
        self.bytes.append(np.array(array, order="C"))
        self.cuda.call("cuCtxSetCurrent", self.cuda.context)
        self.cuda.call("cuMemcpyAsync", self.data, ctypes.c_void_p(self.bytes[-1].ctypes.data),
                       ctypes.c_size_t(self.bytes[-1].nbytes), self.cuda.stream)

    def copy(self):
        copy = Tensor(self.cuda, np.empty(self.shape, self.dtype), "C")
        self.cuda.call("cuMemcpyAsync", copy.data, self.data,
                       ctypes.c_size_t(copy.bytes[0].nbytes), self.cuda.stream)
        return copy

    def __array__(self, dtype=None, copy=None):
        raise TypeError("it is on a GPU")

    def __dlpack_device__(self):
        return (2, self.cuda.gpu)

    def __dlpack__(self, *, stream=None):
        cuda, event = self.cuda, ctypes.c_void_p()
        self.streams.append(stream)
        self.contexts.append(cuda.current)
        cuda.call("cuCtxSetCurrent", cuda.context)
        cuda.call("cuEventCreate", ctypes.byref(event), 2)
        cuda.call("cuEventRecord", event, cuda.stream)
        cuda.call("cuStreamWaitEvent", ctypes.c_void_p(stream), event, 0)
        cuda.call("cuEventDestroy", event)
        dims = len(self.shape)
        shape = (ctypes.c_int64 * dims)(*self.shape)
        strides = (ctypes.c_int64 * dims)(*self.strides)
        tensor = _DLTensor(self.data.value, 2, cuda.gpu, dims, _CODES[self.dtype.kind],
                           8 * self.dtype.itemsize, 1, shape, strides, 0)
        managed = _Managed(tensor, None, None)
        # All live as long as this does, which those that take it keep.
        self.kept.append((shape, strides, managed))
        return _NEW_CAPSULE(ctypes.addressof(managed), b"dltensor", None)

    def __del__(self):
        self.cuda.call("cuCtxSetCurrent", self.cuda.context)
        self.cuda.call("cuMemFree", self.data)
