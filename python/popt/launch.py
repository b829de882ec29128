"""Starts a script in several processes of this host, which make one program of it.

    python -m popt.launch -n 4 train.py --epochs 3
    python -m popt.launch -n 4 -m package.train --epochs 3

Sets the variables that torchrun sets (docs/Processes.md). If a process ends with an
error, the others get a moment to say what they know, and are ended. SIGINT, SIGTERM
and SIGUSR1 go to all of them.
"""
import argparse
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time

# Seconds that processes have after one has failed, until SIGTERM and until SIGKILL.
_UNTIL_TERM, _UNTIL_KILL = 1, 1.7


def main(argv=None):
    """Returns the exit status: of the first that fails, 128 + its number for a signal."""
    parser = argparse.ArgumentParser(prog="python -m popt.launch", usage="%(prog)s -n N "
                                     "[-m MODULE | SCRIPT] ...", description=__doc__.split("\n")[0])
    parser.add_argument("-n", type=int, required=True, help="how many processes: one for each rank")
    parser.add_argument("-m", action="store_true", help="a module instead of a script")
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    wanted = parser.parse_args(argv)
    if wanted.n < 1:
        parser.error(f"-n {wanted.n}: at least one process")
    command = [sys.executable, *(["-m"] if wanted.m else []), wanted.script, *wanted.args]
    return _Job(command, wanted.n).run()


def _free_port():
    """A number that names this run, as no other one has it now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _end_with_parent():
    """In a child: it does not outlive a launcher that is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class _Job:
    def __init__(self, command, size):
        self.command, self.size = command, size
        self.processes, self.failed_at, self.status = [], None, 0
        self.sent = set()  # to end the others

    def run(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            signal.signal(number, lambda number, frame: self.signal(number))
        port = _free_port()
        for rank in range(self.size):
            variables = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": self.size,
                         "LOCAL_WORLD_SIZE": self.size, "MASTER_ADDR": "127.0.0.1",
                         "MASTER_PORT": port}
            # A group of its own, so that Ctrl-C comes once, from here.
            self.processes.append(subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=_end_with_parent,
                env={**os.environ, **{name: str(value) for name, value in variables.items()}}))
        while any(process.returncode is None for process in self.processes):
            self.look()
            time.sleep(0.02)
        return self.status

    def signal(self, number):
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(number)

    def look(self):
        for rank, process in enumerate(self.processes):
            if process.returncode is None and process.poll() and self.failed_at is None:
                self.failed_at = time.monotonic()
                self.status = process.returncode if process.returncode > 0 else (
                    128 - process.returncode)
                if process.returncode < 0:
                    print(f"popt.launch: rank {rank} (process {process.pid}) was ended by signal "
                          f"{-process.returncode}", file=sys.stderr, flush=True)
        if self.failed_at is None:
            return
        since = time.monotonic() - self.failed_at
        for seconds, number in ((_UNTIL_TERM, signal.SIGTERM), (_UNTIL_KILL, signal.SIGKILL)):
            if since > seconds and number not in self.sent:
                self.sent.add(number)
                self.signal(number)


if __name__ == "__main__":
    sys.exit(main())
