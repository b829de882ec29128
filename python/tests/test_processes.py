"""popt.compile in several processes: one program of all."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.usefixtures("native")

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "together.py")
LAUNCH = [sys.executable, "-m", "popt.launch"]


def environment(**more):
    variables = {name: value for name, value in os.environ.items()
                 if not name.startswith(("RANK", "WORLD_SIZE", "OMPI_", "PMI_", "SLURM_"))}
    variables["PYTHONPATH"] = os.path.join(HERE, "..")
    return {**variables, **more}


def run(processes, *arguments, launcher=None):
    """(exit status, what the processes say, stderr)"""
    command = launcher or [*LAUNCH, "-n", str(processes)]
    if processes == 1:
        command = [sys.executable]
    done = subprocess.run([*command, SCRIPT, *arguments], env=environment(), timeout=120,
                          capture_output=True, text=True)
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return done.returncode, said, done.stderr


@pytest.mark.parametrize("processes", [2, 4])
def test_bits_of_threads(processes):
    status, threads, errors = run(1, "results", str(processes))
    assert status == 0, errors
    status, said, errors = run(processes, "results", str(processes))
    assert status == 0, errors
    assert said == threads * processes

    import jax
    import numpy as np
    import together
    reference, params = jax.jit(together.train), together.weights()
    for loss in threads[0]["losses"]:
        params, expected, out = reference(params, together.X)
        np.testing.assert_allclose(np.frombuffer(bytes.fromhex(loss), np.float32), expected,
                                   rtol=1e-5)
    np.testing.assert_allclose(np.frombuffer(bytes.fromhex(threads[0]["w"]), np.float32),
                               np.ravel(params["w"]), rtol=1e-5, atol=1e-6)


def test_parts_of_arrays():
    status, said, errors = run(2, "parts")
    assert status == 0, errors
    assert said == [{"memory": 2, "report": True, "loss": True}] * 2


def test_mistakes():
    status, said, errors = run(2, "wrong")
    assert status == 0, errors
    assert len(said) == 2 and all(one["goes on"] for one in said)
    for rank, one in enumerate(sorted(said, key=lambda one: "2:4" in one["said"][0])):
        expected = [
            rf"result\[0\]\['w'\] is on several processes: this one has \[0:6, {2 * rank}:{2 * rank + 2}\] "
            r"of \[6, 4\] \(.local\); .gather\(\), which all of them call",
            r"x is float32\[4, 6\], but was compiled as float32\[8, 6\]; popt.local\(...\) says",
            r"x is float32\[8, 6\] here, but this process's part of float32\[8, 6\] is float32\[4, 6\]",
            r"the program has 4 ranks, and 2 processes were started together: each has one rank",
            r"popt.local\(...\) in compile\(\) needs a PartitionSpec",
            r"rank 1 compiles loss_of with other arguments than rank 0: x float32\[5, 6\], and x "
            r"float32\[4, 6\] there",
            r"rank 1 compiles another module for <lambda> than rank 0: does something in it",
            r"memory|budget",
            r"^disk full|^rank 0: OSError: disk full",
            r"x is popt.local\(...\), but all ranks are in this process: give the whole",
            r"threads of the process that compiled, which a forked child lacks",
            r"a forked child takes no part"]
        assert len(one["said"]) == len(expected)
        for text, pattern in zip(one["said"], expected):
            assert re.search(pattern, text), (pattern, text)


WHO = r"rank 1 \(process \d+ on [^)]*\)"


@pytest.mark.parametrize("how,pattern", [
    ("raise", WHO + r": ValueError: a bad batch \(together.py, line \d+\)"),
    ("kill", WHO + " has died after step 2"),
    ("interrupt", WHO + r": KeyboardInterrupt"),
    ("end", WHO + " has ended its script, and takes no part in this call"),
    ("other", "rank 0 is in call 3 of train, rank 1 is in the compilation of loss_of: all processes "
     "make the same calls"),
    ("stop", WHO + ".* stopped|call 3 of train timed out after 3000 ms: rank 1 did not arrive")])
def test_one_fails(how, pattern):
    status, said, errors = run(2, "failing", how)
    began = next(one["began"] for one in said if "began" in one)
    told = [one for one in said if "told" in one]
    assert told, errors
    assert re.search(pattern, told[0]["said"]), told
    # Within two seconds, or the time limit; on a machine that is busy with more.
    assert told[0]["told"] - began < 15
    assert status != 0 and "RankFailure: rank" in errors
    pid = next(one["pid"] for one in said if "pid" in one)
    assert not os.path.exists(f"/proc/{pid}")


def test_one_does_not_come():
    status, said, errors = run(2, "missing")
    assert said[0]["said"].startswith("rank 1 did not come within 1 s of rank 0"), (said, errors)


@pytest.mark.skipif(not shutil.which("mpirun"), reason="there is no mpirun")
def test_mpirun():
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "2",
                sys.executable]
    status, said, errors = run(2, "parts", launcher=launcher)
    assert status == 0 and len(said) == 2, errors


def test_launcher(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import os, sys, time\n"
                      "rank = os.environ['RANK']\n"
                      "os.write(1, f\"{rank} {os.environ['WORLD_SIZE']} {sys.argv[1:]}\\n\".encode())\n"
                      "if rank == sys.argv[1]: sys.exit(3)\n"
                      "time.sleep(30 if sys.argv[1] != '-1' else 0)\n")

    def launch(*arguments):
        begin = time.time()
        done = subprocess.run([*LAUNCH, *arguments], env=environment(), capture_output=True,
                              text=True, timeout=60)
        return done, time.time() - begin
    done, seconds = launch("-n", "3", str(script), "-1", "--flag")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [f"{rank} 3 ['-1', '--flag']" for rank in range(3)]
    done, seconds = launch("-n", "2", str(script), "1")
    assert done.returncode == 3 and seconds < 25  # of 30
    done, _ = launch("-n", "0", str(script))
    assert done.returncode == 2 and "at least one process" in done.stderr
    # Signals come to all, and what they are ended by is its status.
    running = subprocess.Popen([*LAUNCH, "-n", "2", str(script), "9"], env=environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(2):
        running.stdout.readline()
    running.terminate()
    _, errors = running.communicate(timeout=20)
    assert running.returncode == 128 + 15 and "was ended by signal 15" in errors
