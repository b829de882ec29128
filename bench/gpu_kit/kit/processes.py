"""Ranks that are processes on one GPU, connected by NCCL.

NCCL refuses two ranks on one GPU of one host. So each process says, by NCCL_HOSTID, that it
is a host of its own; they are connected by sockets. What is seen so are results, failures and
order, not NCCL's speed. NCCL's kernels of all ranks must fit onto the GPU together, each with
few blocks.
"""
import hashlib
import json
import os
import random
import re
import signal
import statistics
import time

from tools import Failed, Running, Skipped

# Longer than any step here: of steps the watchdog waits for four.
WATCHDOG_SECONDS = 2
# Until all ranks are gone, asked of popt: after kill -9, and after a stop.
MOST_SECONDS = {"SIGKILL": 2, "SIGSTOP": 10}
# Of a rank whose fault it is not.
PATIENCE = 60
BLAME = re.compile(r"error: rank (\d+) \(process [^)]*\) (?:has died|has been stopped)")
ABSENT = re.compile(r"NCCL (?:was not found|is not looked for|is too old)[^\n]*")


def environments(ranks):
    """The variables of each rank's process."""
    port = random.randrange(20000, 60000)
    return [{"RANK": str(rank), "WORLD_SIZE": str(ranks), "MASTER_PORT": str(port),
             "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0],
             "NCCL_HOSTID": f"popt-kit-{rank}", "NCCL_MAX_CTAS": "4",
             "NCCL_SOCKET_IFNAME": "lo", "NCCL_NET_GDR_LEVEL": "LOC"} for rank in range(ranks)]


def run(tools, program, flags, limit=120):
    """What each rank's process prints."""
    ranks = program["ranks"]
    try:
        return tools.run_many([tools.program(program["package"], *flags)] * ranks, limit,
                              environments=environments(ranks))
    except Failed as error:
        absent = ABSENT.search(str(error))
        if absent:
            raise Skipped(absent.group(0))
        raise


def digest(file):
    with open(file, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def correct(case, expected_flags):
    """Results are those expected, and with --deterministic the bits of ranks that share the
    GPU as threads."""
    def measure(tools):
        flags = list(expected_flags(tools, case))
        for part in flags:
            run(tools, case, part)
        files = [os.path.join(tools.scratch, f"ranks{i}.npz") for i in range(2)]
        tools.run(tools.program(case["package"], *flags[-1], "--outputs", files[0]), 120)
        run(tools, case, [*flags[-1], "--deterministic", "--outputs", files[1]])
        return {"runs": len(flags) + 1, "ranks": case["ranks"],
                "equal_bits": digest(files[0]) == digest(files[1])}
    return measure


def wait_for_step(log, processes):
    end = time.monotonic() + PATIENCE
    while not os.path.exists(log) or not os.path.getsize(log):
        if any(process.process.poll() is not None for process in processes):
            wrong = [process.wait(end) for process in processes]
            said = " | ".join(filter(None, wrong))
            absent = ABSENT.search(said)
            raise Skipped(absent.group(0)) if absent else Failed(said)
        if time.monotonic() > end:
            raise Failed(f"no step within {PATIENCE} s")
        time.sleep(0.02)


def fault(case, name):
    """Seconds from a signal to one rank until the processes of all are gone, and whether what
    they said blames that rank."""
    def measure(tools):
        log = os.path.join(tools.scratch, f"{name}{case['ranks']}.jsonl")
        flags = ["--inputs", tools.data(case["data"], "inputs.npz"),
                 "--batches", tools.data(case["data"], "batches.npz"), "--repeat",
                 "--steps", "100000000", "--watchdog", str(WATCHDOG_SECONDS), "--log", log]
        command = tools.program(case["package"], *flags)
        processes = [Running(command, own) for own in environments(case["ranks"])]
        try:
            wait_for_step(log, processes)
            culprit = random.randrange(case["ranks"])
            os.kill(processes[culprit].process.pid, getattr(signal, name))
            begin = time.monotonic()
            wrong = [process.wait(begin + PATIENCE) for process in processes]
            seconds = time.monotonic() - begin
        finally:
            for process in processes:
                process.kill()
        if None in wrong or any(process.is_late for process in processes):
            raise Failed("not all ranks failed: " + " | ".join(filter(None, wrong)))
        said = "".join(process.text(process.errors) for process in processes)
        blamed = set(BLAME.findall(said))
        return {"seconds": seconds, "rank": culprit, "blamed": sorted(map(int, blamed)),
                "is_right": blamed == {str(culprit)}}
    return measure


def overlap(program):
    """Steps with collectives beside kernels, and in one stream with them."""
    def measure(tools):
        found = {"step_ms": [], "one_stream_ms": [], "ranks": program["ranks"]}
        for _ in range(3):
            for package, times in (("package", "step_ms"), ("one_stream", "one_stream_ms")):
                output = run(tools, {**program, "package": program[package]},
                             ["--init", "random", "--bench", str(program["steps"])])[0]
                found[times].append(json.loads(output)["step_ms"]["median"])
        return found
    return measure


def rows(results):
    """Lines of the table of targets: what, target, measured, held."""
    from table import count_failed, done, verdict
    cases, wrong = done(results, "processes: "), count_failed(results, "processes: ")
    different = [name for name, case in cases.items() if not case["equal_bits"]]
    yield ("ranks as processes on one GPU, by NCCL",
           "results within tolerance; bits of threads with --deterministic",
           f"{len(cases)} of {len(cases) + wrong} programs; bits differ: "
           f"{', '.join(different) or 'none'}" if cases or wrong else "",
           verdict([not wrong and not different] if cases or wrong else [], bool))
    for name, what in (("SIGKILL", "kill -9 of such a rank"), ("SIGSTOP", "stop of such a rank")):
        found, wrong = done(results, name + ": "), count_failed(results, name + ": ")
        yield (what, f"that rank is blamed, all gone within {MOST_SECONDS[name]} s",
               ", ".join(f"{case} {'right' if item['is_right'] else 'wrong'} after "
                         f"{item['seconds']:.1f} s" for case, item in found.items()),
               verdict([item["is_right"] and item["seconds"] <= MOST_SECONDS[name]
                        for item in found.values()] + [False] * wrong, bool))
    beside = {name: statistics.median(item["step_ms"]) / statistics.median(item["one_stream_ms"])
              for name, item in done(results, "overlap of processes: ").items()}
    yield ("the same, collectives overlapped", "no slower than one stream",
           ", ".join(f"{name} {ratio:.2f}x" for name, ratio in beside.items()),
           verdict(beside.values(), lambda ratio: ratio <= 1.02))
