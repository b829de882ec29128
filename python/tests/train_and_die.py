"""What test_run.py kills: `train_and_die.py FOLDER LOG` saves every 4 steps, and dies in step 11."""
import os
import signal
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import popt  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402
from test_run import BATCHES, BEGIN, Stateful, train  # noqa: E402

folder, log = sys.argv[1:]
step = popt.compile(train, (*BEGIN, BATCHES[0]), mesh={"dp": 2}, in_shardings=(None, None, P("dp")))


def die(done):
    if done.step == 11:
        os.kill(os.getpid(), signal.SIGKILL)


step.run(Stateful(), 17, save=folder, save_every=4, resume=True, log=[log, die])
