#!/usr/bin/env python3
"""No item of a kit's results failed, and numbers are numbers.

    kit.py RESULTS.json LEAST_ITEMS
"""
import json
import sys

# What a machine without a GPU may lack.
MISSING = ("PyTorch", "JAX", "compute-sanitizer", "nsys", "nvidia-smi", "cuBLASLt",
           "NCCL")


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        items = json.load(f)["items"]
    wrong = [f"{name}: {item.get('reason', item['status'])}" for name, item in items.items()
             if item["status"] not in ("done", "skipped")
             or item["status"] == "skipped" and not item["reason"].startswith(MISSING)]
    wrong += [f"{name}: {item['step_ms']}" for name, item in items.items()
              if not all(ms > 0 for ms in item.get("step_ms", []))]
    # From a signal to the end of all, which is not how long all of it took.
    wrong += [f"{name}: {item['seconds']} of {item['item_seconds']} s" for name, item in items.items()
              if name.startswith("SIG") and item["status"] == "done"
              and not 0 < item["seconds"] < item["item_seconds"]]
    print("\n".join(wrong))
    return 1 if wrong or len(items) < int(sys.argv[2]) else 0


if __name__ == "__main__":
    sys.exit(main())
