#!/usr/bin/env python3
"""Saves that real kills, full disks, read-only and different folders cut off.

    save_faults.py kills [--kills N] [--steps K] -- COMMAND...
    save_faults.py disks -- COMMAND...

`kills` runs COMMAND with a save after every step, kills it (SIGKILL, launcher and ranks)
at random moments, and starts it again until it is done: it must end with the files of a
run that was left alone. `disks` mounts what it needs in namespaces of its own (REQUIRES:
mounts): a run whose saves fail must go on, write the same files, and end with status 1; one
that can't write into the folder ends before its first step.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time


def files_in(folder):
    os.makedirs(folder, exist_ok=True)
    return ["--outputs", f"{folder}/out.npz", "--metrics", f"{folder}/metrics.json"]


def check_same(one, other):
    for name in "out.npz", "metrics.json":
        with open(f"{one}/{name}", "rb") as a, open(f"{other}/{name}", "rb") as b:
            if a.read() != b.read():
                sys.exit(f"{one}/{name} and {other}/{name} differ")


def run_with_kills(command, kills, folder):
    """Runs it again and again; the last time to its end. How often it was killed."""
    dice = random.Random(11)
    killed = 0
    save = ["--save", f"{folder}/ck", "--save-every", "1", "--keep", "2", "--resume"]
    while True:
        process = subprocess.Popen([*command, *files_in(f"{folder}/killed"), *save],
                                   start_new_session=True, stderr=subprocess.PIPE, text=True)
        if killed < kills:
            # Not before it saves: a run that is always killed at its start does nothing.
            try:
                seen = set(os.listdir(f"{folder}/ck"))
            except OSError:
                seen = set()
            while process.poll() is None:
                try:
                    if set(os.listdir(f"{folder}/ck")) - seen:
                        break
                except OSError:
                    pass
            time.sleep(dice.uniform(0, 0.05))
        if killed >= kills or process.poll() is not None:
            _, said = process.communicate()
            if process.returncode:
                sys.exit(f"status {process.returncode}: {said}")
            return killed
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        killed += 1


def run_in(mounts, command, folder, wanted):
    """With mounts of its own; it must fail for what is `wanted`."""
    script = "set -e\n" + mounts + '\nexec "$@"\n'
    save = ["--save", f"{folder}/ck", "--save-every", "1"]
    result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", *command,
                             *files_in(f"{folder}/run"), *save],
                            stderr=subprocess.PIPE, text=True)
    check_error([result.returncode], result.stderr, wanted)


def check_error(statuses, said, wanted):
    errors = [line for line in said.splitlines() if "error: " in line and wanted in line]
    if set(statuses) != {1} or len(errors) != 1:
        sys.exit(f"status {statuses}, expected an error of \"{wanted}\":\n{said}")
    print(errors[0])


def run_apart(command, ranks, folder):
    """Rank 1 sees another folder by the same name."""
    processes = []
    for rank in range(ranks):
        environment = {**os.environ, "RANK": str(rank), "WORLD_SIZE": str(ranks),
                       "LOCAL_WORLD_SIZE": str(ranks), "MASTER_PORT": str(os.getpid())}
        script = f"mount -t tmpfs none {folder}/ck\n" if rank == 1 else ""
        processes.append(subprocess.Popen(
            ["unshare", "-m", "sh", "-c", script + 'exec "$@"\n', "sh", *command,
             *files_in(f"{folder}/run"), "--save", f"{folder}/ck"],
            env=environment, stderr=subprocess.PIPE, text=True))
    texts = [process.communicate()[1] for process in processes]
    check_error([process.returncode for process in processes], "".join(texts),
                "all ranks must share the folder")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["kills", "disks"])
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--ranks", type=int, default=4, help="of COMMAND")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    command = [*options.command, "--steps", str(options.steps)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, *files_in(f"{folder}/alone")], check=True,
                       stderr=subprocess.DEVNULL)
        os.makedirs(f"{folder}/ck")
        if options.what == "kills":
            killed = run_with_kills(command, options.kills, folder)
            if not killed:
                sys.exit("every run was over before it could be killed: --steps")
            check_same(f"{folder}/alone", f"{folder}/killed")
            print(f"{killed} kills")
            return
        run_in(f"mount -t tmpfs -o ro none {folder}/ck", command, folder, "Read-only file system")
        if os.listdir(f"{folder}/run"):
            sys.exit("a run went on that can't save")
        run_in(f"mount -t tmpfs -o size=1m none {folder}/ck", command, folder, "No space left on device")
        check_same(f"{folder}/alone", f"{folder}/run")
        run_apart(command, options.ranks, folder)
        check_same(f"{folder}/alone", f"{folder}/run")


if __name__ == "__main__":
    main()
