"""Tables and runs come out the same on other processors, as far as one can be emulated on another.

Each environment is that of a process of its own, set before numpy is imported. A type of OpenBLAS
kernels that this processor lacks would end in an illegal instruction, so only older ones are tried.
"""

import json
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.environment import processor_features

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(platform.machine() != "x86_64", reason="kernel types of x86 processors"),
]

# Same instruction set of numpy and same kernels of OpenBLAS as everywhere, whatever the processor.
SAME_BYTES = {
    "no AVX-512 in numpy, libm without FMA": {
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA",
    }
}
# Processors without AVX2 take these.
SAME_TABLES = {
    "kernels for Sandy Bridge": {"OPENBLAS_CORETYPE": "Sandybridge"},
    "kernels for Nehalem": {"OPENBLAS_CORETYPE": "Nehalem"},
}

CODE = """
import json, sys
from bandit_replications.api import open_study
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.registry import find_paper
study = open_study(sys.argv[1])
run, paper = study.run, study.paper
tables = {}
for spec in find_paper(paper).tables:
    try:
        tables[spec.id] = study.build_table(spec.id).to_csv(index=False)
    except NotApplicable:
        pass
rows = {}
for experiment in experiments_of(paper):
    cell = experiment.cells(study.configuration)[0]
    columns = cell.simulate(0, 1, root_seed=study.configuration.root_seed)
    rows[experiment.name] = {name: values.tolist() for name, values in columns.items()}
print(json.dumps({"tables": tables, "rows": rows}))
"""


def made(paper, **environment):
    """Return the tables of a paper at the quick scale, and a run of each of its experiments."""
    process = subprocess.run(
        [sys.executable, "-c", CODE, paper],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return json.loads(process.stdout)


@pytest.mark.parametrize("paper", PAPERS)
def test_numbers_do_not_depend_on_the_processor(paper):
    if not processor_features() >= {"avx2", "fma"}:
        pytest.skip("this processor has the oldest kernels already")
    here = made(paper)
    for name, environment in SAME_BYTES.items():
        assert made(paper, **environment) == here, name
    for name, environment in SAME_TABLES.items():
        there = made(paper, **environment)
        assert there["tables"] == here["tables"], name
        for experiment, columns in here["rows"].items():
            for column, values in columns.items():
                other = there["rows"][experiment][column]
                if isinstance(values[0], str):
                    assert other == values
                else:
                    np.testing.assert_allclose(other, values, rtol=1e-9, err_msg=experiment)
