#!/usr/bin/env python3
"""Measures popt with the tests of a Shardy checkout.

    shardy.py CHECKOUT --bin build/bin [--only REGEX] [--part NAME ...] [--json F]

Prints tables; nothing of the checkout is copied. Parts:

    text         parse and round trip; expected errors
    propagation  final shardings against the propagation tests' expectations
    execution    the executable tests, sharded over their meshes

The reshard tests are shardy_reshards.py's. The exit status is 1 only if popt
crashed or hung: the tables say the rest.
"""

import json
import os
import sys
import time
from pathlib import Path

from common import arguments_of_shardy
from shardy_suite import chunks as files
from shardy_suite import execution, propagation, text


def main():
    parser = arguments_of_shardy(__doc__, "files")
    parser.add_argument("--part", action="append",
                        choices=["text", "propagation", "execution"])
    parser.add_argument("--json", type=Path, help="write every disagreement")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    if not (args.checkout / files.DIALECT).is_dir():
        parser.error(f"{args.checkout} has no {files.DIALECT}")
    parts = args.part or ["text", "propagation", "execution"]
    popt = args.bin / "popt"
    problems = {}
    start = time.time()
    chunks = files.read_chunks(args.checkout, args.only)
    if "text" in parts:
        # What one module says in several files is the executable tests'.
        problems["text"] = text.measure(
            popt, [c for c in chunks if "/executable_" not in c.file], args.jobs)
    if "propagation" in parts:
        problems["propagation"] = propagation.measure(
            popt, [c for c in chunks if "/propagation/" in c.file], args.jobs)
    if "execution" in parts:
        problems["execution"] = execution.measure(
            args.bin, [c for c in chunks if "/executable_" in c.file], args.jobs)
    print(f"\n{len(chunks)} chunks in {time.time() - start:.0f} s")
    if args.json:
        args.json.write_text(json.dumps(problems, indent=1))
    fatal = [p for part in problems.values() for p in part
             if p["problem"] in ("crash", "hang")]
    return 1 if fatal else 0


if __name__ == "__main__":
    sys.exit(main())
