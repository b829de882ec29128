#!/usr/bin/env python3
"""A secret that ranks of two hosts share, and ranks that can't start.

    secret_runs.py PROGRAM FOLDER SOURCE

PROGRAM is a compiled program of four ranks with the flags of demo/gpt. Hosts are network
namespaces; ranks are started as torchrun does.
"""
import os
import statistics
import subprocess
import sys
import time

import harness
import two_hosts
from harness import check, ends

program, folder, source = sys.argv[1:]
SECRET = "what only the ranks of this run know"
FLAGS = ["--inputs", f"{source}/demo/gpt/inputs.npz", "--batches",
         f"{source}/demo/gpt/batches.npz"]


def start(hosts, rank, *flags, **words):
    return harness.start([*hosts.enter(rank // 2), program, *FLAGS, *flags], rank, 4, 29500, here=2,
                       address="10.77.0.1", **words)


def with_file(hosts):
    """The results are those of threads; the secret is seen nowhere, and no port of peers listens
    on all addresses."""
    subprocess.run([program, *FLAGS, "--steps", "3", "--outputs", f"{folder}/threads.npz"],
                   check=True)
    secret = f"{folder}/secret"
    with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
        file.write(SECRET + "\n")
    statuses, said, _ = ends([start(hosts, rank, "--secret-file", secret, "--steps", "3",
                                    "--outputs", f"{folder}/hosts.npz") for rank in range(4)])
    check(statuses == [0] * 4, f"statuses {statuses}", said)
    check(not any(SECRET in text for text in said), "the secret is said", said)
    check(not any("no secret" in text for text in said), "a secret is missed", said)
    with open(f"{folder}/threads.npz", "rb") as one, open(f"{folder}/hosts.npz", "rb") as other:
        check(one.read() == other.read(), "the results are not those of threads", said)
    ranks = [start(hosts, rank, "--repeat", "--steps", "1000000", "--save", f"{folder}/saved",
                   "--log", f"{folder}/log", POPT_SECRET=SECRET) for rank in range(4)]
    while not os.path.exists(f"{folder}/log"):
        time.sleep(0.02)
    addresses = []
    for space in hosts.spaces:
        text = subprocess.run(["ip", "netns", "exec", space, "ss", "-Hltn"], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        addresses += [line.split()[3].rsplit(":", 1)[0] for line in text.splitlines()]
    words = []
    for rank in ranks:
        with open(f"/proc/{rank.pid}/cmdline", encoding="utf-8") as file:
            words.append(file.read())
        rank.terminate()
    statuses, said, _ = ends(ranks)
    check(statuses == [75] * 4, f"statuses {statuses}", said)
    check(sorted(addresses) == ["10.77.0.1"] * 2 + ["10.77.0.2"] * 2,
          f"ranks listen at {addresses}", said)
    check(not any(SECRET in word for word in words), "the secret is an argument", words)


def without_it(hosts):
    """The connection of a rank without the secret is dropped."""
    ranks = [start(hosts, rank, "--timeout", "3",
                       **({} if rank == 2 else {"POPT_SECRET": SECRET})) for rank in range(4)]
    statuses, said, _ = ends(ranks)
    check(statuses == [1] * 4, f"statuses {statuses}", said)
    check("rank 2 did not come within 3 s of rank 0" in said[0] and
          "what came instead: 10.77.0.2 (rank 2 of 4 on host1)" in said[0],
          "rank 0 does not say who came", said)
    check("what listens there has a secret, and this rank has none" in said[2],
          "rank 2 does not say what is wrong", said)


def cannot_start(hosts):
    """A rank whose files are not there ends the waiting of all."""
    for wrong in (3, 0):
        wrongly = ["--names", f"{folder}/missing.json"]
        ranks = [start(hosts, rank, *(wrongly if rank == wrong else []), POPT_SECRET=SECRET)
                     for rank in range(4)]
        statuses, said, seconds = ends(ranks)
        check(statuses == [1] * 4, f"statuses {statuses}", said)
        check(seconds < 15, f"over after {seconds:.1f} s", said)
        for rank, text in enumerate(said):
            name = f"rank {wrong} on host{wrong // 2} could not start: "
            check("missing.json: No such file" in text and (rank == wrong or name in text),
                  f"rank {rank} does not hear why", said)


def startup(hosts):
    """How much longer a run of one step takes with a secret."""
    seconds = {"": [], SECRET: []}
    for _ in range(7):
        for secret, times in seconds.items():
            begin = time.time()
            words = {"POPT_SECRET": secret} if secret else {}
            statuses, said, _ = ends([start(hosts, rank, "--steps", "1", **words)
                                      for rank in range(4)])
            times.append(time.time() - begin)
            check(statuses == [0] * 4, f"statuses {statuses}", said)
    without, with_secret = (statistics.median(times) for times in seconds.values())
    print(f"start-up: {without * 1e3:.0f} ms, with a secret {with_secret * 1e3:.0f} ms")


with two_hosts.TwoHosts(folder) as two:
    for test in with_file, without_it, cannot_start, startup:
        test(two)
        print(f"{test.__name__}: ok", flush=True)
