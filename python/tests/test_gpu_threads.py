"""Threads around programs on GPUs: other libraries' waits, functions that feed each other,
what is freed, and Python's end.
"""
import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import fake_gpus
import popt

jax = pytest.importorskip("jax")

from gpu_step import EXPECTED, N, W, X, compiled, train  # noqa: E402

pytestmark = fake_gpus.needed

# Seconds after which a test says that something hangs.
LIMIT = 300


def joined(*threads):
    for thread in threads:
        thread.join(LIMIT)
        assert not thread.is_alive()


class Held:
    """The call number `at` of a driver's function from now on is held up."""

    def __init__(self, library, function, at=1):
        self.library, self.function = library, function.encode()
        self.until = self._calls() + at
        assert library.popt_fake_cuda_hang(self.function, ctypes.c_uint64(at)) == 0

    def _calls(self):
        return self.library.popt_fake_cuda_calls(self.function)

    def wait(self, thread):
        """Whether it has come, before the thread ends."""
        end = time.monotonic() + LIMIT
        while thread.is_alive():
            if self._calls() >= self.until:  # other ranks go on
                return True
            if time.monotonic() > end:
                pytest.fail(f"no call of {self.function} was held up")
            time.sleep(0.001)
        return False


@pytest.mark.parametrize("mesh", ["one", "dp", "tp"])
def test_waits_of_other_libraries_spoil_no_step(mesh, cuda):
    """Such as torch.cuda.synchronize() in a thread, while the second call records."""
    others = [cuda, fake_gpus.Cuda(cuda.library, gpu=1)]
    spoilt = 0
    for function, at in (("cuStreamEndCapture", 1), ("cuLaunchKernel", 1), ("cuLaunchKernel", 4)):
        step, values = compiled(mesh), []
        w = step(W, X, N)[0]
        expected = jax.jit(train)(EXPECTED[0], X, N)

        def call():
            values.extend(np.asarray(value) for value in step(w, X, N))
        before, held = cuda.counters(), Held(cuda.library, function, at)
        thread = threading.Thread(target=call)
        thread.start()
        assert held.wait(thread)
        for other in others:
            spoilt += other.synchronize() != 0
        cuda.library.popt_fake_cuda_release()
        joined(thread)
        for value, its in zip(values, expected, strict=True):
            np.testing.assert_allclose(value, its, rtol=1e-5, atol=1e-6)
        # The next step is recorded, and the one after that is replayed.
        for _ in range(2):
            expected = jax.jit(train)(expected[0], X, N)
            w, loss, _ = step(step.last[0], X, N)
            np.testing.assert_allclose(loss, expected[1], rtol=1e-5)
        assert cuda.counters()["graph_launches"] > before["graph_launches"] + 1
        del step, w
    assert spoilt >= 2
    others[1].close()


@pytest.mark.parametrize("mesh", ["one", "dp"])
def test_a_step_that_fails_while_it_is_recorded_holds_nothing_up(mesh, cuda):
    total = popt.compile(lambda y: y.sum(), (EXPECTED[2],), target="sm_90")
    step = compiled(mesh)
    w, _, y = step(W, X, N)
    capsule = y.__dlpack__(stream=cuda.stream.value)
    # Once a launch has failed, the graph is not made.
    assert cuda.library.popt_fake_cuda_fail(b"cuLaunchKernel", ctypes.c_uint64(1), 719) == 0
    with pytest.raises(popt.PoptError, match="cuLaunchKernel: "):
        step(w, X, N)
    thread = threading.Thread(target=lambda: np.asarray(y), daemon=True)
    thread.start()
    joined(thread)
    np.testing.assert_allclose(total(y), EXPECTED[2].sum(), rtol=1e-5)
    del capsule


def test_python_goes_on_while_memory_is_freed(cuda):
    step = compiled("one")
    mine, kept = [step(W, X, N)[2]], step(W, X, N)[2]
    gc.collect()
    held = Held(cuda.library, "cuMemFree")
    thread = threading.Thread(target=mine.clear)
    thread.start()
    assert held.wait(thread)
    copy = kept.__dlpack__(copy=True)  # which allocates meanwhile
    assert thread.is_alive()
    cuda.library.popt_fake_cuda_release()
    joined(thread)
    np.testing.assert_allclose(kept, EXPECTED[2], rtol=1e-5, atol=1e-6)
    del copy


def test_ctrl_c_while_memory_is_freed_is_raised(cuda):
    step = compiled("one")
    mine, ours = [step(W, X, N)[2]], [step(W, X, N)[2]]
    gc.collect()
    held = Held(cuda.library, "cuMemFree")
    thread = threading.Thread(target=mine.clear)
    thread.start()
    assert held.wait(thread)

    def interrupt():
        time.sleep(0.1)  # in which the main thread begins to wait for the other
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        time.sleep(0.1)
        cuda.library.popt_fake_cuda_release()
    other = threading.Thread(target=interrupt)
    with pytest.raises(KeyboardInterrupt):
        other.start()
        ours.clear()
        joined(other, thread)
        for _ in range(LIMIT):
            time.sleep(1)
    joined(other, thread)


def run_script(text):
    """A script to its end."""
    text = "import sys\nsys.path.insert(0, sys.argv[1])\n" + text
    return subprocess.run(
        [sys.executable, "-c", text, os.path.dirname(os.path.dirname(__file__))],
        capture_output=True, text=True, timeout=LIMIT,
        env={**os.environ, "POPT_CUDA_DRIVER": str(fake_gpus.LIBRARY)})


def test_python_may_end_while_a_thread_frees_results():
    """Freeing is native code, which does not survive to be stopped."""
    done = run_script("""
import threading, time
import numpy as np, popt
x = np.ones((64, 64), np.float32)
step = popt.compile(lambda x: x @ x, (x,), target="sm_90")
def work():
    while True:
        sum(float(np.asarray(step(x))[0, 0]) for _ in range(3))
threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("ends")
""")
    assert (done.returncode, done.stdout) == (0, "ends\n"), done.stderr


@pytest.mark.parametrize("targets", [("sm_90", "sm_90"), ("cpu", "cpu"), ("sm_90", "cpu")])
def test_python_may_end_while_threads_feed_state_to_each_other(targets):
    done = run_script(f"""
import threading, time
import numpy as np, popt
x = np.ones((8, 8), np.float32)
def step(w, x):
    return w + x, (w * x).sum()
a, b = (popt.compile(step, (x, x), state={{0: "[0]"}}, target=target) for target in {targets!r})
states = {{a: a(x, x)[0], b: b(x, x)[0]}}
def feed(mine, other):
    while True:
        try:
            states[mine] = mine(states[mine], states[other])[0]
        except RuntimeError as error:  # the other has changed it since
            assert "was updated in place" in str(error), error
for pair in (a, b), (b, a):
    threading.Thread(target=feed, args=pair, daemon=True).start()
time.sleep(0.5)
print("ends")
""")
    assert (done.returncode, done.stdout) == (0, "ends\n"), done.stderr


def test_forks_may_read_what_was_read():
    done = run_script("""
import os
import numpy as np, popt
x = np.ones((2, 2), np.float32)
step = popt.compile(lambda x: x @ x, (x,), target="sm_90")
y, other = step(x), step(x)
np.asarray(y)
child = os.fork()
if child == 0:
    assert not hasattr(other, "__cuda_array_interface__")
    print(y[0, 0])
    try:
        np.asarray(other)
    except popt.PoptError as error:
        print(str(error)[:35], flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
""")
    assert (done.returncode, done.stdout) == (
        0, "2.0\nthe ranks are threads of the proces\n"), done.stderr


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_functions_may_feed_each_other_from_two_threads(target, cuda):
    one, two = (popt.compile(lambda x: x * 0.5, (X,), target=target) for _ in range(2))
    values = [one(X), two(X)]

    def feed(function, mine, others):
        for _ in range(20):
            values[mine] = function(values[others])
    threads = [threading.Thread(target=feed, args=args) for args in ((one, 0, 1), (two, 1, 0))]
    for thread in threads:
        thread.start()
    joined(*threads)
    for value in values:
        times = np.log2(X[0, 0] / value[0, 0])  # that it was halved
        assert 1 <= times <= 41
        np.testing.assert_array_equal(value, X * np.float32(0.5) ** times)


@pytest.mark.parametrize("targets", [("sm_90", "sm_90"), ("cpu", "cpu"), ("cpu", "sm_90")])
def test_functions_may_feed_each_other_their_state(targets, cuda):
    """Each waits for the other's turn while its own is not taken."""
    steps = [popt.compile(lambda w, x: (w + 1, (w * x).sum()), (X, X), target=target,
                          state={0: "[0]"}) for target in targets]
    states = [step(X, X)[0] for step in steps]
    read, failed = [0, 0], []

    def feed(mine):
        other = 1 - mine
        try:
            for _ in range(30):
                try:
                    states[mine], total = steps[mine](states[mine], states[other])
                except RuntimeError as error:  # the other thread has changed it since
                    assert "was updated in place" in str(error)
                    continue
                read[mine] += 1
        except BaseException as error:
            failed.append(error)
    threads = [threading.Thread(target=feed, args=(mine,), daemon=True) for mine in (0, 1)]
    for thread in threads:
        thread.start()
    joined(*threads)
    assert not failed and sum(read) > 0  # one may be overtaken each time
    # What a function has from another is remembered, and copied once.
    w, state = states[0], states[1]
    for _ in range(2):
        w, total = steps[0](w, state)
    expected = ((np.asarray(w) - 1) * np.asarray(state)).sum()
    np.testing.assert_allclose(total, expected, rtol=1e-4)
