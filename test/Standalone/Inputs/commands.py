"""Runs a Markdown page in the current folder, block after block:

    commands.py PAGE FOLDER...         with these folders before PATH

```LANGUAGE FILE writes a file, ```sh runs commands, which must succeed. A line
`# CHECK: TEXT` after a command is what its output must have.
"""
import os
import re
import subprocess
import sys

os.environ["PATH"] = os.pathsep.join([*sys.argv[2:], os.environ["PATH"]])
with open(sys.argv[1]) as page:
    blocks = re.findall(r"```(\w+)(?: ([\w.-]+))?\n(.*?)```", page.read(), re.S)
for language, file, text in blocks:
    if file:
        with open(file, "w") as out:
            out.write(text)
    elif language == "sh":
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", text], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        missing = [line for line in re.findall(r"^# CHECK: (.*)$", text, re.M)
                   if line not in done.stdout]
        if done.returncode or missing:
            sys.exit(f"{text}\nexit status {done.returncode}, without {missing}:\n{done.stdout}")
