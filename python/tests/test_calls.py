"""Calls from where they cannot be made: a signal's handler, a forked child, a thread
that is left behind, one of several processes that each compile."""
import os
import subprocess
import sys
import threading
import time
import warnings

import jax.numpy as jnp
import numpy as np
import popt
import pytest

pytestmark = pytest.mark.usefixtures("native")

# A step of some tenths of a second, which says how often it was called.
SPIN = """
import gc, os, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
import jax, jax.numpy as jnp, numpy as np, popt
def spin(n, x):
    return n + 1, jax.lax.fori_loop(0, 200, lambda i, x: jnp.tanh(x @ x), x)
def compiled():
    return popt.compile(spin, (np.int32(0), np.zeros((256, 256), np.float32)))
step = compiled()
zero, x = np.int32(0), np.zeros((256, 256), np.float32)
n, _ = step(zero, x)
"""


def run(script, begin=SPIN, status=0, timeout=60):
    folder = os.path.join(os.path.dirname(__file__), "..")
    done = subprocess.run([sys.executable, "-c", begin + script, folder], capture_output=True,
                          text=True, timeout=timeout)
    assert done.returncode == status, done.stderr
    return done


def test_a_signals_handler_is_told_and_the_call_goes_on():
    done = run("""
said = []
def handler(*_):
    for attempt in (lambda: step(n, x), lambda: np.asarray(n), lambda: float(other(zero, x)[0])):
        try:
            said.append(attempt())
        except RuntimeError as error:
            said.append(str(error))
other = compiled()
signal.signal(signal.SIGALRM, handler)
while not said:
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    n, _ = step(n, x)
before = int(n)
n, _ = step(n, x)
print(int(n) - before)
for text in said[:3]:
    print(text)
""")
    lines = done.stdout.splitlines()
    word = "this thread is in a call already: a signal's handler may note the signal, and not call"
    assert lines == ["1", word, word, "1.0"]


def test_what_a_handler_raises_comes_after_the_step():
    done = run("""
def handler(*_):
    signal.setitimer(signal.ITIMER_REAL, 0)
    step(n, x)
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    while True:
        n, _ = step(n, x)
except RuntimeError as error:
    n, _ = step.last
    print(error)
    before = int(n)
    print(int(step(n, x)[0]) - before)
""")
    assert done.stdout.splitlines() == ["this thread is in a call already: a signal's handler may note "
                                        "the signal, and not call", "1"]


CHILD = """
def child():
    for attempt in (lambda: step(n, x), lambda: np.asarray(n)):
        try:
            attempt()
        except RuntimeError as error:
            print(error)
    sys.stdout.flush()
    globals().update(step=None, n=None, error=None)
    gc.collect()  # what they hold waits for no threads
    os._exit(0)   # as multiprocessing ends children: JAX does not survive more
"""
TOLD = ("the ranks are threads of the process that compiled, which a forked child lacks, as it does "
        "JAX's: start it by \"spawn\", as multiprocessing.set_start_method does, and compile there")


def test_a_forked_child_is_told():
    done = run(CHILD + """
number = os.fork()
if number == 0:
    child()
print(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
print(int(step(n, x)[0]))
""")
    assert done.stdout.splitlines() == [TOLD, TOLD, "0", "2"]


def test_a_fork_during_a_call():
    done = run(CHILD + """
going, counts = True, []
def work():
    m = n
    while going:
        m, _ = step(m, x)
        counts.append(int(m))
worker = threading.Thread(target=work)
worker.start()
time.sleep(0.1)
number = os.fork()
if number == 0:
    child()
print(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
going = False
worker.join()
print(counts == list(range(2, len(counts) + 2)))
""")
    assert done.stdout.splitlines() == [TOLD, TOLD, "0", "True"]


def test_threads_that_load_the_native_part_take_turns():
    done = run("""
import importlib.util, sys, threading, time
sys.path.insert(0, sys.argv[1])
import popt
loads, make = [], importlib.util.module_from_spec
def slow(spec):
    if spec.name == "popt._native":
        loads.append(spec.name)
        time.sleep(0.2)
    return make(spec)
importlib.util.module_from_spec = slow
results = []
threads = [threading.Thread(target=lambda: results.append(popt.native.load().compile))
           for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(results), len(set(map(id, results))), len(loads) <= 1)
""", begin="")
    assert done.stdout.split() == ["4", "1", "True"]


def test_the_end_of_python_during_a_call():
    done = run("""
def work():
    m = zero
    while True:
        m, _ = step(m, x)
threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
print("ends", flush=True)
""")
    assert done.stdout == "ends\n"


@pytest.mark.parametrize("sent,begin,status", [
    ("INT", "", -2), ("TERM", "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))", 7),
    ("TERM", "signal.signal(signal.SIGTERM, lambda *_: 1 // 0)", 1)])
def test_a_signal_at_the_end_of_python_during_a_call(sent, begin, status):
    """A call that takes hours does not hold the process."""
    begun = time.monotonic()
    done = run(f"""
import subprocess
{begin}
hours = popt.compile(lambda x: jax.lax.fori_loop(0, 10 ** 9, lambda i, x: jnp.tanh(x @ x), x), (x,))
threading.Thread(target=hours, args=(x,), daemon=True).start()
subprocess.Popen(["sh", "-c", f"sleep 1; kill -{sent} {{os.getpid()}}"])
print("ends")
""", status=status)
    assert done.stdout == "ends\n"
    assert ("ZeroDivisionError" in done.stderr) == (status == 1) and time.monotonic() - begun < 50


def test_threads_read_what_was_there():
    """A thread that looks at state while another updates it gets the value that it
    asked for, or is told that it is gone."""
    step = popt.compile(lambda n: (n + 1).astype(jnp.float32), (np.float32(0),), names=["n"],
                        state={"n": ""})
    current, wrong, ends = [(step(np.float32(0)), 1)], [], threading.Event()

    def look():
        while not ends.is_set():
            array, value = current[0]
            try:
                if float(array) != value:
                    wrong.append((float(array), value))
            except RuntimeError as error:
                if "updated in place" not in str(error):
                    wrong.append(error)
    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for value in range(2, 3000):
        current[0] = (step(current[0][0]), value)
    ends.set()
    for thread in threads:
        thread.join()
    assert not wrong
