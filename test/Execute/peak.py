#!/usr/bin/env python3
"""Compares the peak memory of a --bench run with the regions of the step table.

    peak.py TABLE.step BENCH.json

A rank allocates the table's arena in whole pages, and nothing after that.
"""
import json
import re
import sys

with open(sys.argv[1]) as f:
    planned = [int(n) for n in re.findall(r"step\.region @\S+ arena (\d+)", f.read())]
with open(sys.argv[2]) as f:
    measured = json.load(f)["peak_bytes"]
pages = sum((n + 4095) // 4096 * 4096 for n in planned)
if not planned or any(n != pages for n in measured):
    sys.exit(f"the table plans {planned}, ranks use {measured}")
