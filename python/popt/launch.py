"""Starts a script in several processes, of this host or of several, which make one
program of it.

    python -m popt.launch -n 4 train.py --epochs 3
    python -m popt.launch -n 4 -m package.train --epochs 3
    python -m popt.launch --hosts node1:2,node2:2 train.py --epochs 3

Sets the variables that torchrun sets (docs/Processes.md). If a process ends with an
error, the others get a moment to say what they know, and are ended. SIGINT, SIGTERM
and SIGUSR1 go to all of them.

On other hosts ssh, or what --agent names, starts this module, which gets what to do
from its input, and ends its processes when that ends:

    launcher ── ssh node1 ── python -m popt.launch --serve ── ranks 0, 1
             └─ ssh node2 ── python -m popt.launch --serve ── ranks 2, 3
"""
import argparse
import ctypes
import json
import os
import random
import secrets
import select
import shlex
import signal
import socket
import subprocess
import sys
import time

# Seconds that processes have after one has failed, until each signal; the last is for
# an agent whose host does not answer.
_ENDINGS = (1, signal.SIGTERM), (1.7, signal.SIGKILL), (4, signal.SIGKILL)
# Variables that other hosts get, too, by how they begin.
_HANDED_ON = ("POPT_", "PYTHON", "JAX_", "XLA_", "NCCL_")


def main(argv=None):
    """Returns the exit status: of the first that fails, 128 + its number for a signal."""
    argv = sys.argv[1:] if argv is None else argv
    if argv == ["--serve"]:
        return _serve()
    parser = argparse.ArgumentParser(
        prog="python -m popt.launch", usage="%(prog)s {-n N | --hosts HOST[:N],...} [-m MODULE | "
        "SCRIPT] ...", description=" ".join(__doc__.split("\n\n")[0].split()))
    parser.add_argument("-n", type=int, help="how many processes, one for each rank; with --hosts of "
                        "each host that says no number")
    parser.add_argument("--hosts", help="host1:2,host2:4: how many processes on which host; rank 0 is "
                        "on the first")
    parser.add_argument("--agent", help="what starts a command on a host, called with the host and the "
                        "command (ssh, which may not ask for a password); it runs for each host, this "
                        "one included")
    parser.add_argument("-x", action="append", default=[], metavar="NAME", help="a variable that other "
                        f"hosts get; all that begin with {', '.join(_HANDED_ON)} do")
    parser.add_argument("-m", action="store_true", help="a module instead of a script")
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    wanted = parser.parse_args(argv)
    if wanted.n is None and wanted.hosts is None:
        parser.error("-n N says how many processes, or --hosts where")
    if wanted.n is not None and wanted.n < 1:
        parser.error(f"-n {wanted.n}: at least one process")
    command = [*(["-m"] if wanted.m else []), wanted.script, *wanted.args]
    if wanted.hosts is None:
        return _Job(_Ranks(command, range(wanted.n), wanted.n, "127.0.0.1", _free_port())).run()
    try:
        hosts = _hosts_of(wanted.hosts, wanted.n or 1)
    except ValueError as error:
        parser.error(str(error))
    return _Job(_Hosts(command, hosts, wanted.agent, wanted.x)).run()


def _hosts_of(text, otherwise):
    """[(host, number of processes), ...] of "node1:2,user@node2"."""
    hosts = []
    for part in text.split(","):
        name, colon, count = part.strip().partition(":")
        if not name or name.startswith("-") or colon and not (count.isdigit() and int(count)):
            raise ValueError(f"--hosts: \"{part}\" is no host, such as node1, or node1:4 for four "
                             "processes there")
        if name in (known for known, _ in hosts):
            raise ValueError(f"--hosts: {name} is named twice: {name}:4 has four processes")
        hosts.append((name, int(count) if count else otherwise))
    return hosts


def _free_port():
    """A number that names this run, as no other one has it now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _end_with_parent():
    """In a child: it does not outlive a launcher that is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class _Ranks:
    """Starts the processes of one host."""

    def __init__(self, command, ranks, size, address, port, extra=None):
        self.command, self.ranks, self.size = [sys.executable, *command], list(ranks), size
        self.address, self.port, self.extra = address, port, extra or {}

    def start(self):
        """Yields (how messages name it, process)."""
        for local, rank in enumerate(self.ranks):
            variables = {"RANK": rank, "LOCAL_RANK": local, "WORLD_SIZE": self.size,
                         "LOCAL_WORLD_SIZE": len(self.ranks), "MASTER_ADDR": self.address,
                         "MASTER_PORT": self.port}
            # A group of its own, so that Ctrl-C comes once, from here.
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=_end_with_parent,
                env={**os.environ, **self.extra,
                     **{name: str(value) for name, value in variables.items()}})
            yield f"rank {rank} (process {process.pid})", process


class _Hosts:
    """Starts this module on each host."""

    def __init__(self, command, hosts, agent, names):
        self.command, self.hosts, self.agent = command, hosts, agent
        # PYTHONPATH is extended for each host.
        self.extra = {name: value for name, value in os.environ.items()
                      if (name.startswith(_HANDED_ON) or name in names) and name != "PYTHONPATH"}
        # Not in a command line, which other users of a host can read.
        if len(hosts) > 1 and not os.environ.get("POPT_SECRET"):
            self.extra["POPT_SECRET"] = secrets.token_hex(32)

    def start(self):
        size = sum(count for _, count in self.hosts)
        first = self.hosts[0][0].rpartition("@")[2]
        address = socket.gethostname() if _is_here(first) and len(self.hosts) > 1 else first
        # Below those that systems give away; rank 0 listens on the one after it.
        port, begin = random.SystemRandom().randrange(20000, 32000), 0
        for host, count in self.hosts:
            serve = [sys.executable, "-m", "popt.launch", "--serve"]
            package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
            if self.agent or not _is_here(host):
                path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), package]))
                there = (f"cd {shlex.quote(os.getcwd())} && exec env PYTHONPATH={shlex.quote(path)} "
                         f"{shlex.join(serve)}")
                serve = [*shlex.split(self.agent or "ssh"), host, there]
            process = _Served(serve, {
                "command": self.command, "ranks": list(range(begin, begin + count)), "size": size,
                "address": address, "port": port, "extra": self.extra})
            begin += count
            yield f"{host} ({shlex.join(serve[:2])})", process


def _is_here(host):
    return host in ("localhost", "127.0.0.1", socket.gethostname())


class _Served:
    """Like a Popen, of the processes of a host; signals go through its input."""

    def __init__(self, command, job):
        self.of = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True,
                                   preexec_fn=_end_with_parent)
        self.pid, self.is_open = self.of.pid, True
        self._say(json.dumps(job))

    @property
    def returncode(self):
        return self.of.returncode

    def poll(self):
        return self.of.poll()

    def send_signal(self, number):
        if number == signal.SIGKILL and not self.is_open:
            self.of.kill()
        self._say(str(int(number)))
        if number == signal.SIGKILL and self.is_open:
            self.is_open = False
            self.of.stdin.close()

    def _say(self, line):
        try:
            if self.is_open:
                self.of.stdin.write(line.encode() + b"\n")
                self.of.stdin.flush()
        except OSError:  # it has ended, which poll() tells
            self.is_open = False


def _serve():
    """What a launcher on another host wants done here."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(0, 1)  # no more than the line: select() sees what follows
        if not part:
            return 1
        line += part
    return _Job(_Ranks(**json.loads(line)), orders=0).run()


class _Job:
    def __init__(self, members, orders=None):
        self.members, self.orders = members, orders  # orders: a file with numbers of signals
        self.processes, self.failed_at, self.status = [], None, 0
        self.sent = 0  # of _ENDINGS
        self.heard = b""

    def run(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            signal.signal(number, lambda number, frame: self.signal(number))
        try:
            for member in self.members.start():
                self.processes.append(member)
        except OSError as error:
            print(f"popt.launch: cannot start {error.filename}: {error.strerror}", file=sys.stderr)
            self.fail(1)
        while any(process.returncode is None for _, process in self.processes):
            self.look()
            self.obey()
            time.sleep(0.02)
        return self.status

    def signal(self, number):
        for _, process in self.processes:
            if process.poll() is None:
                process.send_signal(number)

    def obey(self):
        if self.orders is None or not select.select([self.orders], [], [], 0)[0]:
            return
        part = os.read(self.orders, 1000)
        if not part:  # the launcher is gone
            self.orders = None
            self.fail(1)
        *lines, self.heard = (self.heard + part).split(b"\n")
        for number in lines:
            self.signal(int(number))

    def fail(self, status):
        if self.failed_at is None:
            self.failed_at, self.status = time.monotonic(), status

    def look(self):
        for name, process in self.processes:
            if process.returncode is None and process.poll() and self.failed_at is None:
                self.fail(process.returncode if process.returncode > 0 else 128 - process.returncode)
                if process.returncode < 0:
                    print(f"popt.launch: {name} was ended by signal {-process.returncode}",
                          file=sys.stderr, flush=True)
        if self.failed_at is None:
            return
        since = time.monotonic() - self.failed_at
        for _, number in [end for end in _ENDINGS if since > end[0]][self.sent:]:
            self.sent += 1
            self.signal(number)


if __name__ == "__main__":
    sys.exit(main())
