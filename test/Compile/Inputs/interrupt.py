"""interrupt.py COMMAND...: sends it SIGINT as soon as it catches that; exits as it does."""
import os
import signal
import subprocess
import sys
import time

child = subprocess.Popen(sys.argv[1:])
while child.poll() is None:
    with open(f"/proc/{child.pid}/status") as status:
        caught = next(line for line in status if line.startswith("SigCgt:"))
    if int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1:
        os.kill(child.pid, signal.SIGINT)
        break
    time.sleep(0.01)
sys.exit(child.wait())
