"""Prints a function of a thousand arguments on one line; the 401st is of TYPE.

    long_line.py TYPE
"""
import sys

arguments = [f"%a{i}: tensor<8x{sys.argv[1] if i == 400 else 'f32'}>" for i in range(1000)]
print(f"func.func @main({', '.join(arguments)}) {{ return }}")
