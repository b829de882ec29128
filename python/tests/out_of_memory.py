"""Compiles a large module with less and more memory, in this process: each time it
compiles or raises MemoryError, and what comes after it compiles. Prints how often.

    out_of_memory.py FOLDER_OF_POPT
"""
import resource
import sys

sys.path.insert(0, sys.argv[1])
from popt import native  # noqa: E402

COUNT = 1 << 20
BITS = "".join(i.to_bytes(4, "little").hex() for i in range(COUNT))
LARGE = (f"func.func @main() -> tensor<{COUNT}xf32> {{\n"
         f"  %0 = stablehlo.constant dense<\"0x{BITS}\"> : tensor<{COUNT}xf32>\n"
         f"  return %0 : tensor<{COUNT}xf32>\n}}\n")
SMALL = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"


def compile(text):
    return native.load().compile(text, "<text>", [], [])


compile(SMALL)
failures = 0
for mib in range(0, 64, 4):
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + (mib << 20), -1))
    try:
        compile(LARGE)
    except MemoryError:
        failures += 1
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
    compile(SMALL)
print(failures, "times out of memory")
