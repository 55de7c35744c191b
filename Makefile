# Thin wrappers over `python -m bandit_replications`; `make help` lists them.
# Values with brackets or dollar signs go to the command line itself (see the README on reruns).

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m bandit_replications
INSTALLED := $(VENV)/installed
DEVELOPING := $(VENV)/developing

.DEFAULT_GOAL := help
.PHONY: help install reproduce quick verify verify-numbers figure claim params where new-paper stability site notebooks costs artifact bench test test-full test-rest test-slurm test-versions lint clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

install: $(INSTALLED)  ## set up .venv from requirements.lock, for everything but tests and lint

$(INSTALLED): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	  || { echo "error: PYTHON: $(PYTHON) ($$($(PYTHON) --version 2>/dev/null || echo does not run)); allowed: Python 3.11, 3.12 or 3.13, such as make PYTHON=python3.12" >&2; exit 2; }
	@echo "Setting up $(VENV) from requirements.lock (about 1.4 GB, a minute or two) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEVELOPING): $(INSTALLED) requirements-dev.lock
	@echo "Adding what tests and lint need, from requirements-dev.lock ..."
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

reproduce: $(INSTALLED)  ## regenerate everything at the papers' scale, compare, publish
	@$(RUN) reproduce

quick: $(INSTALLED)  ## the whole workflow at a small scale, under build/quick
	@$(RUN) quick

verify: $(INSTALLED)  ## regenerate and say how alike it is; publish nothing (strict=1: same bytes only)
	@$(RUN) verify $(if $(filter 1,$(strict)),--strict)

verify-numbers: $(INSTALLED)  ## compare numbers alone: make verify-numbers PAPER=anonymous SCALE=quick
	@$(RUN) verify-numbers $(PAPER) --scale $(or $(SCALE),paper)

figure: $(INSTALLED)  ## one figure: make figure PAPER=private_online FIGURE=5
	@$(RUN) figure '$(PAPER)' '$(FIGURE)'

claim: $(INSTALLED)  ## one claim: make claim ID=private_online/theorem-6
	@$(RUN) claim '$(ID)'

params: $(INSTALLED)  ## a paper's parameters: make params PAPER=private_online
	@$(RUN) params '$(PAPER)'

where: $(INSTALLED)  ## where something stands: make where WHAT="theorem 5" PAPER=distributed
	@$(RUN) where $(if $(WHAT),'$(WHAT)') $(PAPER)

new-paper: $(INSTALLED)  ## write a further paper that runs at once: make new-paper NAME=my_paper
	@$(RUN) new-paper '$(NAME)'

stability: $(INSTALLED)  ## judge all claims under 20 other root seeds (hours)
	@$(RUN) stability

site: $(INSTALLED)  ## everything that is published as pages to read: build/site/index.html
	@$(RUN) site

notebooks: $(INSTALLED)  ## execute the committed notebooks again, in place
	@$(RUN) notebooks

costs: $(INSTALLED)  ## write config/costs.csv, what cells cost, from the last paper-scale run
	@$(RUN) costs

artifact: $(INSTALLED)  ## write ARTIFACT.md from the last paper-scale run
	@$(RUN) artifact

PEERS := .cache/peers
PEERS_PYTHON ?= $(VENV)/bin/python

$(PEERS)/installed: benchmarks/peers.lock | $(INSTALLED)
	@$(PEERS_PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null \
	  || { echo "error: PEERS_PYTHON: $(PEERS_PYTHON) ($$($(PEERS_PYTHON) --version 2>/dev/null || echo does not run)); allowed: Python 3.11 or 3.12, which SMPyBandits needs, such as make bench PEERS_PYTHON=python3.12" >&2; exit 2; }
	@echo "Setting up $(PEERS) from $< (about 550 MB) ..."
	@$(PEERS_PYTHON) -m venv --clear $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

bench: $(INSTALLED) $(PEERS)/installed  ## speed beside other libraries; make bench SIZE=small tries it out
	@$(VENV)/bin/python -m benchmarks $(if $(SIZE),'size=$(SIZE)')

PYTEST := $(VENV)/bin/python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env \
  --nbval-cell-timeout=600 --nbval-sanitize-with tests/nbval.cfg tests notebooks

test: $(DEVELOPING)  ## the tests; notebooks must give their committed output
	@$(PYTEST) -m "not full and not slurm"

test-full: test test-rest  ## the tests, and those that take longer

test-rest: $(DEVELOPING)  ## only what test-full adds
	@$(PYTEST) -m full

test-slurm: $(DEVELOPING)  ## the workflow on a Slurm cluster of one node (as root; apt-get install slurm-wlm munge)
	@$(VENV)/bin/python -m pytest -m slurm tests/workflow/test_slurm.py

test-versions: $(DEVELOPING)  ## the library with the oldest and newest releases that it allows, outside the checkout
	@PYTHON=$(VENV)/bin/python .ci/versions

lint: $(DEVELOPING)  ## format, lint, import contracts and type checks
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/lint-imports --no-logo
	@$(VENV)/bin/mypy
	@$(VENV)/bin/snakefmt --check Snakefile

clean:  ## remove what the workflow wrote (build/, caches); published files stay
	rm -rf build .snakemake .cache
