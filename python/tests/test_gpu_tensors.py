"""Tensors of other libraries as arguments, and results as theirs, on GPUs: by DLPack, in
the order of streams, and no byte of them through the host. The fake driver runs what is in
streams late and in any order that they allow, and reports reads of what is not yet written.
"""
import copy
import ctypes
import gc
import pickle

import numpy as np
import pytest

import fake_gpus
import popt

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

from gpu_step import EXPECTED, MESHES, N, W, X, compiled, train  # noqa: E402

pytestmark = fake_gpus.needed


def copied(cuda, call):
    """What a call copies to the host and from it, in bytes, and what it returns."""
    before = cuda.counters()
    result = call()
    after = cuda.counters()
    return (after["bytes_to_host"] - before["bytes_to_host"],
            after["bytes_to_device"] - before["bytes_to_device"]), result


def own(*arrays):
    """The bytes of some of them: copies of a library that may have waited in its stream."""
    sums = {0}
    for array in arrays:
        sums |= {bytes + array.nbytes for bytes in sums}
    return sums


@pytest.mark.parametrize("mesh", MESHES)
def test_batches_and_results_stay_on_gpus(mesh, cuda):
    step = compiled(mesh)
    w, loss, y = step(W, X, N)
    for _ in range(2):  # the first call records, and the next replays
        batch, numbers = cuda.tensor(X), cuda.tensor(N)
        expected = jax.jit(train)(np.asarray(w), X, N)
        # Of the results the scalar comes to the host, from each rank. What goes from there to
        # the GPU are the library's own copies, which may have waited in its stream until now.
        (to_host, to_device), (w, loss, y) = copied(cuda, lambda: step(w, batch, numbers))
        assert to_host == 4 * len(step.memory)
        assert to_device in own(X, N)
        # The library was told which stream reads the tensor.
        assert len(batch.streams) == 1 and batch.streams[0] > 2
        np.testing.assert_allclose(loss, expected[1], rtol=1e-5)
        (to_host, _), (array, device) = copied(cuda, lambda: cuda.taken(y))
        assert to_host == y.size * 4 and device == (2, 0)
        np.testing.assert_allclose(array, expected[2], rtol=1e-5, atol=1e-6)
        np.testing.assert_array_equal(np.asarray(y), array)
        # State, too: a copy, which the next call leaves as it is.
        array, device = cuda.taken(w)
        np.testing.assert_allclose(array, expected[0], rtol=1e-5)
        assert device == (2, 0)


def test_results_stay_what_they_are(cuda):
    step = compiled("dp")
    w, _, first = step(W, X, N)
    kept = step(w, 2 * X, N)[2]
    np.testing.assert_allclose(first, EXPECTED[2], rtol=1e-5, atol=1e-6)
    assert not first.is_deleted() and not np.array_equal(np.asarray(kept), EXPECTED[2])
    del step
    gc.collect()
    np.testing.assert_allclose(cuda.taken(first)[0], EXPECTED[2], rtol=1e-5, atol=1e-6)


def test_a_tensor_may_have_strides(cuda):
    step = compiled("tp")
    batch = cuda.tensor(X, order="F")
    assert batch.strides == [1, 7]
    (to_host, to_device), (w, loss, y) = copied(cuda, lambda: step(W, batch, N))
    # n is on both ranks; x is the library's own copy.
    assert to_host == 8 and to_device - W.nbytes - 2 * N.nbytes in own(X)
    np.testing.assert_allclose(y, EXPECTED[2], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("order", "CF")
def test_memory_that_peers_do_not_reach_is_copied_first(order, cuda):
    step = compiled("tp")
    batch = cuda.tensor(X, order)
    assert cuda.library.popt_fake_cuda_pool(batch.data) == 0
    (to_host, _), (w, loss, y) = copied(cuda, lambda: step(W, batch, N))
    assert to_host == 8
    np.testing.assert_allclose(y, EXPECTED[2], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("mesh", ["one", "dp"])
def test_state_of_another_function_is_copied_there(mesh, cuda):
    step, other = compiled(mesh), compiled("tp")
    w, _, y = step(W, X, N)
    other(W, X, N)
    batch, numbers = cuda.tensor(X), cuda.tensor(N)
    (to_host, to_device), (again, loss, _) = copied(cuda, lambda: other(w, batch, numbers))
    assert to_host == 8 and to_device in own(X, N)  # the library's own
    expected = jax.jit(train)(EXPECTED[0], X, N)
    np.testing.assert_allclose(again, expected[0], rtol=1e-5)
    # The step's own state was read, not given away.
    np.testing.assert_allclose(step(w, X, N)[0], expected[0], rtol=1e-5)


def test_a_gpu_without_memory_is_said(cuda):
    step, other = compiled("one"), compiled("one")
    w = step(W, X, N)[0]
    other(W, X, N)
    assert cuda.library.popt_fake_cuda_fail(b"cuMemAlloc", ctypes.c_uint64(1), 2) == 0
    with pytest.raises(popt.PoptError, match="out of memory"):
        other(w, X, N)
    np.testing.assert_allclose(other(w, X, N)[2], step(w, X, N)[2], rtol=1e-5, atol=1e-6)


def test_other_types_and_gpus_go_through_the_host(cuda):
    step = compiled("one")
    wide = cuda.tensor(N.astype(np.int64))
    (to_host, _), (_, loss, y) = copied(cuda, lambda: step(W, X, wide))
    assert to_host == wide.bytes[0].nbytes + 4
    np.testing.assert_allclose(y, EXPECTED[2], rtol=1e-5, atol=1e-6)
    elsewhere = fake_gpus.Cuda(cuda.library, gpu=1)
    batch = elsewhere.tensor(X)
    np.testing.assert_allclose(step(W, batch, N)[2], EXPECTED[2], rtol=1e-5, atol=1e-6)
    del batch
    elsewhere.close()


@pytest.mark.parametrize("array,order,text", [
    (X[:5], "C", r"^x is float32\[5, 8\], but was compiled as float32\[7, 8\]"),
    (X.astype(np.int32), "C", r"^x is int32\[7, 8\], but was compiled as float32\[7, 8\]"),
    (X.astype(np.float64), "F", r"^x is float64\[7, 8\], which is neither a tensor that ranks read "
     r"where it is nor one that becomes a numpy array: give a dense one of float32\[7, 8\] that"),
])
def test_wrong_tensors_are_refused(array, order, text, cuda):
    step = compiled("one")
    with pytest.raises(TypeError, match=text):
        step(W, cuda.tensor(array, order), N)
    np.testing.assert_allclose(step(W, cuda.tensor(X), N)[2], EXPECTED[2], rtol=1e-5, atol=1e-6)


def test_what_dlpack_says_of_results(cuda):
    step = compiled("one")
    w, _, y = step(W, X, N)
    assert y.__dlpack_device__() == w.__dlpack_device__() == (2, 0)
    np.testing.assert_array_equal(np.from_dlpack(y, device="cpu"), np.asarray(y))
    with pytest.raises(BufferError, match="is on GPU 0, not on"):
        y.__dlpack__(dl_device=(2, 1))
    with pytest.raises(BufferError, match="is on the host, not on"):
        compiled("one", target="cpu")(W, X, N)[0].__dlpack__(dl_device=(2, 0))
    interface = y.__cuda_array_interface__
    assert interface["shape"] == (7, 4) and interface["typestr"] == "<f4"
    # The same memory each time, but for a copy.
    assert interface["data"] == y.__cuda_array_interface__["data"]
    before = cuda.counters()["bytes_allocated"]
    its = y.__dlpack__(copy=True)
    assert cuda.counters()["bytes_allocated"] - before == y.size * 4
    del its
    assert cuda.counters()["bytes_allocated"] == before
    with pytest.raises(BufferError, match="is given to the host as a copy alone"):
        y.__dlpack__(dl_device=(1, 0), copy=False)
    with pytest.raises(BufferError, match="is state, which is given away as a copy alone"):
        w.__dlpack__(copy=False)
    assert not hasattr(w, "__cuda_array_interface__")
    # State that a later call has changed is gone, unless it was looked at.
    looked, _, _ = w, *step(w, X, N)[1:]
    assert looked.is_deleted() and looked.__dlpack_device__() == (1, 0)
    with pytest.raises(RuntimeError, match="was updated in place by a later call"):
        looked.__dlpack__()


def test_what_is_lent_may_be_written_to(cuda):
    step, total = compiled("one"), popt.compile(lambda y: y.sum(), (EXPECTED[2],), target="sm_90")
    y = step(W, X, N)[2]
    np.testing.assert_allclose(total(y), EXPECTED[2].sum(), rtol=1e-5)
    np.testing.assert_allclose(y, EXPECTED[2], rtol=1e-5, atol=1e-6)
    capsule = y.__dlpack__(stream=cuda.stream.value)
    np.testing.assert_allclose(total(y), EXPECTED[2].sum(), rtol=1e-5)
    # In a stream that popt does not know.
    cuda.clear(capsule)
    assert total(y) == 0
    np.testing.assert_array_equal(y, np.zeros_like(EXPECTED[2]))
    np.testing.assert_array_equal(cuda.taken(y)[0], np.zeros_like(EXPECTED[2]))
    # A copy is another's own, and so is state.
    z, w = *step(W, X, N)[2:], step(W, X, N)[0]
    copies = z.__dlpack__(copy=True), w.__dlpack__()
    for its in copies:
        cuda.clear(its)
    np.testing.assert_allclose(z, EXPECTED[2], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(w, EXPECTED[0], rtol=1e-5)


def test_threads_keep_their_contexts(cuda):
    other = fake_gpus.Cuda(cuda.library, gpu=1)
    batch = cuda.tensor(X)
    cuda.call("cuCtxSetCurrent", other.context)
    step = compiled("dp")
    w, _, y = step(W, batch, N)
    # Its library has its own GPU as the current one.
    assert batch.contexts == [cuda.context.value] and cuda.current == other.context.value
    copies = y.__dlpack__(copy=True), w.__dlpack__(), y.__dlpack__()
    assert np.asarray(y).shape == (7, 4) and cuda.current == other.context.value
    del copies, y, w, step
    gc.collect()
    assert cuda.current == other.context.value
    other.close()


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_pickled_and_copied_they_are_numpy_arrays(target, cuda):
    w, _, y = compiled("dp", target=target)(W, X, N)
    for make in (copy.copy, copy.deepcopy, lambda array: pickle.loads(pickle.dumps(array))):
        for array in w, y:
            made = make(array)
            assert type(made) is np.ndarray
            np.testing.assert_array_equal(made, array)
            made[:] = 0


def test_batches_of_another_gpu_open_it_once(cuda):
    step = compiled("one")
    other = fake_gpus.Cuda(cuda.library, gpu=1)
    batch = other.tensor(X)
    step(W, batch, N)
    opened = cuda.library.popt_fake_cuda_calls(b"cuDevicePrimaryCtxRetain")
    step(W, batch, N)
    assert cuda.library.popt_fake_cuda_calls(b"cuDevicePrimaryCtxRetain") == opened
    del batch, step
    gc.collect()
    other.close()


def test_why_a_library_keeps_its_tensor_is_said(cuda):
    class Broken:
        shape, dtype = X.shape, X.dtype

        def __dlpack_device__(self):
            return (2, 0)

        def __dlpack__(self, stream=None):
            raise RuntimeError("an illegal access")

        def __array__(self, dtype=None, copy=None):
            raise TypeError("it is on a GPU")
    with pytest.raises(TypeError, match=r"^x is float32\[7, 8\], which is neither .* that needs no "
                                        r"gradient \(Broken.__dlpack__ said: an illegal access\)"):
        compiled("one")(W, Broken(), N)


def test_feeds_leave_odd_tensors_to_the_call(native):
    class Meta:
        """On no device, as those of torch's `meta` are."""
        shape, dtype = X.shape, X.dtype

        def __init__(self, batch):
            self.batch = batch

        def __dlpack__(self, *, stream=None):
            raise RuntimeError("no data")

        def __array__(self, dtype=None, copy=None):
            return self.batch

    class Raising(Meta):
        def __dlpack_device__(self):
            raise RuntimeError("no device")
    step = popt.compile(lambda w, x: (w + x, x.sum()), (0 * X, X), target="cpu", state={0: "[0]"})
    seen = []
    step.run([Meta(X), Raising(2 * X)], 2, metrics=["sum"],
             log=lambda done: seen.append(done.metrics["sum"]))
    np.testing.assert_allclose(seen, [X.sum(), 2 * X.sum()], rtol=1e-5)


def test_results_do_not_change(cuda):
    y = compiled("one")(W, X, N)[2]
    with pytest.raises(TypeError, match=r"is a popt.Array, which does not change: np.array\(…\)"):
        y[0] = 0
    with pytest.raises(TypeError, match="is a popt.Array, which does not change"):
        y += 1


def test_loaders_may_use_their_memory_again(cuda):
    """In a stream of their own, of which the reader's thread alone knows."""
    batches = [X * (i + 1) for i in range(4)]
    step = popt.compile(lambda w, x: (w + x, x.sum()), (0 * X, X), target="sm_90", state={0: "[0]"})

    def loader():
        tensor = cuda.tensor(X)
        for batch in batches:
            tensor.fill(batch)
            yield tensor
    seen = []
    step.run(loader(), 4, metrics=["sum"], ahead=2,
             log=lambda done: seen.append(done.metrics["sum"]))
    np.testing.assert_allclose(seen, [batch.sum() for batch in batches], rtol=1e-5)


def test_types_that_dlpack_lacks_go_by_the_host(cuda):
    step = popt.compile(lambda x: x.astype(jnp.float8_e4m3fn), (X,), target="sm_90")
    y = step(X)
    assert y.dtype == jnp.float8_e4m3fn and y.__dlpack_device__() == (2, 0)
    with pytest.raises(BufferError, match="is float8_e4m3fn, which DLPack does not have in the form"):
        y.__dlpack__()
    expected = jnp.asarray(X).astype(jnp.float8_e4m3fn)
    np.testing.assert_array_equal(jnp.asarray(y), expected)

    class Numbered:
        """As JAX gives an array on a GPU, in a type with a number of its own."""
        shape, dtype = (7, 8), expected.dtype

        def __dlpack_device__(self):
            return (2, 0)

        def __dlpack__(self, stream):
            return expected.__dlpack__()

        def __array__(self, dtype=None, copy=None):
            return np.asarray(expected)

    class Refused(Numbered):
        asked = 0

        def __dlpack__(self, stream):
            Refused.asked += 1
            raise BufferError("no number")
    back = popt.compile(lambda y: y.astype(np.float32), (expected,), target="sm_90")
    for given in y, Numbered(), Refused():
        np.testing.assert_array_equal(back(given), np.asarray(expected, np.float32))
    assert Refused.asked == 1
    # Bytes are not its bits.
    bits = np.asarray(expected).view(np.uint8)
    as_bytes = popt.compile(lambda x: x + jnp.uint8(1), (bits,), target="sm_90")(bits)
    for given in bits, cuda.tensor(bits), as_bytes:
        with pytest.raises(TypeError, match=r"is uint8\[7, 8\], but was compiled as float8_e4m3fn"):
            back(given)


def test_tensors_are_data_whatever_their_types_are_called(cuda):
    def tensor(array):
        made = cuda.tensor(array)
        made.dtype = fake_gpus.Dtype(array.dtype)
        return made
    step = popt.jit(train, target="sm_90")
    w, _, y = step(W, tensor(X), tensor(N))
    np.testing.assert_allclose(y, EXPECTED[2], rtol=1e-5, atol=1e-6)
    step(w, tensor(X), tensor(N))
    step(W, tensor(X[:5]), tensor(N[:5]))
    assert len(step.programs) == 2
    other = popt.compile(train, (W, tensor(X), tensor(N)), target="sm_90")
    np.testing.assert_allclose(other(W, X, N)[2], EXPECTED[2], rtol=1e-5, atol=1e-6)


def test_on_processors_nothing_changes(native):
    step = popt.compile(train, (W, X, N), target="cpu")
    w, _, y = step(W, X, N)
    assert type(y) is np.ndarray and w.__dlpack_device__() == (1, 0)
    assert not hasattr(w, "__cuda_array_interface__")
    np.testing.assert_array_equal(np.from_dlpack(w), np.asarray(w))
    with pytest.raises(BufferError, match="is given to the host as a copy alone"):
        w.__dlpack__(copy=False)
