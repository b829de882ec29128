#!/usr/bin/env python3
"""Compiles under limits of address space, from too little for a small module to
enough for a large one: every failure is a message, and none an abort.

    out_of_memory.py POPTC SMALL.mlir SCRATCH
"""
import resource
import subprocess
import sys

POPTC, SMALL, SCRATCH = sys.argv[1:4]
MIB = 1 << 20


def compile(file, mib):
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (mib * MIB, mib * MIB))
    done = subprocess.run([POPTC, file, "--emit=scheduled", "-o", SCRATCH + ".out"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit,
                          timeout=60)
    return done.returncode, done.stdout


def write_large(file, count=1 << 20):
    """A constant of as many floats, no two equal."""
    values = "".join(i.to_bytes(4, "little").hex() for i in range(count))
    with open(file, "w") as out:
        out.write(f"func.func @main() -> tensor<{count}xf32> {{\n"
                  f"  %0 = stablehlo.constant dense<\"0x{values}\"> : tensor<{count}xf32>\n"
                  f"  return %0 : tensor<{count}xf32>\n}}\n")


# The least that a small module takes, by halving.
too_little, enough = 64, 4096
while enough - too_little > 4:
    middle = (too_little + enough) // 2
    if compile(SMALL, middle)[0] == 0:
        enough = middle
    else:
        too_little = middle

large, messages, wrong = SCRATCH + ".mlir", 0, 0
write_large(large)
for mib in range(enough, enough + 40, 4):
    status, said = compile(large, mib)
    messages += status == 1 and "error: out of memory" in said
    if status not in (0, 1) or (status == 1 and "error: " not in said):
        wrong += 1
        print(f"{mib} MiB: exit status {status}: {said[:300]}")
print(f"{messages} times out of memory from {enough} MiB on, {wrong} wrong")
sys.exit(1 if wrong or not messages else 0)
