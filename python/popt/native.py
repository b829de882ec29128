"""Finds popt._native, the compiled part of this package: in the package where
it is installed, else in the build folder beside the source tree."""
import atexit
import contextlib
import glob
import importlib
import importlib.util
import os
import signal
import sys
import threading
import time
import weakref

from .errors import PoptError
from .tools import tool_folders


# Held to change the table alone, never to wait for another lock.
_lock = threading.RLock()
# Each is held while a thread is in native code, and has a depth: a thread that holds one
# takes deeper ones alone, so that none waits for another in a circle.
_locks = weakref.WeakKeyDictionary()
_module = None
# Python's end waits for the locks.
_ends = False


def new_lock(depth=0):
    """A lock to hold in native code. At its end Python stops other threads where they
    ask for its lock, which native code does not survive: it waits for them before."""
    with _lock:
        lock = threading.RLock()
        _locks[lock] = depth
        return lock


# Threads that load for the first time take turns. What is freed is so while another is held.
_loading = new_lock(depth=3)
_freeing = new_lock(depth=4)


def turn(program, lock=None):
    """The lock for calls and reads, or another of the program's. A forked child has no
    thread that would release it, nor any that would do the work: threads are not forked."""
    if os.getpid() != program.process:
        raise PoptError("the ranks are threads of the process that compiled, which a forked "
                        "child lacks, as it does JAX's: start it by \"spawn\", as "
                        "multiprocessing.set_start_method does, and compile there")
    if _ends:
        time.sleep(0.01)  # or a thread that calls without a pause has the lock again first
    return lock or program.lock


# Called at the end, when no thread is in native code any more.
_last_calls = []


def at_end(function):
    """Calls the function at Python's end, after all that is in native code."""
    _last_calls.append(function)


@atexit.register
def _end():
    global _ends
    _ends = True
    try:
        _lock.acquire()  # no other is made from now on
        for lock in sorted(_locks, key=_locks.get):
            lock.acquire()
        for function in _last_calls:
            function()
    except BaseException as error:  # of a signal's handler, while a call goes on
        _end_at_once(error)


def _end_at_once(error):
    """As Python ends of an exception, but without its end, which native code does not survive."""
    is_exit = isinstance(error, SystemExit)
    if not is_exit and not isinstance(error, KeyboardInterrupt):
        sys.excepthook(type(error), error, error.__traceback__)
    for stream in sys.stdout, sys.stderr:
        with contextlib.suppress(Exception):
            stream.flush()
    if isinstance(error, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(error.code if is_exit and isinstance(error.code, int) else 1)


def _forget_locks():
    """Threads that held them do not exist in a forked child."""
    global _lock, _loading, _freeing
    _lock = threading.RLock()
    _locks.clear()
    _loading, _freeing = new_lock(depth=3), new_lock(depth=4)
    if _module is not None:
        _module.set_freeing_lock(_freeing)


os.register_at_fork(after_in_child=_forget_locks)


def load():
    """The module. Errors: ImportError that says what to build."""
    global _module
    if _module is None:
        with _loading:
            if _module is None:
                module = _load("popt._native")
                module.set_freeing_lock(_freeing)
                _module = module
    return _module


def _load(name):
    if importlib.util.find_spec(name):
        return importlib.import_module(name)
    tag = f"cpython-{sys.version_info.major}{sys.version_info.minor}"
    for folder in tool_folders():
        for file in glob.glob(os.path.join(folder, "..", "python", f"_native.{tag}*.so")):
            spec = importlib.util.spec_from_file_location(name, file)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
            return module
    raise ImportError("popt._native is not built for this Python: `pip install .` in popt's "
                      "source folder builds it, or `make venv build` for the Python in .venv")
