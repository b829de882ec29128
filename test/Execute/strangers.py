#!/usr/bin/env python3
"""Who is no rank says what it likes to a run of two hosts, before, during and after they meet.

    strangers.py PROGRAM FOLDER SOURCE --count N [--secret]

PROGRAM is a compiled program of four ranks with the flags of demo/gpt. N connections to the ports
of the run, from the network between its hosts, say: nothing, anything, hellos of another version,
size, rank or secret, and, again, what ranks have said (all of it is seen on the cable). The
results are those of threads, to the bit, and no rank fails.
"""
import argparse
import os
import random
import select
import socket
import struct
import subprocess
import sys
import threading
import time

import harness
import two_hosts

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("folder")
parser.add_argument("source")
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--secret", action="store_true")
# What this script does within the network of a host.
parser.add_argument("--attack", action="store_true")
options = parser.parse_args()
ADDRESS, STORE = "10.77.0.1", 29501


def heard(cable):
    """What ranks say first on each connection: of TCP over IPv4, as it comes past."""
    seen = []

    def listen():
        while True:
            packet = cable.recv(70000)
            if packet[12:14] != b"\x08\x00" or packet[23] != 6:
                continue
            tcp = 14 + (packet[14] & 15) * 4
            end = 14 + struct.unpack(">H", packet[16:18])[0]
            data = packet[tcp + (packet[tcp + 12] >> 4) * 4:end]
            if data[:4] == b"POPT" and len(seen) < 1000:
                seen.append(data)

    threading.Thread(target=listen, daemon=True).start()
    return seen


def open_ports():
    """Those that are listened at on this host."""
    ports = set()
    for name in "tcp", "tcp6":
        with open(f"/proc/net/{name}", encoding="ascii") as file:
            for line in file.readlines()[1:]:
                words = line.split()
                if words[3] == "0A":
                    ports.add(int(words[1].split(":")[1], 16))
    return ports


def words_of_stranger(dice, seen):
    kind = dice.randrange(6)
    if kind == 0:
        return b""
    if kind == 1 or not seen:
        return dice.randbytes(dice.randrange(200))
    said = bytearray(dice.choice(seen))
    if kind == 2:  # again
        return bytes(said) + dice.choice(seen)
    if kind == 3:  # of another version
        said[4] ^= 1 << dice.randrange(8)
    elif kind == 4 and len(said) > 60:  # another rank, or of another size
        said[36 + dice.randrange(16)] ^= 1 << dice.randrange(3)
    else:
        for _ in range(1 + dice.randrange(4)):
            said[dice.randrange(len(said))] = dice.randrange(256)
    return bytes(said[:dice.randrange(len(said) + 1)] if dice.randrange(3) == 0 else said)


def attack():
    """Until the input ends; says how many have come."""
    dice = random.Random(13)
    cable = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    cable.bind(("eth0", 0))
    seen = heard(cable)
    numHeard, numRefused, kept = 0, 0, []
    while not select.select([sys.stdin], [], [], 0)[0]:
        ports = sorted(open_ports() | {STORE})
        try:
            way = socket.create_connection((ADDRESS, dice.choice(ports)), 5)
            way.sendall(words_of_stranger(dice, seen))
            numHeard += 1
            kept = [*kept[-200:], way] if dice.randrange(3) == 0 else kept
        except OSError:
            numRefused += 1
            time.sleep(0.002)
    print(numHeard, numRefused, len(seen), flush=True)


def flags(*more):
    return ["--inputs", f"{options.source}/demo/gpt/inputs.npz", "--batches",
            f"{options.source}/demo/gpt/batches.npz", "--repeat", *more]


def run(hosts, steps):
    """All ranks, of which the last comes late; how many strangers came."""
    words = {"POPT_SECRET": "what only the ranks of this run know"} if options.secret else {}
    strangers = subprocess.Popen(
        [*hosts.enter(), sys.executable, *sys.argv, "--attack"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    started = []
    for rank in range(4):
        if rank == 3:
            time.sleep(2)
        started.append(harness.start(
            [*hosts.enter(rank // 2), options.program, *flags(
                "--steps", str(steps), "--outputs", f"{options.folder}/hosts.npz")],
            rank, 4, 29500, here=2, address=ADDRESS, **words))
    statuses, said, _ = harness.ends(started, timeout=2000)
    output = "".join(said)
    time.sleep(0.2)  # and after it
    heard_and_not = strangers.communicate(timeout=600)[0].split()
    if any(statuses):
        raise SystemExit(f"a rank failed:\n{output}")
    is_said = "note: there is no secret (POPT_SECRET," in output
    if is_said == options.secret:
        raise SystemExit(f"what is said of the secret:\n{output}")
    print("{} came, {} could not; {} hellos were seen".format(*heard_and_not), flush=True)
    return int(heard_and_not[0])


def main():
    steps = min(100, options.count // 8)
    subprocess.run([options.program, *flags("--steps", str(steps), "--outputs",
                                            f"{options.folder}/threads.npz")], check=True)
    count = 0
    with two_hosts.TwoHosts(options.folder) as hosts:
        while count < options.count:
            count += run(hosts, steps)
            with open(f"{options.folder}/threads.npz", "rb") as one, \
                    open(f"{options.folder}/hosts.npz", "rb") as other:
                if one.read() != other.read():
                    raise SystemExit("the results are not those of threads")
    print(f"{count} came, and the results are those of threads")


attack() if options.attack else main()
