#!/usr/bin/env python3
"""Holds the dependency rule of CONTRIBUTING.md against every #include.

    dependencies.py SOURCE

A folder of lib and include/popt may include the folders of its own layer and
below; phases never include each other. What a header declares is defined in the
folder of its name, or below. A folder of runtime/lib may include those that
OF_RUNTIME lists, and the public headers that they implement. Prints what breaks
the rule; exit status 1 if anything does.
"""
import os
import re
import sys

# Lowest first. Folders of a layer of phases see no other folder of it.
CORES = ["Text", "Layout", "Machine", "Reshard", "Search", "Pipeline"]
BELOW_PHASES = ["Support", "Dialect", "Arithmetic", "Interfaces", "OpModels",
                "Analysis", "Cost", "Reference"]
PHASES = ["Import", "Annotate", "Propagate", "Partition", "Time", "Stages", "Collectives",
          "Kernels", "Memory", "Conversion", "Export"]
INCLUDED = re.compile(r'#include "([^"]+)"')
# What a core may use of other cores.
OF_CORES = {"Text": [], "Layout": [], "Machine": ["Text", "Layout"],
            "Reshard": ["Layout", "Machine"], "Search": [], "Pipeline": ["Text", "Machine"]}
# What a folder of runtime/lib may include, beside itself: none includes, over others, the
# one that it is included by. Lowest first.
OF_RUNTIME = {
    "system": [],
    "core": [],
    "tensor": ["core"],
    "net": ["system"],
    "transport": ["system", "core", "tensor", "net"],
    "device": ["system", "core", "tensor", "transport"],
    "transport/nccl": ["system", "core", "tensor", "transport", "device"],
    "exec": ["system", "core", "tensor", "transport", "device"],
    "data": ["system", "core", "tensor"],
    "checkpoint": ["system", "core", "tensor", "data"],
    "report": ["system", "core", "tensor", "transport", "device", "exec", "data"],
    "health": ["system", "core", "tensor", "transport", "device", "exec", "data", "report"],
    "session": ["system", "core", "tensor", "net", "transport", "device", "exec", "data",
                "checkpoint", "report"],
    "launch": ["system", "core", "tensor", "net", "transport", "device", "transport/nccl", "exec",
               "data", "checkpoint", "report", "health", "session"]}
# Which of them implements a header of runtime/include/popt-rt.
PUBLIC = {"limits": "system", "transport_types": "core", "transport_limits": "core",
          "step_table": "core", "check": "core", "gpu_code": "core", "lapack": "core",
          "transfer_order": "core", "transport": "transport", "transport_threads": "transport",
          "device": "device", "device_cpu": "device", "device_cuda": "device",
          "transport_nccl": "transport/nccl", "exec": "exec", "data": "data",
          "checkpoint": "launch", "package": "launch", "processes": "launch", "program": "launch",
          "run": "launch"}
# Of the compiler's the runtime uses these.
OF_COMPILER = ["Layout", "Text"]


def allowed(folder):
    """Folders that one of this name may include; None: all."""
    if folder in ("Flow", "Compile", "CAPI"):
        return None
    if folder in CORES:
        return OF_CORES[folder]
    if folder in BELOW_PHASES:
        return CORES + BELOW_PHASES[:BELOW_PHASES.index(folder)]
    if folder == "Report":
        return CORES + BELOW_PHASES + PHASES
    return CORES + BELOW_PHASES


def sources(top):
    """The paths of C++ below a folder, in order."""
    for path, _, files in sorted(os.walk(top)):
        for name in sorted(files):
            if name.endswith((".cpp", ".h")):
                yield os.path.join(path, name)


def includes(file):
    """(line, path) of what a file includes in quotes."""
    with open(file) as f:
        for number, line in enumerate(f, 1):
            found = INCLUDED.match(line)
            if found:
                yield number, found[1]


def check_compiler(source):
    for root in ("lib", os.path.join("include", "popt")):
        for folder in sorted(os.listdir(os.path.join(source, root))):
            top = os.path.join(source, root, folder)
            if not os.path.isdir(top):
                continue
            if folder not in CORES + BELOW_PHASES + PHASES + ["Report", "Flow", "Compile", "CAPI"]:
                yield f"{root}/{folder}: in no layer; give it one in {os.path.basename(__file__)}"
                continue
            for file in sources(top):
                where = os.path.relpath(file, source)
                headers = [(number, path) for number, path in includes(file) if path.startswith("popt/")]
                for number, path in headers:
                    other = path.split("/")[1]
                    if other != folder and allowed(folder) is not None and other not in allowed(folder):
                        yield f"{where}:{number}: {folder} includes {other}"
                body = os.path.basename(file)
                own = headers[0][1].split("/") if root == "lib" and headers else []
                if (body.endswith(".cpp") and own[2:] == [body[:-len("cpp")] + "h"] and own[1] != folder
                        and not os.path.exists(os.path.join(source, root, own[1], body))):
                    yield (f"{where}: the body of {headers[0][1]}, below which {folder} is not: "
                           f"move the header to include/popt/{folder}")


def room_of(path):
    """The folder of runtime/lib that a path in it belongs to."""
    longest = [room for room in OF_RUNTIME if path.startswith(room + "/")]
    return max(longest, key=len) if longest else None


def check_runtime(source):
    top = os.path.join(source, "runtime", "lib")
    public = os.path.join(source, "runtime", "include", "popt-rt")
    rooms = [(file, room_of(os.path.relpath(file, top))) for file in sources(top)]
    rooms += [(file, PUBLIC.get(os.path.splitext(os.path.basename(file))[0])) for file in sources(public)]
    for file, room in rooms:
        where = os.path.relpath(file, source)
        if room is None:
            yield f"{where}: in no folder that {os.path.basename(__file__)} lists"
            continue
        for number, path in includes(file):
            if path.startswith("popt/"):
                if path.split("/")[1] not in OF_COMPILER:
                    yield f"{where}:{number}: the runtime includes {path}"
                continue
            if path.startswith("popt-rt/"):
                other = PUBLIC.get(os.path.splitext(path.split("/")[1])[0])
            else:
                other = room_of(os.path.relpath(os.path.join(os.path.dirname(file), path), top))
            if other not in OF_RUNTIME[room] + [room] and other is not None:
                yield f"{where}:{number}: {room} includes {other}"


def main(source):
    broken = list(check_compiler(source)) + list(check_runtime(source))
    print("\n".join(broken), end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
