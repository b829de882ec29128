#!/usr/bin/env python3
"""Makes the wheel of each Python that is here, and uses it where nothing else is.

    wheels.py SOURCE SCRATCH --build BUILD

Pythons are python3.10 to python3.13 of PATH and of pyenv, with headers; which are not
here is printed. BUILD-wheel, the folder that wheels are compiled in, stays. In a root
folder without LLVM, compilers and Debian's libraries (clean_root.py) the installed
package runs docs/Python.md and the demo; without JAX, which begins with Python 3.11,
the demo alone. Exit status 1 if anything fails, or no Python is here.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = ["3.10", "3.11", "3.12", "3.13"]
JAX_BEGINS = "3.11"
OF_THE_PAGE = ["optax", "safetensors"]


def has_headers(python):
    header = "import os, sysconfig; print(os.path.exists(sysconfig.get_paths()['include'] + '/Python.h'))"
    done = subprocess.run([python, "-c", header], capture_output=True, text=True)
    return done.stdout.strip() == "True"


def find(version):
    """A Python of this version that can compile a module; None."""
    name = "python" + version
    places = [shutil.which(name)] + sorted(glob.glob(
        os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/{name}")))
    return next((place for place in places if place and has_headers(place)), None)


def step(*command, **options):
    """Runs a command, whose words are seen where it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def see(version, python, source, scratch, build):
    folder = os.path.join(scratch, version)
    wheels, environment = os.path.join(folder, "wheels"), os.path.join(folder, "environment")
    print(step("make", "-s", "-C", source, "wheel", f"PYTHON={python}", f"BUILD={build}",
               f"WHEELS={wheels}").strip().splitlines()[-1], flush=True)
    wheel, = glob.glob(os.path.join(wheels, "*.whl"))
    with_jax = VERSIONS.index(version) >= VERSIONS.index(JAX_BEGINS)
    step(python, "-m", "venv", environment)
    own = os.path.join(environment, "bin", "python")
    step(own, "-m", "pip", "install", "-q", "--disable-pip-version-check",
         wheel + ("[jax]" if with_jax else ""), *(OF_THE_PAGE if with_jax else []))
    clean = [own, os.path.join(HERE, "clean_root.py"), os.path.join(folder, "root")]
    for shown in (environment, HERE, os.path.join(source, "docs"), os.path.join(source, "demo")):
        clean += ["--see", shown]
    if with_jax:
        print(step(*clean, "--", own, os.path.join(HERE, "page.py"),
                   os.path.join(source, "docs", "Python.md")))
    # Without JAX, too: the module that has LLVM inside, and its tools.
    print(step(*clean, "--", own, "-c", "import popt.native; print(popt.native.load().__file__)"))
    said = step(*clean, "--", own, os.path.join(source, "demo", "run.py"),
                "--bin", os.path.join(environment, "bin"), "--out", "/tmp/demo")
    print("the demo agrees" if "losses agree within" in said else said, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("scratch")
    parser.add_argument("--build", required=True)
    options = parser.parse_args()
    seen = 0
    for version in VERSIONS:
        python = find(version)
        if not python:
            print(f"python{version} with headers is not here: its wheel is not seen")
            continue
        print(f"== python{version}: {python}", flush=True)
        see(version, python, options.source, options.scratch, options.build)
        seen += 1
    if not seen:
        sys.exit("no Python with headers is here")


if __name__ == "__main__":
    main()
