"""Processes that tests start: tools of the build, and the ranks of a job.

lit puts this folder on PYTHONPATH, and names the build's tools in POPT_BIN.
"""
import os
import subprocess
import time

BIN = os.environ.get("POPT_BIN", "build/bin")


def tool(name):
    """A tool of the build."""
    return os.path.join(BIN, name)


def start(command, rank, size, port, here=None, address="localhost", **words):
    """A rank, with the variables that torchrun sets and `words`; `here`: of how many ranks on
    its host, the same on each. What it says comes from communicate(), errors included."""
    here = here or size
    words = {"RANK": rank, "WORLD_SIZE": size, "LOCAL_RANK": rank % here, "LOCAL_WORLD_SIZE": here,
             "MASTER_ADDR": address, "MASTER_PORT": port, **words}
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={**os.environ, **{name: str(word) for name, word in words.items()}})


def ends(ranks, timeout=100):
    """(exit statuses, what was said, seconds) of ranks, by rank; none is left, come what may."""
    begin = time.time()
    try:
        said = [rank.communicate(timeout=timeout)[0] for rank in ranks]
    finally:
        for rank in ranks:
            rank.kill()
    return [rank.returncode for rank in ranks], said, time.time() - begin


def check(condition, what, said):
    """Ends this program with what was said, if a condition does not hold."""
    if not condition:
        raise SystemExit(f"{what}:\n" + "\n".join(map(str, said)))
