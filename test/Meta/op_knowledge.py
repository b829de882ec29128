#!/usr/bin/env python3
"""Finds operations of other dialects that the compiler names outside their models.

    op_knowledge.py SOURCE

Who wants to know something of an operation asks the interfaces of
popt/Interfaces/OpModel.h, which lib/OpModels answers, and builds with
popt/Interfaces/Build.h. Names are free in FREE, where these dialects are the
subject. Elsewhere only the files of LOWERINGS name operations, each exactly
those that it lowers (docs/Decisions/0043). Prints the lines that break this, and
entries that are no longer needed; exit status 1 if there are any.
"""
import os
import re
import sys

FREE = {
    "lib/Dialect": "defines them",
    "lib/OpModels": "says what is known of them",
    "lib/Reference": "says what they mean, and shares nothing with the compiler",
    "lib/Import": "reads what front ends print",
    "lib/Export": "writes what front ends read",
    "lib/Interfaces/Build.cpp": "builds them for phases",
    "lib/Interfaces/Localise.cpp": "builds them for models",
}

# The code of one family of operations: loops of kernels, commands of the step table.
LOWERINGS = {
    "lib/Kernels/KernelContract.cpp": "ConvolutionOp DotGeneralOp",
    "lib/Kernels/KernelGather.cpp": "DynamicSliceOp DynamicUpdateSliceOp GatherOp",
    "lib/Kernels/KernelLinearAlgebra.cpp": "CholeskyOp TriangularSolveOp",
    "lib/Kernels/KernelReduce.cpp": "ReduceOp ReduceWindowOp",
    "lib/Kernels/KernelShape.cpp":
        "BitcastConvertOp BroadcastInDimOp ConcatenateOp ConstantOp IotaOp PadOp "
        "ReshapeOp ReverseOp SliceOp TransposeOp",
    "lib/Kernels/KernelSort.cpp": "SortOp",
    "lib/Kernels/KernelUpdate.cpp":
        "CholeskyOp DynamicUpdateSliceOp ScatterOp SelectAndScatterOp SortOp "
        "TriangularSolveOp",
    "lib/Conversion/ConvolutionWindow.h": "ConvolutionOp",
    "lib/Conversion/EmitStepControl.cpp": "CaseOp IfOp WhileOp",
    "lib/Conversion/EmitStepConvolution.cpp": "ConvolutionOp",
    "lib/Conversion/EmitStepLibrary.cpp": "ConvolutionOp CustomCallOp DotGeneralOp",
    "lib/Conversion/EmitStepProduct.cpp": "DotGeneralOp",
}

DIALECTS = "stablehlo|chlo|sdy"
NAMED = re.compile(rf'\b(?:{DIALECTS})::(\w+Op)\b|"(?:{DIALECTS})\.(\w+)|'
                   rf'namespace (?:\w+ = )?(?:\w+::)*({DIALECTS});')


def named(path):
    """(line number, line, name) of each operation that a file names."""
    with open(path) as f:
        for number, line in enumerate(f, 1):
            for match in NAMED.finditer(line.split("//")[0]):
                yield number, line.strip(), next(filter(None, match.groups()))


def is_free(path):
    return any(path == free or path.startswith(free + "/") for free in FREE)


os.chdir(sys.argv[1])
problems = []
lowered = {}
for root in ("lib", "include/popt", "tools"):
    for folder, _, files in sorted(os.walk(root)):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if not name.endswith((".cpp", ".h")) or is_free(path) or \
                    path.startswith("include/popt/Dialect/"):
                continue
            for number, line, op in named(path):
                if op in LOWERINGS.get(path, "").split():
                    lowered.setdefault(path, set()).add(op)
                else:
                    problems.append(f"{path}:{number}: {line}")
for path, ops in LOWERINGS.items():
    for op in sorted(set(ops.split()) - lowered.get(path, set())):
        problems.append(f"{path} no longer names {op}")
problems += [f"{path} is no more" for path in FREE if not os.path.exists(path)]
print("\n".join(problems))
sys.exit(1 if problems else 0)
