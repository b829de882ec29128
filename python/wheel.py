#!/usr/bin/env python3
"""Builds the wheel of the Python that runs this, looks at what it needs, and tags it.

    wheel.py BUILD WHEELS [--readelf READELF]

`pip wheel` compiles into BUILD, which wheels of all versions of Python share, and
pyproject.toml pins what it takes from PyPI. What is in the wheel may need only
libraries of LIBRARIES and each other. The tag is the oldest manylinux that has the
versions of symbols that it asks for. Exit status 1 where the wheel would not run on
another machine.
"""
import argparse
import base64
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST = 150 * 10**6
# What every machine of a manylinux tag has (PEP 600 and auditwheel's policies).
LIBRARIES = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
             "ld-linux-x86-64.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1"}
# The C++ library that came with a release of glibc, by the same policies.
NEWEST = {"GLIBCXX": {"3.4.19": 17, "3.4.22": 24, "3.4.24": 27, "3.4.25": 28, "3.4.28": 31,
                      "3.4.29": 34, "3.4.30": 35, "3.4.32": 38, "3.4.33": 39},
          "CXXABI": {"1.3.7": 17, "1.3.10": 24, "1.3.11": 27, "1.3.12": 31, "1.3.13": 34,
                     "1.3.14": 38, "1.3.15": 39}}


def build(folder, to):
    """The path of the new wheel."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "pip", "wheel", SOURCE, "--no-deps", "-w", scratch,
                        "-q", "--disable-pip-version-check", f"-Cbuild-dir={folder}"], check=True)
        wheel, = glob.glob(os.path.join(scratch, "*.whl"))
        return shutil.move(wheel, os.path.join(to, os.path.basename(wheel)))


def numbers(version):
    return [int(part) for part in version.split(".")]


def minor_of(name, version, file):
    """glibc 2's minor version that came with this version of symbols."""
    if name == "GLIBC":
        return numbers(version)[1]
    later = [minor for known, minor in NEWEST[name].items() if numbers(known) >= numbers(version)]
    if not later:
        sys.exit(f"{file}: needs {name}_{version}, which is newer than wheel.py knows")
    return min(later)


def look(root, readelf):
    """glibc 2's minor version that the programs and libraries below `root` need."""
    files = [os.path.join(path, name) for path, _, names in os.walk(root) for name in names]
    programs = [file for file in files if open(file, "rb").read(4) == b"\x7fELF"]
    carried = {os.path.basename(file) for file in programs}
    minor = 17
    for file in programs:
        text = subprocess.run([readelf, "-dVW", file], check=True, capture_output=True,
                              text=True).stdout
        name = os.path.relpath(file, root)
        needs = set(re.findall(r"\(NEEDED\).*\[(.*)\]", text))
        foreign = sorted(needs - LIBRARIES - carried)
        if foreign:
            sys.exit(f"{name}: needs {', '.join(foreign)}, which other machines may lack: "
                     "link it in, or carry it (cmake/PoptCarried.cmake)")
        minor = max([minor] + [minor_of(*found, name) for found in re.findall(
            r"Name: (GLIBC|GLIBCXX|CXXABI)_([\d.]+)", text)])
    return minor


def entry(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def retag(wheel, platform):
    """Writes the wheel again under its platform's tag; returns the path."""
    to = re.sub(r"linux_x86_64\.whl$", platform + ".whl", wheel)
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(to + ".new", "w") as new:
        changed = {}
        for item in sorted(old.infolist(), key=lambda item: item.filename.endswith("/RECORD")):
            data = old.read(item)
            if item.filename.endswith(".dist-info/WHEEL"):
                data = data.replace(b"linux_x86_64", platform.encode())
                changed[item.filename] = entry(item.filename, data)
            elif item.filename.endswith(".dist-info/RECORD"):
                lines = data.decode().splitlines()
                data = "\n".join(changed.get(line.split(",")[0], line)
                                 for line in lines).encode() + b"\n"
            new.writestr(item, data, zipfile.ZIP_DEFLATED)
    os.replace(to + ".new", to)
    os.remove(wheel)
    return to


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("wheels")
    parser.add_argument("--readelf", default="readelf")
    options = parser.parse_args()
    os.makedirs(options.wheels, exist_ok=True)
    wheel = build(os.path.abspath(options.build), options.wheels)
    with tempfile.TemporaryDirectory() as root:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(root)
        minor = look(root, options.readelf)
    wheel = retag(wheel, f"manylinux_2_{minor}_x86_64")
    size = os.path.getsize(wheel)
    print(f"{wheel}: {size / 1e6:.1f} MB")
    if size > LARGEST:
        sys.exit(f"{os.path.basename(wheel)}: {size / 1e6:.1f} MB, more than {LARGEST / 1e6:.0f}: "
                 "what was linked in that no program needs?")


if __name__ == "__main__":
    main()
