#!/usr/bin/env python3
"""Each call of a program's run that reaches the driver or a library fails once.

    call_faults.py --bin build/bin --cuda-driver libpopt-fake-cuda.so M.mlir --run "--steps 3"

The program runs once on the CUDA driver that interprets PTX and counts the calls of each
function. Then it runs once for each of them, which returns an error. The run must end with
status 1 and one message: the function, what the library says, the rank, and in a step the
command and the user's line. When the process ends, nothing may be allocated: no device or
host memory, module, stream, event, graph, context, nor handle of a library.

With --save, each run writes a checkpoint after every step, in a folder of its own.

With --hang K, the first K calls of each function do not return instead, which must be calls
before the first step: the watchdog ends the run, and its message names the rank.

A run may also go on and give the same bits, if the call gives back, describes an error, or
asks for what the run can do without; what a call was to give back stays. --every K takes one
call in K of each function, and its last; --functions only those. Threads call as they come:
where a run makes fewer calls than the first, the fault never comes, and the run must succeed.
Needs only the standard library.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

STAYS = ["bytes_allocated", "host_bytes_allocated", "live_objects"]
# Of each library the code that its calls return, and how messages say so.
CODES = [("ncclGetVersion", 3, r"its version is 0|has NCCL 0\.0\.0"),
         ("nccl", 3, r"NAME: NCCL 2\.28\.9: internal error \(3\)"),
         ("cublas", 14, r"NAME: CUBLAS_STATUS_INTERNAL_ERROR \(14\)"),
         ("cudnn", 4000, r"NAME: CUDNN_STATUS_INTERNAL_ERROR \(4000\)"),
         ("cuCtxSetCurrent", 719, r"NAME: CUDA_ERROR_LAUNCH_FAILED|no context is current"),
         ("cu", 719, r"NAME: CUDA_ERROR_LAUNCH_FAILED \(719\): unspecified launch failure")]
GIVES_BACK = re.compile(
    r".*(Free|FreeHost|Destroy|DestroyDescriptor|Unload|Release|Abort|Finalize)$")
# Texts of errors; free memory, for a message; pinned memory for batches ahead; what a watch
# asks that has nothing to wait for.
SPARED = re.compile(
    r"cuCtxSetCurrent|cuGetError.*|cuMemGetInfo|cuMemHostAlloc|cuEventQuery|ncclCommGetAsyncError")
# The watchdog ends a run that hangs before its first step after eight times that.
SOON = ["--watchdog", "0.25"]
# The user's line, or the argument that is moved.
PLACE = re.compile(r"rank \d+: .*command \d+ \(.*( at [^ )]+:\d+|\]\")")


class Program:
    def __init__(self, options, folder):
        self.folder, self.options = folder, options
        self.binary = os.path.join(folder, "step")
        subprocess.run([os.path.join(options.bin, "poptc"), options.module, "--target=sm_90",
                        *shlex.split(options.flags), "-o", self.binary], check=True)

    def run(self, fault=None, flags=()):
        """(exit status, seconds, counters, what it said, results)."""
        file, outputs = (os.path.join(self.folder, name) for name in ("counters.json", "out.npz"))
        for old in (file, outputs):
            if os.path.exists(old):
                os.remove(old)
        save = os.path.join(self.folder, "checkpoints")
        shutil.rmtree(save, ignore_errors=True)
        if self.options.save:
            flags = [*flags, "--save", save, "--save-every", "1"]
        words = [f"devices={self.options.devices}", "checks=bounds", f"counters={file}"]
        words += [fault] if fault else []
        environment = dict(os.environ, POPT_CUDA_DRIVER=self.options.cuda_driver,
                           POPT_FAKE_CUDA=",".join(words))
        begin = time.time()
        done = subprocess.run(
            [self.binary, "--outputs", outputs, *shlex.split(self.options.run), *flags],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            timeout=600)
        seconds = time.time() - begin
        counters = results = None
        if os.path.exists(file):
            with open(file) as f:
                counters = json.load(f)
        if done.returncode == 0:
            with zipfile.ZipFile(outputs) as z:
                results = {name: z.read(name) for name in z.namelist()}
        return done.returncode, seconds, counters, done.stderr, results


def wrong_with(name, n, text, status, counters, said, equal):
    """None, or what is wrong with the run in which call `n` of `name` failed. `text` is what
    the library says of the error, `said` what the run said, `equal` whether it gave the bits
    that it should."""
    if counters is None:
        return f"no counters, status {status}"
    stays = {what: counters[what] for what in STAYS if counters[what]}
    if stays and not GIVES_BACK.match(name):
        return f"status {status}, stays allocated: {stays}"
    is_made = counters["calls"][name] >= n
    if status == 0 and (not is_made or GIVES_BACK.match(name) or SPARED.match(name)):
        return None if equal else "other results"
    if status != 1:
        return f"status {status}"
    errors = [line for line in said.splitlines() if "error: " in line]
    if len(errors) != 1:
        return f"{len(errors)} messages"
    if not re.search(text.replace("NAME", name), errors[0]):
        return "the message does not say what failed"
    if " rank " not in errors[0] and "cannot start" not in errors[0]:
        return "the message names no rank"
    if "command" in errors[0] and not PLACE.search(errors[0]):
        return "the message names no line"
    return None


def wrong_with_hang(name, status, said):
    """None, or what is wrong with the run in which a call of `name` did not return."""
    if status != 1:
        return f"status {status}"
    if not re.search(r"error: rank \d+ has waited for its device for [\d.]+ s before the first "
                     r"step; if it needs so long, allow more \(--watchdog\)", said):
        return "the message does not say which rank hangs"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module")
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--flags", default="", help="of the compiler")
    parser.add_argument("--run", default="", help="flags of the program")
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--functions", default="", help="a regular expression")
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--hang", type=int, default=0, metavar="K")
    parser.add_argument("-v", action="store_true", help="print every message")
    options = parser.parse_args()
    failed = tried = functions = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options, folder)
        status, whole, counters, said, expected = program.run()
        if status or any(counters[what] for what in STAYS):
            sys.exit(f"without a fault: status {status}, "
                     f"{ {what: counters[what] for what in STAYS} }\n{said}")
        for name, count in counters["calls"].items():
            if not count or not re.search(options.functions, name):
                continue
            functions += 1
            code, text = next((c, t) for prefix, c, t in CODES if name.startswith(prefix))
            chosen = {*range(1, count + 1, options.every), count}
            for n in range(1, options.hang + 1) if options.hang else sorted(chosen):
                if options.hang:
                    status, seconds, _, said, _ = program.run(f"hang={name}@{n}", SOON)
                    wrong = wrong_with_hang(name, status, said)
                else:
                    status, seconds, got, said, results = program.run(f"fail={name}@{n}:{code}")
                    wrong = wrong_with(name, n, text, status, got, said, results == expected)
                tried += 1
                failed += wrong is not None
                slowest = max(slowest, seconds)
                if wrong or options.v:
                    print(f"{'FAILED' if wrong else 'passed'} {name} {n} of {count}: {wrong}\n{said}",
                          flush=True)
    print(f"{tried} calls of {functions} functions, {failed} failed; without a fault "
          f"{whole:.2f} s, with one at most {slowest:.2f} s")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
