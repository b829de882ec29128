"""Two hosts on one machine: network namespaces with a cable between them."""
import os
import subprocess


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

    def enter(self):
        """What to start mpirun by, on the first host."""
        return ["nsenter", f"--net=/run/netns/{self.spaces[0]}", f"--uts={self.folder}/uts0"]

    def network(self, ranks):
        """Flags of mpirun: so many ranks on each host, which see when a cable is pulled."""
        return ["--host", f"10.77.0.1:{ranks},10.77.0.2:{ranks}",
                "--mca", "plm_rsh_agent", f"{self.folder}/agent.sh",
                "--mca", "oob_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0",
                "--mca", "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1",
                "--mca", "oob_tcp_keepalive_probes", "3"]

    def slow_cable(self, rate):
        """So many bits per second in each direction ("8mbit"); what waits comes late."""
        for space in self.spaces:
            subprocess.run(["tc", "-n", space, "qdisc", "add", "dev", "eth0", "root", "tbf",
                            "rate", rate, "burst", "16kb", "latency", "1s"], check=True)

    def pull_cable(self):
        subprocess.run(["ip", "-n", self.spaces[1], "link", "set", "eth0", "down"], check=True)
