#!/usr/bin/env python3
"""Runs programs under every limit of a process, from ample down to nothing.

    limits.py --src SRC [--long]

No limit may end a program by a signal, however low: it does what it is to do, or ends with a
message and status 1 or 2 (75 or 152 where a run stops for want of processor time), within ten
seconds (more, as far as others wait for the processors, too), and leaves no file or process. The
exceptions are not ours: the kernel kills what it can't begin, and the dynamic loader has a status of
its own (127). Without --long a sample: one program with threads, and the compiler. With --python
popt.compile in a script that has begun before the limit: it works, or raises.
"""
import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile

import harness

MIB = 1 << 20
SECONDS = 10

# JAX ends the process where it gets no memory, so that is done before the limit. What is used by
# then (address space, data) comes on top.
SCRIPT = """
import os, resource, sys
sys.path.insert(0, sys.argv[1])
import jax, jax.numpy as jnp, numpy as np, popt
def step(w, x):
    return w - 0.1 * jax.grad(lambda w: jnp.sum(jnp.tanh(x @ w) ** 2))(w)
args = np.full((16, 8), 0.5, np.float32), np.ones((12, 16), np.float32)
expected = np.asarray(jax.jit(step)(*args))
exported = popt.export(step, args, mesh={"dp": 2})
popt.compiled._export = lambda *args, **keywords: exported
if int(sys.argv[4]):
    popt.compile(step, args, mesh={"dp": 2})
which, value = map(int, sys.argv[2:4])
with open("/proc/self/statm") as file:
    pages = [int(word) * resource.getpagesize() for word in file.read().split()]
value += {resource.RLIMIT_AS: pages[0], resource.RLIMIT_DATA: pages[5]}.get(which, 0)
if which == resource.RLIMIT_NPROC and os.geteuid() == 0:
    os.setuid(65534)
resource.setrlimit(which, (value, value))
got = popt.compile(step, args, mesh={"dp": 2})(*args)
np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-5)
"""


def steps(most, least, factor):
    """From `most` down to `least`, each by a factor less, and then 0."""
    values = []
    while most >= least:
        values.append(int(most))
        most = min(most - 1, most * factor)
    return values


def limits(is_long):
    """By letter: the limit, and its values, from where the kernel can still begin the program."""
    fine = 0.97 if is_long else 0.8
    coarse = 0.8 if is_long else 0.3
    return {
        "v": (resource.RLIMIT_AS, steps(3000 * MIB, 32 * MIB, fine)),
        "d": (resource.RLIMIT_DATA, steps(2000 * MIB, 2 * MIB, coarse)),
        "s": (resource.RLIMIT_STACK, steps(8 * MIB, 160 << 10, coarse)),
        "n": (resource.RLIMIT_NOFILE, list(range(40 if is_long else 12, -1, -1 if is_long else -4))),
        "u": (resource.RLIMIT_NPROC, list(range(24 if is_long else 8, -1, -1 if is_long else -4))),
        "f": (resource.RLIMIT_FSIZE, steps(4 * MIB, 1, coarse) + [0]),
        "l": (resource.RLIMIT_MEMLOCK, [MIB, 4096, 0]),
        "m": (resource.RLIMIT_RSS, [MIB, 0]),
        "i": (resource.RLIMIT_SIGPENDING, [16, 1, 0]),
        "q": (resource.RLIMIT_MSGQUEUE, [4096, 0]),
        "e": (resource.RLIMIT_NICE, [20, 0]),
        "r": (resource.RLIMIT_RTPRIO, [1, 0]),
        "c": (resource.RLIMIT_CORE, [4096, 0]),
    }


def begin(which, value):
    """In the child: root has no limit of processes, so another user runs it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if which is None:
        return
    if which == resource.RLIMIT_NPROC and os.geteuid() == 0:
        os.setuid(65534)
    _, most = resource.getrlimit(which)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(which, (value, value))


def patience():
    """Seconds in which a process has its ten, if it shares the processors with others."""
    return SECONDS * max(1, os.getloadavg()[0] / os.cpu_count())


def wrong_with(words, which, value, wanted):
    """What is wrong with a run under a limit; empty if nothing is."""
    with tempfile.TemporaryDirectory(dir="/tmp") as scratch:
        os.chmod(scratch, 0o777)
        with subprocess.Popen(words, cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env={**os.environ, "TMPDIR": scratch},
                              start_new_session=True, preexec_fn=lambda: begin(which, value)) as process:
            seconds = patience()
            try:
                _, errors = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return f"has not ended after {seconds:.0f} seconds"
            try:
                os.killpg(process.pid, 0)
                return "left a process"
            except (ProcessLookupError, PermissionError):
                pass
        left = set(os.listdir(scratch)) - wanted
        status = process.returncode
        said = errors.strip().splitlines()[-1:] or [""]
        if status == 127 and "error while loading shared libraries" in errors:
            return ""
        if status not in (0, 1, 2):
            return f"status {status}: {errors[-500:]}"
        if status and ("rror" not in errors and "cannot" not in errors):
            return f"status {status} without a message: {said[0]}"
        return f"left {left}" if left else ""


def programs(bin_folder, src, scratch, is_long):
    """Command lines by name, and the files that they write."""
    tools = {name: os.path.abspath(os.path.join(bin_folder, name))
             for name in ("popt", "poptc", "popt-ckpt", "popt-plan", "popt-reduce", "popt-run")}
    src = os.path.abspath(src)
    model = os.path.join(src, "demo/mlp/dp4.mlir")
    train = os.path.join(scratch, "train")
    subprocess.run([tools["poptc"], model, "-o", train], check=True)
    data = ["--inputs", os.path.join(src, "demo/mlp/inputs.npz"),
            "--batches", os.path.join(src, "demo/mlp/batches.npz")]
    files = ["--outputs", "out.npz", "--metrics", "m.json", "--log", "log.jsonl", "--save", "ck"]
    wanted = {"out.npz", "m.json", "log.jsonl", "ck"}
    run = {"threads": ([train, *data, *files], wanted),
           "poptc": ([tools["poptc"], model, "-o", "a.out"], {"a.out"})}
    if is_long:
        run["processes"] = ([train, *data, *files, "--processes"], wanted)
        run["popt-run"] = ([tools["popt-run"], model, *data, *files], wanted)
        run["popt"] = ([tools["popt"], model, "-o", "out.mlir"], {"out.mlir"})
        run["popt-plan"] = ([tools["popt-plan"], model, "-o", "plan.json"], {"plan.json"})
        run["popt-reduce"] = ([tools["popt-reduce"], model, "-o", "small.mlir", "--limit=0", "--",
                               "false"], {"small.mlir"})
        saved = os.path.join(scratch, "saved")
        subprocess.run([train, *data, "--steps", "1", "--save", saved], check=True)
        subprocess.run(["chmod", "-R", "a+rX", saved], check=True)
        run["popt-ckpt"] = ([tools["popt-ckpt"], "verify", os.path.join(saved, "step-00000001")],
                            set())
    return run


def scripts(src, is_long):
    """The same of SCRIPT, which sets its limit itself: by what it has done before."""
    folder = os.path.join(os.path.abspath(src), "python")
    fine, coarse = (0.8, 0.5) if is_long else (0.3, 0.2)
    values = {
        resource.RLIMIT_AS: steps(2000 * MIB, MIB, fine) + [0],
        resource.RLIMIT_DATA: steps(1000 * MIB, MIB, fine) + [0],
        resource.RLIMIT_STACK: steps(8 * MIB, 160 << 10, coarse),
        resource.RLIMIT_NOFILE: list(range(40 if is_long else 12, -1, -2 if is_long else -4)),
        resource.RLIMIT_NPROC: list(range(12, -1, -2 if is_long else -6)),
        resource.RLIMIT_FSIZE: steps(MIB, 1, coarse) + [0],
    }
    for which, several in values.items():
        for value in several:
            for has_compiled in "01":
                yield which, value, [sys.executable, "-c", SCRIPT, folder, str(int(which)),
                                     str(value), has_compiled]


def stopped(words, folder, seconds):
    """What is wrong with endless steps under a limit of processor time; empty if nothing is."""
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, start_new_session=True,
                          preexec_fn=lambda: begin(resource.RLIMIT_CPU, seconds)) as process:
        try:
            _, errors = process.communicate(timeout=seconds + patience())
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "does not stop"
    wanted = 75 if "--save" in words else 152
    said = f"processor time is running out (ulimit -t {seconds}): stopping after this step"
    if process.returncode != wanted or said not in errors:
        return f"status {process.returncode}: {errors[-500:]}"
    return ""


def main():
    """Prints what is wrong, and how many runs there were."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--src", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", help="limits, by their letters")
    parser.add_argument("--python", action="store_true")
    args = parser.parse_args()
    runs, wrong = 0, 0
    with tempfile.TemporaryDirectory(dir="/tmp") as scratch:
        os.chmod(scratch, 0o755)
        if args.python:
            for which, value, words in scripts(args.src, args.long):
                runs += 1
                problem = wrong_with(words, None, value, set())
                if problem:
                    wrong += 1
                    print(f"python {words[-1]}, limit {which} of {value}: {problem}", flush=True)
            print(f"{runs} runs, {wrong} wrong")
            return wrong > 0
        for name, (words, wanted) in programs(harness.BIN, args.src, scratch, args.long).items():
            for letter, (which, values) in limits(args.long).items():
                if args.only and letter not in args.only:
                    continue
                if name == "poptc" and not args.long:
                    values = values[::3]
                for value in values:
                    runs += 1
                    try:
                        problem = wrong_with(words, which, value, wanted)
                    except subprocess.SubprocessError as error:
                        problem = str(error)
                    if problem:
                        wrong += 1
                        print(f"{name}, limit -{letter} of {value}: {problem}", flush=True)
            if "--inputs" in words and (not args.only or "t" in args.only):
                endless = [*words, "--steps", "1000000000", "--repeat"]
                at = endless.index("--save")
                for kind, line in (("saves", endless), ("", endless[:at] + endless[at + 2:])):
                    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
                        problem = stopped(line, folder, 1)
                    runs += 1
                    if problem:
                        wrong += 1
                        print(f"{name} {kind}, limit -t of 1: {problem}", flush=True)
    print(f"{runs} runs, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
