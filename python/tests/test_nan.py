"""popt.compile(check_nan=True): who made the first NaN."""
import re

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P

pytestmark = pytest.mark.usefixtures("native")

X = np.arange(1, 33, dtype=np.float32).reshape(8, 4)


def step(w, x):
    hidden = x @ jnp.ones((4, 4))
    logs = jnp.log(hidden)  # the line
    return w - 0.1 * jnp.mean(logs), jnp.sum(logs)


LINE = step.__code__.co_firstlineno + 2


def compiled(**options):
    return popt.compile(step, (jnp.float32(1), X), mesh={"dp": 2}, in_shardings=(None, P("dp")),
                        **options)


def test_names_the_maker():
    careful = compiled(check_nan=True)
    w, total = careful(jnp.float32(1), X)
    bad = X.copy()
    bad[6] = -1
    with pytest.raises(popt.NanError) as error:
        careful(w, bad)
    assert isinstance(error.value, FloatingPointError)
    # A kernel is named by its last operation's line, with those of the others.
    assert re.search(r"^after call 2 of step \"result\[\d\]\" has NaN; the first of the step: on rank 1 "
                     rf"command \d+ \(kernel \"[^\"]*\" at .*test_nan\.py:{LINE}:\d+.*\), "
                     r".*from -4 to", str(error.value)), error.value
    # The call has done its work, and the next one goes on.
    assert np.isnan(float(careful.last[1]))
    assert careful(jnp.float32(1), X)[1] == total


def test_arguments_and_infinities():
    careful = compiled(check_nan=True)
    bad = X.copy()
    bad[2, 3] = np.nan
    with pytest.raises(popt.NanError, match=r'on rank 0 "x" is given so: from 1 to 32|'
                                            r'on rank 0 "x" is given so: from 1 to 16, 1 NaN'):
        careful(jnp.float32(1), bad)
    zeros = X.copy()
    zeros[0] = 0
    assert np.isinf(careful(jnp.float32(1), zeros)[1])
    with pytest.raises(popt.NanError, match="has infinities; the first of the step: on rank 0 command"):
        compiled(check_nan="inf")(jnp.float32(1), zeros)
    with pytest.raises(ValueError, match="check_nan is 'nan': True looks for NaN"):
        compiled(check_nan="nan")


def test_as_jax_is_configured():
    bad = -X
    assert np.isnan(compiled()(jnp.float32(1), bad)[1])
    with jax.debug_nans(True):
        careful = compiled()
        with pytest.raises(FloatingPointError, match="has NaN"):
            careful(jnp.float32(1), bad)
        assert np.isnan(compiled(check_nan=False)(jnp.float32(1), bad)[1])


def test_what_reaches_no_result():
    def masked(x):
        return jnp.where(x > 4, jnp.log(x - 4), 0.0)
    careful = popt.compile(masked, (X,), mesh={"dp": 3}, in_shardings=(P("dp"),), check_nan="inf")
    np.testing.assert_allclose(careful(X), masked(X), rtol=1e-6)
