#!/usr/bin/env python3
"""Every file that a run or the compiler reads or writes, replaced by what is none.

    files.py --source SOURCE FOLDER [--kinds pipe,zero,...] [--roles inputs,...]
    files.py --source SOURCE FOLDER --written [--kinds pipe,full,...] [--roles -o,...]

A pipe without a writer, a device, a folder, a link to itself, a file that
grows, one that is cut while it is read: the process ends within ten seconds, with
status 0, 1 or 2, a message if it is not 0, and leaves no file behind. With --written a
pipe without a reader, a full disk, a folder and a link to itself in the place of files that
are written, and of libraries. Prints a line per kind.
"""
import argparse
import os
import shutil
import subprocess
import threading
import time

import harness

READ_KINDS = "pipe,zero,folder,loop,grows,cut"
WRITTEN_KINDS = "pipe,full,folder,loop"
SECONDS = 10

parser = argparse.ArgumentParser()
parser.add_argument("--source", required=True)
parser.add_argument("--kinds")
parser.add_argument("--roles", default="")
parser.add_argument("--written", action="store_true")
parser.add_argument("folder")
options = parser.parse_args()
kinds = (options.kinds or (WRITTEN_KINDS if options.written else READ_KINDS)).split(",")
chosen = options.roles.split(",") if options.roles else []
demo = os.path.join(options.source, "demo", "mlp")
PIPELINE = [os.path.join(options.source, "demo/gpt/single.mlir"), "--plan",
            os.path.join(options.source, "test/Execute/Inputs/gpt-pp2.json")]


def tool(name, *words, **more):
    return subprocess.run([harness.tool(name), *words], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace", **more)


def prepare(folder):
    """Good files of every role: {role: path}."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)

    def path(name):
        return os.path.join(folder, name)
    for name in ("single.mlir", "inputs.npz", "batches.npz"):
        shutil.copy(os.path.join(demo, name), path(name))
    shutil.copy(os.path.join(options.source, "test/Fuzz/Clusters/hosts.json"),
                path("cluster.json"))
    for name, text in (("plan.json", '{"popt_plan": 1}'), ("names.json", "{}"),
                       ("secret", "known to this job alone")):
        with open(os.open(path(name), os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(text)
    made = tool("poptc", path("single.mlir"), "-o", path("train"))
    assert made.returncode == 0, made.stderr
    made = subprocess.run([path("train"), "--inputs", path("inputs.npz"), "--batches",
                           path("batches.npz"), "--steps", "2", "--save", path("ck"),
                           "--outputs", path("out.npz")], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    if not chosen or "costs" in chosen or "--per-task" in chosen:
        made = tool("poptc", *PIPELINE, "-o", path("pipeline"))
        assert made.returncode == 0, made.stderr
        made = subprocess.run([path("pipeline"), "--init", "random", "--bench", "1",
                               "--per-task", path("costs.json")], capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
    step = path("ck/step-00000002")
    data = next(name for name in sorted(os.listdir(step)) if name.startswith("rank-"))
    roles = {"module": path("single.mlir"), "plan": path("plan.json"), "names": path("names.json"),
             "cluster": path("cluster.json"), "costs": path("costs.json"),
             "secret": path("secret"),
             "inputs": path("inputs.npz"), "batches": path("batches.npz"),
             "expect": path("out.npz"), "package": path("train"),
             "index": os.path.join(step, "index.json"), "checkpoint": os.path.join(step, data)}
    return roles


def commands(role, files):
    """What reads the file of a role."""
    run = [files["package"], "--inputs", files["inputs"], "--batches", files["batches"]]
    resume = [*run, "--steps", "3", "--resume", os.path.dirname(os.path.dirname(files["index"]))]
    popt_run = [harness.tool("popt-run"), files["module"]]
    poptc = [harness.tool("poptc"), files["module"], "-o", "/dev/null"]
    ckpt = [harness.tool("popt-ckpt")]
    return {
        "module": [[*popt_run, "--init", "random"], poptc, [harness.tool("popt"), files["module"], "-o", "/dev/null"]],
        "plan": [[*poptc, "--plan", files["plan"]], [*popt_run, "--init=random", "--plan", files["plan"]]],
        "cluster": [[*poptc, "--cluster", files["cluster"]],
                    [harness.tool("popt-plan"), files["module"], "--predict", "--cluster",
                     files["cluster"]]],
        "costs": [[harness.tool("poptc"), *PIPELINE, "--schedule=auto", "--task-costs",
                   files["costs"], "-o", "/dev/null"]],
        "secret": [["env", "RANK=0", "WORLD_SIZE=1", "LOCAL_RANK=0", "LOCAL_WORLD_SIZE=1",
                    "MASTER_ADDR=127.0.0.1", "MASTER_PORT=29503", *run, "--secret-file",
                    files["secret"]]],
        "names": [[*run, "--names", files["names"]]],
        "inputs": [run, [*run, "--processes"], [*popt_run, "--reference", "--inputs", files["inputs"]]],
        "batches": [run, [*run, "--processes"]],
        "expect": [[*run, "--expect", files["expect"]]],
        "package": [[harness.tool("popt-launch"), *run]],
        "index": [resume, [*ckpt, "verify", os.path.dirname(files["index"])]],
        "checkpoint": [resume, [*ckpt, "verify", os.path.dirname(files["index"])],
                       [*ckpt, "inspect", os.path.dirname(files["index"])]]}[role]


class Replaced:
    """A file that is replaced while the block runs."""

    def __init__(self, path, kind):
        self.path, self.kind, self.kept = path, kind, path + ".kept"
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.change)

    def change(self):
        with open(self.kept, "rb") as file:
            whole = file.read()
        with open(self.path, "r+b", buffering=0) as file:
            while not self.ends.is_set():
                if self.kind == "grows":
                    if os.fstat(file.fileno()).st_size < 1 << 28:
                        file.seek(0, os.SEEK_END)
                        file.write(b" " * (1 << 16))
                else:
                    file.truncate(len(whole) // 2)
                    time.sleep(0.001)
                    file.seek(0)
                    file.write(whole)
                time.sleep(0.001)

    def __enter__(self):
        os.rename(self.path, self.kept)
        if self.kind == "pipe":
            os.mkfifo(self.path)
        elif self.kind == "zero":
            os.symlink("/dev/zero", self.path)
        elif self.kind == "folder":
            os.mkdir(self.path)
        elif self.kind == "loop":
            os.symlink(self.path, self.path)
        else:
            shutil.copy(self.kept, self.path)
            self.thread.start()

    def __exit__(self, *_):
        self.ends.set()
        if self.thread.ident:
            self.thread.join()
        if self.kind == "folder":
            os.rmdir(self.path)
        else:
            os.remove(self.path)
        os.rename(self.kept, self.path)


def names_in(folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)


def run_within(command, where, **more):
    """Within ten seconds, status 0, 1 or 2, with a message if it is not 0."""
    before = names_in(options.folder)
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, timeout=6 * SECONDS, **more)
    seconds = time.monotonic() - begin
    assert done.returncode in (0, 1, 2), f"{where}: status {done.returncode}\n{done.stderr}"
    # The machine may have other work.
    patience = SECONDS * max(1, os.getloadavg()[0] / os.cpu_count())
    assert seconds < patience, f"{where}: {seconds:.1f} s"
    left = [name for name in names_in(options.folder) if name not in before]
    assert not left, f"{where}: left {left}"
    return done


def writers(files, place):
    """(what it is, command, variables), of which each has one file at `place`."""
    run = [files["package"], "--inputs", files["inputs"], "--batches", files["batches"]]
    poptc = [harness.tool("poptc"), files["module"]]
    plan = [harness.tool("popt-plan"), files["module"]]
    for flag in "--outputs", "--metrics", "--log", "--trace":
        yield flag, [*run, flag, place], {}
        yield flag, [*run, "--processes", flag, place], {}
    yield "--save", [*run, "--save", place], {}
    yield "--rank-logs", [*run, "--processes", "--rank-logs", place], {}
    yield "error file", [*run, "--steps", "x"], {"TORCHELASTIC_ERROR_FILE": place}
    yield "-o", [*poptc, "-o", place], {}
    yield "--emit", [*poptc, "--emit=step", "-o", place], {}
    yield "--report", [*poptc, "--report", place, "-o", "/dev/null"], {}
    yield "popt", [harness.tool("popt"), files["module"], "-o", place], {}
    yield "popt-reduce", [harness.tool("popt-reduce"), files["module"], "-o", place,
                          "--limit=0", "--", "false"], {}
    yield "popt-plan", [*plan, "--devices=1", "-o", place], {}
    yield "--predict", [*plan, "--predict", "-o", place], {}
    yield "--per-task", [os.path.join(options.folder, "pipeline"), "--init", "random", "--bench", "1", "--per-task",
                         place], {}
    yield "--measure-machine", [harness.tool("popt-run"), "--measure-machine", "-n",
                                "1", "-o", place], {}
    yield "--timeline", [harness.tool("popt"),
                         os.path.join(options.source, "test/Stages/draw-timeline.mlir"),
                         f"--draw-timeline=file={place}", "-o", "/dev/null"], {}
    yield "POPT_CUDA_DRIVER", [files["gpu"], "--init", "random"], {"POPT_CUDA_DRIVER": place}


def written():
    files = prepare(options.folder)
    files["gpu"] = os.path.join(options.folder, "gpu")
    made = tool("poptc", files["module"], "--target=sm_90", "-o", files["gpu"])
    assert made.returncode == 0, made.stderr
    place = os.path.join(options.folder, "place")
    for kind in kinds:
        counts = {0: 0, 1: 0, 2: 0}
        for what, command, variables in writers(files, place):
            if chosen and what not in chosen:
                continue
            if kind == "folder" and what in ("--save", "--rank-logs"):
                continue  # as it should be
            where = f"{kind} as {what}: {' '.join(command)}"
            if kind == "pipe":
                os.mkfifo(place)
            elif kind == "folder":
                os.mkdir(place)
            else:
                os.symlink("/dev/full" if kind == "full" else place, place)
            done = run_within(command, where, env={**os.environ, **variables})
            # A link that leads nowhere is replaced.
            is_replaced = kind == "loop" and os.path.isfile(place)
            assert is_replaced or done.returncode and place in done.stderr, \
                f"{where}: {done.returncode}\n{done.stderr}"
            counts[done.returncode] += 1
            os.rmdir(place) if kind == "folder" else os.remove(place)
        print(f"{kind}: {counts[0]} go on, {counts[1] + counts[2]} end with a message")


def main():
    if options.written:
        written()
        return
    files = prepare(options.folder)
    roles = chosen or list(files)
    for kind in kinds:
        counts = {0: 0, 1: 0, 2: 0}
        for role in roles:
            if role == "package" and kind in ("grows", "cut"):
                continue  # the kernel refuses to write to what runs
            for command in commands(role, files):
                before = names_in(options.folder)
                with Replaced(files[role], kind):
                    begin = time.monotonic()
                    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                          stdin=subprocess.DEVNULL, timeout=6 * SECONDS)
                    seconds = time.monotonic() - begin
                where = f"{kind} as {role}: {' '.join(command)}"
                assert done.returncode in counts, f"{where}: status {done.returncode}\n{done.stderr}"
                assert done.returncode == 0 or "error" in done.stderr or os.path.basename(
                    files[role]) in done.stderr, f"{where}: no message\n{done.stderr}"
                assert done.returncode != 0 or kind in ("grows", "cut"), f"{where}: status 0"
                assert seconds < SECONDS, f"{where}: {seconds:.1f} s"
                left = [name for name in names_in(options.folder) if name not in before]
                assert not left, f"{where}: left {left}"
                counts[done.returncode] += 1
        print(f"{kind}: {counts[0]} go on, {counts[1] + counts[2]} end with a message")


main()
