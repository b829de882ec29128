"""Every file that the compiler's tools read, replaced by one that can't be read.

    refuse.py BIN MODULE FILE MESSAGE

Each tool ends within ten seconds, with status 1 and the message, and has not
read much.
"""
import json
import os
import resource
import stat
import subprocess
import sys
import tempfile

BIN, MODULE, FILE, MESSAGE = sys.argv[1:5]
folder = tempfile.mkdtemp(dir=os.path.dirname(FILE))
order = os.path.join(folder, "order.csv")
os.symlink(FILE, order)

poptc = ["poptc", MODULE, "-o", "/dev/null"]
here = os.path.dirname(os.path.abspath(__file__))
plan = os.path.join(folder, "plan.json")
with open(plan, "w") as file:
    json.dump({"popt_plan": 1, "mesh": {"stage": [["pp", 2]], "time": [["mb", 4]]},
               "inputs": {"batch*": [["mb"]]},
               "shardings": [{"match": "*l0*", "at": {"pp": [0]}},
                             {"match": "*l7*", "at": {"pp": [1]}}]}, file)
pipeline = ["poptc", os.path.join(here, "../../Execute/Stages/Inputs/deep.mlir"),
            "--plan", plan, "-o", "/dev/null"]
COMMANDS = [
    ["popt", FILE], ["poptc", FILE, "-o", "/dev/null"], ["popt-run", FILE, "--init", "random"],
    ["popt-run", FILE, "--reference", "--init", "random"], ["popt-reduce", FILE, "true", "{}"],
    [*poptc, "--plan", FILE], [*poptc, "--cluster", FILE],
    [*poptc, "--target=sm_90", "--tuned", FILE],
    [*pipeline, "--schedule", order], [*pipeline, "--task-costs", FILE],
    ["popt-launch", FILE],
    ["popt-run", MODULE, "--inputs", FILE], ["popt-run", MODULE, "--init=random", "--batches", FILE],
    ["popt-run", MODULE, "--init=random", "--expect", FILE]]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))


# LLVM reads words of the command line from files, too.
WORDS = [] if MESSAGE.startswith("Too many levels") else [
    [tool, "@" + FILE] for tool in ("popt", "poptc", "popt-run", "popt-reduce")]
kind = os.lstat(FILE).st_mode
for command in COMMANDS + WORDS:
    done = subprocess.run([os.path.join(BIN, command[0]), *command[1:]], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=20, preexec_fn=limit)
    # Of data a folder may be given, if it has some; batches may come through a pipe.
    message = MESSAGE
    if MESSAGE == "Is a directory" and {"--inputs", "--batches"} & {*command}:
        message = "the folder has no .npy, .npz or .safetensors"
    if stat.S_ISFIFO(kind) and "--batches" in command:
        message = "a pipe does not say how many batches it has; --steps must"
    assert done.returncode == (2 if command in WORDS else 1) and message in done.stderr, (
        command, done.returncode, done.stderr)
