"""docs/plan.schema.json and the reader of plans agree.

Keys: each object of the schema describes exactly the keys that the reader
lists when it meets one that it does not know. Plans: good and bad ones are
judged alike by both; each bad one has one mistake.
"""

import argparse
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--popt", required=True)
parser.add_argument("--schema", required=True)
options = parser.parse_args()

MODULE = "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}\n"
GOOD = {
    "$schema": "plan.schema.json",
    "popt_plan": 1,
    "mesh": {"device": [["dp", 2]], "stage": [["pp", 2]], "time": [["mb", 4]], "device_ids": [1, 0, 3, 2]},
    "inputs": {"batch.*": [["dp", "mb"], []]},
    "state": {"params*": "result[0]*", "rng": "none"},
    "shardings": [
        {"match": "w", "dims": [[], ["tp:(1)2", "?"]], "at": {"pp": 0}, "memory": "device"},
        {"match": "v", "dims": [[{"pp": [0, 1, 1, 0]}, "dp"]], "partial": {"sum": ["dp"]}},
        {"match": "loc:mlp/*", "at": {"pp": [0, 1]}},
    ],
    "strategies": "propagated",
    "memory_budget": 1000000,
    "schedule": {"kind": "1f1b", "chunks": 1, "microbatches": 4},
    "recompute": [
        {"match": "loc:a/*", "policy": "full"},
        {"match": "loc:b/*", "policy": "save_only_these_names", "names": ["c"]},
    ],
    "predicted": {
        "step_seconds": 0.01, "model_seconds": 0.02, "lower_bound_seconds": 0.009,
        "not_compiled": ["a"], "bubble": 0.1, "bytes": {"0": {"state": 1, "activations": 2}},
        "peak_bytes": {"0": 8e10}, "comm_bytes": {"all_reduce": 12},
    },
}
# Where the reader alone can see the mistake: JSON Schema has no words for it.
READER_ONLY = [
    ("inputs", {"x": [["?", "dp"]]}),
    ("inputs", {"x": [["dp:(0)2"]]}),
    ("inputs", {"x": [["dp", {"pp": [0]}]]}),
    ("mesh", {"device": [["dp", 2]], "time": [["dp", 2]]}),
]
BAD = [
    ("popt_plan", 2),
    ("popt_plan", "1"),
    ("$schema", 1),
    ("mesh", []),
    ("mesh", {"device": 4}),
    ("mesh", {"device": [["dp"]]}),
    ("mesh", {"device": [["", 2]]}),
    ("mesh", {"device": [["dp", 0]]}),
    ("mesh", {"device": [["dp", 2.5]]}),
    ("mesh", {"device": [["dp", "2"]]}),
    ("mesh", {"device_ids": [0.5]}),
    ("inputs", {"x": "dp"}),
    ("inputs", {"x": [["dp", 1]]}),
    ("inputs", {"x": [[""]]}),
    ("state", {"w": 1}),
    ("state", []),
    ("shardings", {}),
    ("shardings", [{"dims": []}]),
    ("shardings", [{"match": 1}]),
    ("shardings", [{"match": "w", "dims": [[], "tp"]}]),
    ("shardings", [{"match": "w", "dims": [[{"pp": []}]]}]),
    ("shardings", [{"match": "w", "dims": [[{"pp": [0], "qq": [0]}]]}]),
    ("shardings", [{"match": "w", "dims": [[{"pp": 0}]]}]),
    ("shardings", [{"match": "w", "at": {"pp": []}}]),
    ("shardings", [{"match": "w", "at": {"pp": [1, 1]}}]),
    ("shardings", [{"match": "w", "at": [0]}]),
    ("shardings", [{"match": "w", "partial": {}}]),
    ("shardings", [{"match": "w", "partial": {"sum": ["a"], "max": ["b"]}}]),
    ("shardings", [{"match": "w", "partial": {"mean": ["a"]}}]),
    ("shardings", [{"match": "w", "memory": "disk"}]),
    ("strategies", "cheap"),
    ("strategies", [{"match": "loc:a", "fix": "gather-weights"}]),
    ("memory_budget", 0),
    ("memory_budget", "1G"),
    ("schedule", {}),
    ("schedule", {"kind": "2f2b"}),
    ("schedule", {"kind": "1f1b", "chunks": 0}),
    ("schedule", {"kind": "1f1b", "microbatches": "4"}),
    ("schedule", {"kind": "gpipe", "order": "o.csv"}),
    ("schedule", {"kind": "custom"}),
    ("recompute", [{"match": "a", "policy": "full"}]),
    ("recompute", [{"match": "loc:a", "policy": "ful"}]),
    ("recompute", [{"match": "loc:a", "policy": "ofload"}]),
    ("recompute", [{"match": "loc:a", "policy": "full", "names": ["b"]}]),
    ("recompute", [{"match": "loc:a", "policy": "save_only_these_names"}]),
    ("recompute", {}),
    ("predicted", {"bubble": "0.1"}),
    ("predicted", {"peak_bytes": {"0": 0.5}}),
]

schema = json.loads(pathlib.Path(options.schema).read_text())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "m.mlir").write_text(MODULE)


def complaint(plan):
    """What the reader says of a plan. That it does not fit the module is not the reader's word."""
    (folder / "p.json").write_text(json.dumps(plan))
    done = subprocess.run(
        [options.popt, "m.mlir", "--apply-plan=plan=p.json"], cwd=folder, capture_output=True, text=True
    )
    found = re.search(r"error: p\.json: (.*)", done.stderr)
    return found.group(1) if found else ""


def listed(plan, path):
    """The keys that the reader knows in the object at `path`."""
    plan = copy.deepcopy(plan)
    place = plan
    for key in path:
        place = place[key]
    place["???????"] = 0
    return set(re.findall(r'"([^"]+)"', complaint(plan).split("known are")[1]))


def described(properties):
    for key, value in properties.items():
        assert value.get("description"), f"{key} has no description"
    return set(properties)


mistakes = []


def expect(condition, text):
    if not condition:
        mistakes.append(text)


entry = schema["properties"]["shardings"]["items"]
for path, part in [
    ([], schema),
    (["mesh"], schema["properties"]["mesh"]),
    (["shardings", 0], entry),
    (["schedule"], schema["properties"]["schedule"]),
    (["predicted"], schema["properties"]["predicted"]),
]:
    keys, known = described(part["properties"]), listed(GOOD, path)
    expect(keys == known, f"plan{path}: the schema has {sorted(keys)}, the reader {sorted(known)}")

kinds = complaint({"popt_plan": 1, "schedule": {"kind": "?"}}).split("known are ")[1].split(", ")
expect(
    set(kinds) | {"zb-1p"} == set(schema["properties"]["schedule"]["properties"]["kind"]["enum"]),
    f"the reader knows the schedules {kinds}",
)


def judge(plan, by_schema, by_reader):
    text = json.dumps(plan)
    expect(validator.is_valid(plan) == by_schema, f"the schema {'refuses' if by_schema else 'takes'} {text}")
    said = complaint(plan)
    expect((not said) == by_reader, f"the reader {said or 'takes ' + text}")


judge(GOOD, True, True)
judge({"popt_plan": 1}, True, True)
judge({"popt_plan": 1, "strategies": []}, True, True)
judge({"popt_plan": 1, "schedule": {"kind": "custom", "order": "o.csv"}}, True, True)
judge({}, False, False)
for key, value in BAD:
    judge({"popt_plan": 1, **{key: value}}, False, False)
for key, value in READER_ONLY:
    judge({"popt_plan": 1, **{key: value}}, True, False)

print("\n".join(mistakes))
print(f"{4 + len(BAD) + len(READER_ONLY)} plans judged, {len(mistakes)} mistakes")
sys.exit(bool(mistakes))
