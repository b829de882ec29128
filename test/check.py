#!/usr/bin/env python3
"""Runs the test suites and counts: the last line is `N passed, N failed, N skipped`.

  lit     FileCheck and execution tests under test/
  unit    gtest executables of the MLIR-free cores and the MLIR libraries
  ctest   the runtime's own tests and the transport conformance suite
  python  pytest over python/tests, with the Python of .venv

unit and lit run beside ctest and python, so that the compiler computes while tests of
processes, watchdogs and messages wait. Each suite's output is in BUILD/test-results, and
printed when it ends.

Every suite writes JUnit XML there, too; the counts come from that. A suite that dies,
or fails without a failed test in its file, counts as one failure; a suite that this
machine cannot run counts as one skipped test. Exit status: 0 all passed or skipped,
1 something failed. Needs only the standard library.
"""
import argparse
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

# Tests are of what is compiled now, but for those of the cache.
os.environ["POPT_CACHE_DIR"] = ""
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORES = os.cpu_count()
# Suites that run one after the other; the lanes run beside each other.
LANES = (("unit", "lit"), ("ctest", "python"))
LIMIT_SECONDS = 3 * 3600 if os.environ.get("POPT_LONG") else 40 * 60


def find_lit():
    """The command that runs lit: Debian's, one on PATH, or none."""
    for file in ("/usr/lib/llvm-22/bin/lit", shutil.which("lit"),
                 "/usr/lib/llvm-22/build/utils/lit/lit.py"):
        if file and os.path.exists(file):
            # Debian's script names its interpreter; the others take any.
            return [file] if os.access(file, os.X_OK) else [sys.executable, file]
    return None


def jobs_of(suite, alone):
    """How many tests of a suite run at a time, alone or beside another lane: some wait."""
    return CORES + alone * {"unit": 1, "lit": 1, "ctest": 2, "python": 0}[suite]


def lit_command(build, xml, folder, factor, jobs):
    lit = find_lit()
    if not lit:
        return None, "lit is not installed (make deps)"
    if not os.path.isdir(folder):
        return None, None
    command = lit + ["-sv", f"-j{jobs}", "--xunit-xml-output=" + xml, folder]
    per_test = factor * (1800 if os.environ.get("POPT_LONG") else 600)
    # lit kills tests that hang where its interpreter has psutil.
    interpreter = "/usr/bin/python3" if lit[0].startswith("/usr/lib") else sys.executable
    if subprocess.run([interpreter, "-c", "import psutil"],
                      stderr=subprocess.DEVNULL).returncode == 0:
        command.insert(-1, f"--timeout={per_test}")
    return command, None


def suite_command(suite, build, xml, factor, jobs):
    """(command, None), (None, why it is skipped) or (None, None): nothing to run."""
    if suite == "lit":
        return lit_command(build, xml, os.path.join(build, "test"), factor, jobs)
    if suite == "unit":
        folder = os.path.join(build, "test", "unit")
        if not glob.glob(os.path.join(folder, "*Test")):
            return None, None
        return lit_command(build, xml, folder, factor, jobs)
    if suite == "ctest":
        if not os.path.exists(os.path.join(build, "CTestTestfile.cmake")):
            return None, None
        return ["ctest", "--test-dir", build, "--parallel", str(jobs),
                "--output-on-failure", "--no-tests=ignore", "--timeout", str(factor * 1200),
                "--output-junit", xml], None
    tests = os.path.join(SOURCE, "python", "tests")
    python = os.path.join(SOURCE, ".venv", "bin", "python")
    if not os.path.isdir(tests):
        return None, None
    if subprocess.run(["env", python, "-c", "import jax, pytest, xdist"],
                      stderr=subprocess.DEVNULL).returncode:
        return None, "python tests: .venv has no jax or pytest-xdist (make venv; is PyPI reachable?)"
    return [python, "-m", "pytest", "-q", "--junitxml=" + xml, "-p", "no:cacheprovider",
            "-n", str(jobs), "--dist", "worksteal", tests], None


def read_results(xml):
    """[(name, 'passed' | 'failed' | 'skipped', reason)] of a JUnit file."""
    results = []
    for case in ElementTree.parse(xml).iter("testcase"):
        name = "/".join(filter(None, (case.get("classname"), case.get("name"))))
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            results.append((name, "failed", ""))
        elif skipped is not None and "Unable to find executable" in str(skipped.get("message")):
            results.append((name, "failed", "its executable is not built"))
        elif skipped is not None:
            reason = skipped.get("message") or "no reason given"
            # What lit says of a gtest that called GTEST_SKIP().
            reason = "by the test itself" if reason == "User interrupt" else reason
            results.append((name, "skipped", reason.splitlines()[0]))
        else:
            results.append((name, "passed", ""))
    return results


def run_suite(suite, build, folder, factor, alone):
    xml = os.path.join(folder, suite + ".xml")
    if os.path.exists(xml):
        os.remove(xml)
    command, reason = suite_command(suite, build, xml, factor, jobs_of(suite, alone))
    if not command:
        return [(suite, "skipped", reason)] if reason else []
    begin, text = time.time(), os.path.join(folder, suite + ".txt")
    print(f"== {suite} begins, its output is in {text}: {' '.join(command)}", flush=True)
    environment = dict(os.environ, POPT_BIN=os.path.join(build, "bin"))
    with open(text, "w") as output:
        try:
            status = subprocess.run(command, cwd=SOURCE, env=environment, stdout=output,
                                    stderr=subprocess.STDOUT,
                                    timeout=factor * LIMIT_SECONDS).returncode
        except subprocess.TimeoutExpired:
            status = None
    with open(text, errors="replace") as output:
        print(f"== {suite} has ended after {time.time() - begin:.0f} s\n{output.read()}", flush=True)
    if status is None:
        return [(suite, "failed", f"no end after {factor * LIMIT_SECONDS} s")]
    try:
        results = read_results(xml)
    except (OSError, ElementTree.ParseError) as error:
        # A suite without tests may leave no file.
        return [] if status == 0 else [(suite, "failed", f"exit {status}, {error}")]
    if status and not any(r[1] == "failed" for r in results):
        results.append((suite, "failed", f"exit {status} although no test failed"))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--suites", default="unit,lit,ctest,python")
    parser.add_argument("--limit-factor", type=int, default=1, metavar="N",
                        help="tests may take N times as long (sanitizers)")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    folder = os.path.join(build, "test-results")
    os.makedirs(folder, exist_ok=True)

    suites = options.suites.split(",")
    unknown = set(suites) - {suite for lane in LANES for suite in lane}
    if unknown:
        parser.error(f"--suites: {', '.join(sorted(unknown))}: no suite of unit, lit, ctest and python")
    lanes = [lane for lane in ([s for s in lane if s in suites] for lane in LANES) if lane]

    def run_lane(lane):
        return [result for suite in lane
                for result in run_suite(suite, build, folder, options.limit_factor, len(lanes) == 1)]
    with concurrent.futures.ThreadPoolExecutor(len(lanes)) as pool:
        results = [result for lane in pool.map(run_lane, lanes) for result in lane]

    groups = {kind: [r for r in results if r[1] == kind]
              for kind in ("passed", "failed", "skipped")}
    if groups["skipped"]:
        print(f"\n== SKIPPED on this machine: {len(groups['skipped'])}")
        for name, _, reason in groups["skipped"]:
            print(f"  SKIPPED {name}: {reason}")
    if groups["failed"]:
        print(f"\n== FAILED: {len(groups['failed'])}")
        for name, _, reason in groups["failed"]:
            print(f"  FAILED {name}" + (f": {reason}" if reason else ""))
    print("\n" + ", ".join(f"{len(groups[kind])} {kind}" for kind in groups))
    return 1 if groups["failed"] or not groups["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
