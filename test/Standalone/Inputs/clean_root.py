#!/usr/bin/env python3
"""Runs a command in a root folder that has Python, the C library and nothing else.

    clean_root.py ROOT [--see FOLDER]... -- COMMAND...

ROOT becomes the root in namespaces of its own. It has copies of the libraries that a
manylinux machine has, sh and env; the standard library of the Python that runs
this; and FOLDERs, each at its own path. What is not there, such as LLVM, compilers and
Debian's other libraries, a program that needs it fails to find. Exit status: the
command's.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import sysconfig

LOADER = "/lib64/ld-linux-x86-64.so.2"
# Of PEP 600's manylinux, beside what Python itself needs.
LIBRARIES = ["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
             "libutil.so.1", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1"]


def copy(file, root):
    """A file, not what a link of its name points to, under its path."""
    to = root + file
    os.makedirs(os.path.dirname(to), exist_ok=True)
    shutil.copyfile(file, to)
    shutil.copymode(file, to)


def names_of(program):
    """What the links of a virtual environment lead over, and the program."""
    names = []
    while os.path.islink(program):
        program = os.path.join(os.path.dirname(program), os.readlink(program))
        names.append(program)
    return names or [program]


def needs_of(file):
    """Paths of the libraries that a program needs."""
    listed = subprocess.run(["ldd", file], capture_output=True, text=True).stdout
    return re.findall(r"=> (/\S+)", listed)


def fill(root):
    python = names_of(sys.executable)
    stdlib = sysconfig.get_path("stdlib", vars={"base": sys.base_prefix,
                                                "installed_base": sys.base_prefix})
    modules = glob.glob(os.path.join(stdlib, "lib-dynload", "*.so"))
    folder = os.path.dirname(os.path.realpath("/lib/x86_64-linux-gnu/libc.so.6"))
    files = {os.path.join(folder, name) for name in LIBRARIES} | {LOADER}
    programs = python + [shutil.which(name) for name in ("sh", "env")]
    for file in programs + modules:
        files.update(needs_of(file))
    for file in sorted(files.union(programs)):
        copy(file, root)
    for name in ("proc", "dev", "tmp", "dev/shm", "etc"):
        os.makedirs(os.path.join(root, name), exist_ok=True)
    for name in ("null", "zero", "urandom", "random"):
        open(os.path.join(root, "dev", name), "w").close()
    return [stdlib]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root")
    parser.add_argument("--see", action="append", default=[])
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    folders = fill(root) + [os.path.abspath(folder) for folder in options.see]
    steps = []
    for folder in folders:
        os.makedirs(root + folder, exist_ok=True)
        steps.append(f"mount --bind '{folder}' '{root}{folder}'")
    for name in ("null", "zero", "urandom", "random"):
        steps.append(f"mount --bind /dev/{name} '{root}/dev/{name}'")
    steps += [f"mount -t tmpfs none '{root}/dev/shm'", f"mount -t proc none '{root}/proc'",
              f"exec chroot '{root}' env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 \"$@\""]
    done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--net", "sh", "-ec",
                           "\n".join(steps), "sh", *options.command])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
