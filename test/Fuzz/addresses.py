#!/usr/bin/env python3
"""Runs the compiler under a memory checker, on programs and flags drawn at random.

    addresses.py --bin build/bin --asan build-asan-compiler/bin/poptc --count 300
    addresses.py --bin build/bin --count 60
    addresses.py --bin build/bin --fill --count 60
    addresses.py --bin build/bin --seed 2 --only 17
    addresses.py --bin build/bin --case popt MODULE FLAGS...

A draw is a program (of the corpus, of the shared field cases, a pipeline of test/Execute/Stages,
an everyday program of python/tests, or one that popt-check makes up) and flags: a memory budget
in parts of what a step takes without one, recomputation, host memory, strategies, microbatches,
a GPU as target. It is compiled by --asan, a compiler that was built with AddressSanitizer, else by
that of --bin under valgrind. With --fill, in a fiftieth of valgrind's time, the C library fills
memory that is allocated or freed, in two runs with different bytes. Findings are the checker's
reports, ends by a signal, and outputs of the two runs that differ. That a budget or a flag is
refused is none. Prints a line per draw, which --only shows again; exit status 1 if
there were findings.
"""
import argparse
import glob
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STAGES = os.path.join(SOURCE, "test", "Execute", "Stages")
sys.path.insert(0, STAGES)
import stage_models  # noqa: E402
import stages  # noqa: E402

# The compiler ends by the kernel's hand where it asks for ever more.
LIMIT_SECONDS = 900
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--undef-value-errors=no", "--leak-check=no"]
# Not from the list of each thread, whose memory glibc does not fill.
FILLS = [f"glibc.malloc.tcache_count=0:glibc.malloc.perturb={byte}" for byte in (0x5b, 0xa6)]
REPORT = re.compile(r"AddressSanitizer|==\d+== (Invalid|Process terminating|Mismatched)", re.M)
# Pipelines: models of Stages/Inputs/export.py and of the corpus, and how they are cut.
PIPELINES = ["deep:single@4/mb=4", "deep:single@0.1.2.3.3.2.1.0/mb=4/dp=2/zb-v", "tied_adamw:single@2/mb=2",
             "scan_adam:single@stack2/mb=2", "scan_llama:single@stack2/mb=2", "scan_two:single@stack2/mb=2",
             "batch_norm:single@2/mb=2", "skips:single@2/mb=4/zb-h1", "heads:single@2/mb=2", "shared:single@2/mb=2",
             "scan_muon:single@stack2", "encoder_decoder:single@2/mb=2", "twin_gpt:single@2/mb=4",
             "gpt_adamw:dp@2/mb=4", "mlp_sgd:tp@3/mb=2", "resnet_bn:dp@2/mb=2", "llama_small:dp2_tp2@2/mb=2",
             "moe_switch:ep@2/mb=2/gpipe", "gpt_scan:single@stack4/mb=4", "hybrid_conv:dp@2/mb=2"]


class Drawing:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.shared = options.shared
        self.random = None
        self.everyday = None

    def file(self, name):
        return os.path.join(self.folder, name)

    def corpus(self):
        """A module of the corpus that is not too large."""
        modules = sorted(glob.glob(os.path.join(self.shared, "corpus", "models", "*", "*.mlir")))
        modules += sorted(glob.glob(os.path.join(self.shared, "corpus", "ops", "**", "*.mlir"), recursive=True))
        modules += sorted(glob.glob(os.path.join(SOURCE, "demo", "*", "*.mlir")))
        return [self.random.choice([m for m in modules if self.is_small(m)])]

    def is_small(self, module):
        return os.path.getsize(module) <= self.options.largest

    def field(self):
        modules = sorted(glob.glob(os.path.join(self.shared, "field", "*.mlir")))
        module = self.random.choice([m for m in modules if self.is_small(m)])
        plan = module[:-len(".mlir")] + ".plan.json"
        return [module, *(["--plan", plan] if os.path.exists(plan) else [])]

    def pipeline(self):
        cases = argparse.Namespace(corpus=os.path.join(self.shared, "corpus"))
        pipelines = list(stages.cases_of(PIPELINES))
        small = [case for case in pipelines if self.is_small(stages.case_of(cases, case[0])[0](case[1] + ".mlir"))]
        return stages.module_and_flags(cases, *self.random.choice(small), self.folder)

    def everyday_program(self):
        if self.everyday is None:
            sys.path.insert(0, os.path.join(SOURCE, "python", "tests"))
            import conftest  # noqa: F401
            import test_everyday
            self.everyday = test_everyday
        test = self.everyday
        program, mesh = self.random.choice(test.programs()), {"x": 2, "y": 2}
        import popt
        popt.export(test.function_of(program, mesh), program.args, path=self.file("everyday.mlir"), mesh=mesh,
                    in_shardings=test.specs_of(program, mesh), platform=program.platform)
        return [self.file("everyday.mlir")]

    def made_up(self):
        command = [self.tool("popt-check"), "programs", f"--seed={self.random.randrange(10 ** 6)}",
                   f"--only={self.random.randrange(10 ** 4)}", "--show", "--compile=0", "--no-reference"]
        text = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS).stdout
        with open(self.file("made-up.mlir"), "w") as f:
            f.write("module" + text.partition("module")[2].rpartition("}")[0] + "}\n")
        return [self.file("made-up.mlir")]

    def tool(self, name):
        return os.path.join(self.options.bin, name)

    def flags(self, is_pipeline):
        """Without a budget."""
        pick, flags = self.random.random, []
        if pick() < .4:
            flags.append("--recompute=" + self.random.choice(["none", "selective", "full"]))
        if pick() < .3:
            flags += ["--cluster", stages.cluster_with_host(self.folder)]
        if pick() < .2:
            flags.append("--strategies=propagated")
        if not is_pipeline and pick() < .15:
            flags.append("--mesh=time:mb=2")
        if pick() < .1:
            flags.append("--target=sm_90")
        return flags

    def draw(self, number):
        """The compiler's arguments."""
        self.random = random.Random(f"{self.options.seed}/{number}")
        kinds = [self.made_up] + ([self.corpus, self.field, self.pipeline] if os.path.isdir(self.shared) else [])
        kinds += [self.everyday_program] if self.options.everyday else []
        kind = self.random.choice(kinds)
        flags = [*kind(), *self.flags(kind == self.pipeline)]
        part = self.random.choice([None, 1, .9, .75, .6, .45, .3])
        taken = self.taken(flags) if part else None
        if taken:
            flags.append(f"--memory-budget={max(1, int(taken * part))}")
        # Code generation under valgrind takes minutes.
        return [*flags, "--emit=" + self.random.choice(["scheduled", "step", "obj" if self.options.asan else "step"])]

    def taken(self, flags):
        """What a step takes without a budget; None if it can't be compiled."""
        done = subprocess.run([self.tool("poptc"), *flags, "--memory-budget=1TB", "--remarks-filter=partition",
                               "--emit=scheduled", "-o", os.devnull], capture_output=True, text=True)
        found = re.search(r"under the budget of \d+ a step takes (\d+) bytes", done.stderr)
        return int(found.group(1)) if found else None


def check(options, arguments, folder):
    """(what the checker found or None, whether the compiler took it, seconds)."""
    name, arguments = (arguments[0], arguments[1:]) if options.case else ("poptc", [*arguments, "-O0"])
    command = [os.path.join(options.bin, name)]
    if not options.fill:
        command = [options.asan] if options.asan else [*VALGRIND, *command]
    begin = time.monotonic()
    outputs = []
    for fill in FILLS if options.fill else [""]:
        out = os.path.join(folder, "out")
        try:
            done = subprocess.run([*command, *arguments, "-o", out],
                                  env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0", GLIBC_TUNABLES=fill),
                                  capture_output=True, text=True, errors="replace", timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            return f"no end after {LIMIT_SECONDS} s", False, LIMIT_SECONDS
        seconds = time.monotonic() - begin
        if done.returncode not in (0, 1) or REPORT.search(done.stderr):
            return f"exit status {done.returncode}\n{done.stderr[-8000:]}", False, seconds
        outputs.append((done.returncode, done.stderr, open(out, "rb").read() if os.path.exists(out) else b""))
    if outputs[0] != outputs[-1]:
        return "the two runs differ", False, seconds
    return None, done.returncode == 0, seconds


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--asan", metavar="POPTC", help="a compiler built with AddressSanitizer, in place of valgrind")
    parser.add_argument("--fill", action="store_true", help="fill freed memory, in place of valgrind")
    parser.add_argument("--shared", default=os.path.join(SOURCE, "..", "shared"))
    parser.add_argument("--largest", type=int, default=30_000, metavar="BYTES", help="of a module (30000)")
    parser.add_argument("--everyday", action="store_true", help="also programs that need JAX")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--only", type=int, help="number of the one draw")
    parser.add_argument("--case", nargs=argparse.REMAINDER, help="a tool and its arguments instead of draws")
    return parser.parse_args()


def main():
    options = parse_options()
    taken = findings = 0
    draws = range(options.count) if options.only is None else [options.only]
    if options.case:
        draws = [0]
    else:
        stages.MODELS = stage_models.folder_of(os.path.join(options.bin, ".."), sys.executable)
    for number in draws:
        with tempfile.TemporaryDirectory() as folder:
            arguments = options.case or Drawing(options, folder).draw(number)
            found, is_taken, seconds = check(options, arguments, folder)
        taken += is_taken
        findings += bool(found)
        word = "FINDING" if found else "taken" if is_taken else "refused"
        print(f"{number}: {word} in {seconds:.1f} s: {shlex.join(arguments)}", flush=True)
        if found:
            print(found, flush=True)
    print(f"{len(draws)} draws, {taken} taken, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
