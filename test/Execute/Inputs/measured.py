"""A measured cluster file has rates that are numbers, tables of parts of them, and the
cores that ranks share.

    measured.py POPT_RUN FILE     measures two ranks on one core into FILE
"""
import json
import math
import os
import subprocess
import sys

os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
subprocess.run([sys.argv[1], "--measure-machine", "-n", "2", "-o", sys.argv[2]], check=True)
with open(sys.argv[2]) as file:
    cluster = json.load(file)
device, link, host = cluster["devices"][0], cluster["links"][0], cluster["host"]
assert set(device["flops_per_second"]) == {"f32", "bf16", "f64"}, device
rates = [device["memory_bytes_per_second"], link["bytes_per_second"], host["bytes_per_second"],
         link["latency_seconds"], *device["flops_per_second"].values()]
assert 0 < device["kernel_efficiency"] <= 1, device
assert all(rate > 0 and math.isfinite(rate) for rate in rates), rates
tables = [device["memory_efficiency"], link["efficiency"], host["efficiency"],
          *device["efficiency"].values()]
for table in tables:
    assert len(table) > 2 and all(0 < part <= 1 for _, part in table), table
    assert max(part for _, part in table) == 1, table
assert device["count"] == 2 and host["cores"] == 1, cluster
