"""Memory that the compiler cannot get is a MemoryError, and no end of Python."""
import os
import subprocess
import sys

HERE = os.path.dirname(__file__)


def test_memory_that_is_not_there(native):
    done = subprocess.run([sys.executable, os.path.join(HERE, "out_of_memory.py"),
                           os.path.dirname(HERE)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-500:]
    assert int(done.stdout.split()[0]) > 0
