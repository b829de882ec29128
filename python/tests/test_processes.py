"""popt.compile in several processes: one program of all."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.usefixtures("native")

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "together.py")
LAUNCH = [sys.executable, "-m", "popt.launch"]
LONG = bool(os.environ.get("POPT_LONG"))


def environment(**more):
    variables = {name: value for name, value in os.environ.items()
                 if not name.startswith(("RANK", "WORLD_SIZE", "OMPI_", "PMI_", "SLURM_"))}
    variables["PYTHONPATH"] = os.path.join(HERE, "..")
    return {**variables, **more}


def run(processes, *arguments, launcher=None, timeout=120):
    """(exit status, what the processes say, stderr)"""
    command = launcher or [*LAUNCH, "-n", str(processes)]
    if processes == 1:
        command = [sys.executable]
    done = subprocess.run([*command, SCRIPT, *arguments], env=environment(), timeout=timeout,
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


@pytest.mark.parametrize("how,pattern", [
    ("raise", WHO + r": ValueError: a bad batch \(together.py, line \d+\)"),
    ("kill", WHO + " has died after step 1")])
def test_one_fails_while_others_are_in_python(how, pattern):
    status, said, errors = run(2, "idle", how)
    began = next(one["began"] for one in said if "began" in one)
    told = [one for one in said if "told" in one]
    assert len(told) == 1 and re.search(pattern, told[0]["said"]), (told, errors)
    assert told[0]["told"] - began < 10  # of 20, on a machine that is busy with more
    assert status != 0 and "RankFailure: rank 1" in errors


def test_own_handler_is_left_alone():
    """Of processes that no launcher ends."""
    said = without_launcher("idle", "own")
    told = [one for one in said if "told" in one]
    assert len(told) == 1 and re.search(WHO + " has died after step 1", told[0]["said"]), said
    assert told[0]["told"] - next(one["began"] for one in said if "began" in one) >= 1.9
    assert {"said": "interrupted"} not in said


def without_launcher(*arguments):
    """What two processes say that nothing but themselves ends."""
    port = random.SystemRandom().randrange(20000, 32000)
    processes = [subprocess.Popen(
        [sys.executable, SCRIPT, *arguments], stdout=subprocess.PIPE, text=True,
        env=environment(RANK=str(rank), WORLD_SIZE="2", LOCAL_WORLD_SIZE="2",
                        MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port)))
        for rank in range(2)]
    texts = [process.communicate(timeout=120)[0] for process in processes]
    return [json.loads(line) for text in texts for line in text.splitlines() if line[0] == "{"]


@pytest.mark.parametrize("seed", range(50 if LONG else 3))
def test_any_process_at_any_moment(seed):
    """A process that is killed or stopped is named, and all end."""
    dice = random.Random(seed)
    how, victim = dice.choice([signal.SIGKILL, signal.SIGSTOP]), dice.randrange(3)
    running = subprocess.Popen([*LAUNCH, "-n", "3", SCRIPT, "endless"], env=environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = [json.loads(running.stdout.readline()) for _ in range(3)]
    pids = {one["rank"]: one["pid"] for one in said}
    # Often while they meet or compile, or in a step.
    time.sleep(dice.choice([0, 1, 3]) + dice.uniform(0, 1))
    os.kill(pids[victim], how)
    out, errors = running.communicate(timeout=90)
    assert running.returncode != 0
    # Before all have met there is no process to name.
    named = rf"rank {victim} \(process {pids[victim]}|" \
            rf"ranks?[\d ,]* {victim}\b[^;:\n]* did not (come|arrive)"
    assert re.search(named, out + errors), (how, victim, out, errors)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids.values())


TRAINING = {2: ["dp2", "pp2_mb4"], 4: ["fsdp4", "dp2_tp2"]}


@pytest.mark.parametrize("processes", [2, 4])
def test_training(processes):
    """20 steps of optimizers and models equal jax.jit."""
    from test_compile_training import MODELS, OPTIMIZERS
    cases = [f"{optimizer}/mlp/{plan}" for optimizer in OPTIMIZERS for plan in TRAINING[processes]]
    cases += [f"adamw/{model}/{plan}" for model in MODELS for plan in TRAINING[processes]]
    cases = list(dict.fromkeys(cases)) if LONG else [f"adamw/transformer/{TRAINING[processes][0]}",
                                                     f"chain/mlp/{TRAINING[processes][1]}"]
    status, said, errors = run(processes, "training", *cases, timeout=3600)
    assert status == 0, errors
    assert said_of(said) == {case: {"equal"} for case in cases}
    assert len(said) == processes * len(cases)


def said_of(said):
    """{name: what processes say of it}"""
    found = {}
    for one in said:
        for name, outcome in one.items():
            found.setdefault(name, set()).add(outcome)
    return found


@pytest.mark.parametrize("processes,column", [(2, 3), (4, 4)])
def test_everyday(processes, column):
    """Programs equal jax.jit, or are refused, as in one process."""
    from test_everyday import PAGE
    with open(PAGE) as page:
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page
                if line.startswith("| ")]
    expected = {row[0]: {"equal" if row[column] == "equal" else "refused"} for row in rows
                if len(row) == 5 and (row[column] == "equal" or row[column].startswith("["))}
    names = [] if LONG else list(expected)[7::50]
    status, said, errors = run(processes, "everyday", *names, timeout=3600)
    assert status == 0, errors
    assert said_of(said) == {name: expected[name] for name in names or expected}


def test_arrays_of_several_processes():
    status, said, errors = run(2, "arrays")
    assert status == 0, errors
    expected = [
        r"x is float32\[4, 6\], but was compiled as float32\[8, 6\]",
        r"params\['w'\]: this process is rank {rank}, which needs \[0:6, \d:\d\] of \[6, 4\], and has "
        r"other parts of this jax.Array: give it the sharding of the argument",
        r"x is of several processes, but all ranks are in this process: give the whole"]
    assert len(said) == 2 and all(one["goes on"] for one in said)
    for one in said:
        for text, pattern in zip(one["said"], expected, strict=True):
            assert re.search(pattern.replace("{rank}", r"[01]"), text), (pattern, text)


def test_one_does_not_come():
    status, said, errors = run(2, "missing")
    assert said[0]["said"].startswith("rank 1 did not come within 1 s of rank 0"), (said, errors)


@pytest.mark.skipif(not shutil.which("mpirun"), reason="there is no mpirun")
def test_mpirun():
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "2",
                sys.executable]
    status, said, errors = run(2, "parts", launcher=launcher)
    assert status == 0 and len(said) == 2, errors


@pytest.mark.skipif(not shutil.which("torchrun"), reason="there is no torchrun: PyTorch has it")
def test_torchrun():
    status, said, errors = run(2, "parts", launcher=["torchrun", "--nproc-per-node", "2"])
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


def test_launcher_of_hosts(tmp_path):
    """Of hosts that are all this one, to an agent that says so."""
    agent = tmp_path / "agent"
    agent.write_text('#!/bin/sh\nshift\nexec sh -c "$*"\n')
    agent.chmod(0o755)
    script = tmp_path / "script.py"
    script.write_text("import os, sys, time\n"
                      "names = 'RANK LOCAL_RANK WORLD_SIZE LOCAL_WORLD_SIZE MASTER_ADDR GIVEN KEPT'\n"
                      "text = ' '.join(os.environ.get(name, '-') for name in names.split())\n"
                      "text += f\" {len(os.environ.get('POPT_SECRET', ''))} {sys.argv[1:]}\\n\"\n"
                      "os.write(1, text.encode())\n"
                      "if os.environ['RANK'] == sys.argv[1]: sys.exit(3)\n"
                      "time.sleep(30 if sys.argv[1] != '-1' else 0)\n")

    def launch(*arguments, **options):
        return subprocess.run([*LAUNCH, *arguments], env=environment(GIVEN="a b"), timeout=60,
                              capture_output=True, text=True, **options)
    hosts = ["--hosts", "one:2,two", "--agent", str(agent), "-x", "GIVEN", str(script)]
    done = launch(*hosts, "-1", "two words")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [
        f"{rank} {local} 3 {of} one a b - 64 ['-1', 'two words']"
        for rank, local, of in ((0, 0, 2), (1, 1, 2), (2, 0, 1))]
    # They find this package as the launcher did, also where PYTHONPATH has others.
    package, of_path = os.path.realpath(os.path.join(HERE, "..")), tmp_path / "of_path.py"
    of_path.write_text("import os\nprint(os.environ['PYTHONPATH'])\n")
    done = subprocess.run([*LAUNCH, "--hosts", "one", "--agent", str(agent), str(of_path)], cwd=package,
                          env=environment(PYTHONPATH="/others"), timeout=60, capture_output=True, text=True)
    assert done.stdout == f"/others:{package}\n", done.stderr
    begin = time.time()
    assert launch(*hosts, "1").returncode == 3 and time.time() - begin < 25  # of 30
    # What a launcher that is killed leaves behind ends.
    running = subprocess.Popen([*LAUNCH, *hosts, "9"], env=environment(), stdout=subprocess.PIPE)
    for _ in range(3):
        running.stdout.readline()
    running.kill()
    running.stdout.read()  # until the last has closed it
    for wrong, message in (("one:0", "\"one:0\" is no host"), ("one,one", "one is named twice"),
                           ("", "\"\" is no host"), ("-oProxyCommand=x", "is no host")):
        done = launch(f"--hosts={wrong}", str(script))
        assert done.returncode == 2 and message in done.stderr
    done = launch("--hosts", "one", "--agent", "/nonexistent/agent", str(script))
    assert done.returncode == 1
    assert done.stderr == "popt.launch: cannot start /nonexistent/agent: No such file or directory\n"
    done = launch(str(script))
    assert done.returncode == 2 and "-n N says how many processes" in done.stderr


def test_two_hosts(tmp_path):
    """Two network namespaces with a cable between them."""
    sys.path.insert(0, os.path.join(HERE, "..", "..", "test", "Execute"))
    from two_hosts import TwoHosts
    hosts = TwoHosts(str(tmp_path))
    try:
        hosts.__enter__()
    except subprocess.CalledProcessError:
        pytest.skip("network namespaces can't be made here")
    try:
        launcher = [*LAUNCH, "--hosts", "10.77.0.1:2,10.77.0.2:2", "--agent", f"{tmp_path}/agent.sh"]
        status, said, errors = run(4, "parts", launcher=launcher)
        assert status == 0, errors
        assert said == [{"memory": 4, "report": True, "loss": True}] * 4
        assert "there is no secret" not in errors
        status, said, errors = run(4, "failing", "raise", launcher=launcher)
        assert status != 0
        assert "RankFailure: rank 3 (process" in errors and "ValueError: a bad batch" in errors
    finally:
        hosts.__exit__()
