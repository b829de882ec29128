#!/usr/bin/env python3
"""Runs of two hosts, which are network namespaces with a cable between them.

    hosts.py PROGRAM FOLDER SOURCE [cable]

PROGRAM is a compiled program of four ranks with the flags of demo/gpt. mpirun
starts two ranks on each host. Checked: the results are those of threads; a rank
that is killed is named on both hosts; SIGTERM on one host saves and ends all
after the same step. With `cable`: a cable that is pulled is named.
"""
import os
import re
import signal
import subprocess
import sys
import time

program, folder, source = sys.argv[1:4]
name = f"popt{os.getpid()}"
spaces = [f"{name}a", f"{name}b"]


def sh(command):
    subprocess.run(command, shell=True, check=True)


def make_hosts():
    for i, space in enumerate(spaces):
        sh(f"ip netns add {space} && touch {folder}/uts{i} && "
           f"unshare --uts={folder}/uts{i} hostname host{i}")
    sh(f"ip link add {name[-8:]}0 type veth peer name {name[-8:]}1")
    for i, space in enumerate(spaces):
        sh(f"ip link set {name[-8:]}{i} netns {space} name eth0")
        sh(f"ip -n {space} addr add 10.77.0.{i + 1}/24 dev eth0 && "
           f"ip -n {space} link set eth0 up && ip -n {space} link set lo up")
    with open(f"{folder}/agent.sh", "w", encoding="utf-8") as agent:
        agent.write(f'#!/bin/sh\nhost=$1; shift\n[ $host = 10.77.0.1 ] && s={spaces[0]} u=0'
                    f' || {{ s={spaces[1]}; u=1; }}\n'
                    f'exec nsenter --net=/run/netns/$s --uts={folder}/uts$u sh -c "$*"\n')
    os.chmod(f"{folder}/agent.sh", 0o755)


def drop_hosts():
    for i, space in enumerate(spaces):
        subprocess.run(f"ip netns del {space}; umount {folder}/uts{i}", shell=True,
                       check=False, stderr=subprocess.DEVNULL)


FLAGS = ["--inputs", f"{source}/demo/gpt/inputs.npz", "--batches",
         f"{source}/demo/gpt/batches.npz", "--repeat"]


def start(*flags):
    command = ["nsenter", f"--net=/run/netns/{spaces[0]}", f"--uts={folder}/uts0",
               "mpirun", "--bind-to", "none", "--oversubscribe", "-n", "4",
               "--host", "10.77.0.1:2,10.77.0.2:2", "--tag-output",
               "--mca", "plm_rsh_agent", f"{folder}/agent.sh",
               "--mca", "oob_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0",
               "--mca", "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1",
               "--mca", "oob_tcp_keepalive_probes", "3",
               "--mca", "odls_base_sigkill_timeout", "5", "-x", "POPT_MPI", program, *FLAGS, *flags]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})


def rank_process(rank):
    """The process of a rank of this run."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{process}/cmdline", "rb") as file:
                is_program = file.read().startswith(program.encode())
        except OSError:
            continue
        if is_program and f"OMPI_COMM_WORLD_RANK={rank}".encode() in words:
            return int(process)
    return None


def await_steps(log):
    for _ in range(600):
        if os.path.exists(log) and os.path.getsize(log):
            return
        time.sleep(0.1)
    raise SystemExit("no step has been logged for a minute")


def check(condition, what, output):
    if not condition:
        raise SystemExit(f"{what}:\n{output[-4000:]}")


def results():
    sh(f"{program} {' '.join(FLAGS)} --steps 3 --outputs {folder}/threads.npz")
    run = start("--steps", "3", "--outputs", f"{folder}/hosts.npz")
    output = run.communicate(timeout=200)[0]
    check(run.returncode == 0, "the run failed", output)
    with open(f"{folder}/threads.npz", "rb") as one, open(f"{folder}/hosts.npz", "rb") as other:
        check(one.read() == other.read(), "the results are not those of threads", output)


def running(log, *flags):
    path = f"{folder}/{log}.jsonl"
    run = start("--steps", "1000000", "--log", path, *flags)
    await_steps(path)
    return run


def killed():
    """Open MPI ends a rank at once whose connection to a killed one breaks. If that is
    seen first, that rank is named: one of five runs must name the killed one."""
    for attempt in range(5):
        run = running(f"killed{attempt}")
        os.kill(rank_process(3), signal.SIGKILL)
        begin = time.time()
        output = run.communicate(timeout=100)[0]
        check(run.returncode != 0, "a rank was killed, and the run did not fail", output)
        died = set(re.findall(r"<stderr>.*error: rank (\d) \(process \d+ on host[01]\) has died",
                              output))
        check(died, "nobody names a rank that has died", output)
        if "3" in died:
            break
    check(re.search(r"<stderr>.*error: rank 3 \(process \d+ on host1\) has died", output),
          "nobody names the rank that was killed", output)
    check(re.search(r"\[1,[01]\]<stderr>.*rank 3 .*has died", output),
          "the other host does not name it", output)
    print(f"killed: over after {time.time() - begin:.1f} s")


def stopped():
    run = running("stopped", "--save", f"{folder}/checkpoints")
    os.kill(rank_process(2), signal.SIGTERM)
    output = run.communicate(timeout=100)[0]
    check(run.returncode == 75, f"status {run.returncode} after SIGTERM", output)
    saved = os.listdir(f"{folder}/checkpoints")
    check(any(entry.startswith("step-") for entry in saved), "nothing was saved", output)


def cable():
    run = running("cable")
    begin = time.time()
    sh(f"ip -n {spaces[1]} link set eth0 down")
    output = run.communicate(timeout=100)[0]
    check(re.search(r"error: rank [02] \(process \d+ on host[01]\) has not been heard of for",
                    output), "nobody names the host out of reach", output)
    print(f"cable: over after {time.time() - begin:.1f} s")


try:
    make_hosts()
    for test in [results, killed, stopped] if len(sys.argv) < 5 else [cable]:
        test()
        print(f"{test.__name__}: ok", flush=True)
finally:
    drop_hosts()
