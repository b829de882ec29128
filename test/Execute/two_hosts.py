"""Two hosts on one machine: network namespaces with a cable between them."""
import contextlib
import os
import re
import subprocess
import sys
import tempfile


@contextlib.contextmanager
def starter(is_asked):
    """What turns a compiled program into the command that starts it, before its flags: with all
    of its ranks on two hosts, which are made for this, or if they are not asked for, as it is."""
    if not is_asked:
        yield lambda program: [program]
        return
    with tempfile.TemporaryDirectory() as folder, TwoHosts(folder) as hosts:
        yield lambda program: [*hosts.torchrun(ranks_of(program)), program]


def ranks_of(program):
    """How many the program is compiled for."""
    said = subprocess.run([program, "-n", "1000000"], stderr=subprocess.PIPE, text=True).stderr
    return int(re.search(r"is compiled for (\d+) ranks", said)[1])


def mpirun(ranks, *flags):
    """Starts ranks on this host; they see what variables it sees."""
    return ["mpirun", "-q", "--allow-run-as-root", "--bind-to", "none", "--oversubscribe",
            "-n", str(ranks), *flags]


class TwoHosts:
    """Makes them on entry, in a folder for its files; needs root."""

    def __init__(self, folder):
        name = f"popt{os.getpid()}"
        self.folder = folder
        self.cable = name[-8:]
        self.spaces = [f"{name}a", f"{name}b"]

    def __enter__(self):
        try:
            self.make()
        except subprocess.CalledProcessError:
            self.__exit__()
            raise
        return self

    def make(self):
        def sh(command):
            subprocess.run(command, shell=True, check=True)

        for i, space in enumerate(self.spaces):
            sh(f"ip netns add {space} && touch {self.folder}/uts{i} && "
               f"unshare --uts={self.folder}/uts{i} hostname host{i}")
        sh(f"ip link add {self.cable}0 type veth peer name {self.cable}1")
        for i, space in enumerate(self.spaces):
            sh(f"ip link set {self.cable}{i} netns {space} name eth0")
            sh(f"ip -n {space} addr add 10.77.0.{i + 1}/24 dev eth0 && "
               f"ip -n {space} link set eth0 up && ip -n {space} link set lo up")
        with open(f"{self.folder}/agent.sh", "w", encoding="utf-8") as agent:
            agent.write(f'#!/bin/sh\nhost=$1; shift\n'
                        f'[ $host = 10.77.0.1 ] && s={self.spaces[0]} u=0'
                        f' || {{ s={self.spaces[1]}; u=1; }}\n'
                        f'exec nsenter --net=/run/netns/$s --uts={self.folder}/uts$u sh -c "$*"\n')
        os.chmod(f"{self.folder}/agent.sh", 0o755)

    def __exit__(self, *_):
        for i, space in enumerate(self.spaces):
            subprocess.run(f"ip netns del {space}; umount {self.folder}/uts{i}", shell=True,
                           check=False, stderr=subprocess.DEVNULL)

    def mpirun(self, ranks, *flags):
        """What starts ranks on both hosts: the first half on the first one, and of an odd number
        one more. The flags are mpirun's. Ranks see what variables it sees."""
        return [*self.enter(), *mpirun(ranks, *flags), *self.network((ranks + 1) // 2, ranks // 2)]

    def enter(self, host=0):
        """What starts a process on a host."""
        return ["nsenter", f"--net=/run/netns/{self.spaces[host]}",
                f"--uts={self.folder}/uts{host}"]

    def network(self, first, second):
        """Flags of mpirun: so many ranks on each host, which see when a cable is pulled."""
        return ["--host", f"10.77.0.1:{first},10.77.0.2:{second}",
                "--mca", "plm_rsh_agent", f"{self.folder}/agent.sh",
                "--mca", "oob_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0",
                "--mca", "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1",
                "--mca", "oob_tcp_keepalive_probes", "3"]

    def torchrun(self, ranks, *flags):
        """The same by torchrun.py, with its flags."""
        enter = ["--host=" + " ".join(self.enter(host)) for host in range(2)]
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torchrun.py")
        return [sys.executable, script, "--ranks", str(ranks), "--address", "10.77.0.1", *enter,
                *flags]

    def slow_cable(self, rate):
        """So many bits per second in each direction ("8mbit"); what waits comes late."""
        for space in self.spaces:
            subprocess.run(["tc", "-n", space, "qdisc", "add", "dev", "eth0", "root", "tbf",
                            "rate", rate, "burst", "16kb", "latency", "1s"], check=True)

    def pull_cable(self):
        subprocess.run(["ip", "-n", self.spaces[1], "link", "set", "eth0", "down"], check=True)
