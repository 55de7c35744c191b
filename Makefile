# Thin wrappers over `python -m bandit_replications`; `make help` lists them.
# A value reaches the shell as a variable, as it was typed: neither make nor the shell expands it.

VALUES := PAPER FIGURE ID WHAT NAME SIZE SCALE strict PYTHON VENV PYTHON_ENV PEERS PEERS_PYTHON
VENV := .venv
PEERS := .cache/peers
$(foreach name,$(VALUES),$(eval override $(name) := $$(value $(name))))
override PYTHON := $(or $(PYTHON),python3)
override VENV := $(or $(VENV),.venv)
# An environment of make's own, or a prepared one, which is used as it is.
ENV := $(if $(PYTHON_ENV),PYTHON_ENV,VENV)
override PEERS_PYTHON := $(or $(PEERS_PYTHON),$($(ENV))/bin/python)
export $(VALUES)

BIN := "$$$(ENV)/bin"
RUN := $(BIN)/python -m bandit_replications

.DEFAULT_GOAL := help
.PHONY: help install developing peers asked reproduce quick verify verify-numbers figure claim params where new-paper stability site notebooks costs artifact bench test test-full test-rest test-slurm test-versions lint clean

developing: install
	@sh .ci/environment developers

peers: install
	@sh .ci/environment peers

# Refuse an empty value before anything is set up. EXAMPLE has all values that a target needs.
figure: EXAMPLE = figure PAPER=private_online FIGURE=5
claim: EXAMPLE = claim ID=private_online/theorem-6
params: EXAMPLE = params PAPER=private_online
new-paper: EXAMPLE = new-paper NAME=my_paper

asked:
	@for word in $(EXAMPLE); do name=$${word%%=*}; \
	  [ "$$name" = "$$word" ] || [ -n "$$(printenv "$$name")" ] || \
	    { echo "error: $$name: ''; allowed: a value, such as make $(EXAMPLE)" >&2; exit 2; }; done

## To reproduce, look up and read

help:  ## list the targets
	@awk -F ':.*## ' '/^## / { printf "\n%s\n\n", substr($$0, 4) } \
	  /^[a-z-]+:.*## / { printf "  %-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install:  ## set up .venv (with any target, PYTHON_ENV=<folder> uses a prepared environment instead)
	@sh .ci/environment users

reproduce: install  ## regenerate everything at the papers' scale, compare, publish
	@$(RUN) reproduce

quick: install  ## the whole workflow at a small scale, under build/quick
	@$(RUN) quick

verify: install  ## regenerate and say how alike it is; publish nothing (strict=1: same bytes only)
	@case "$$strict" in ''|1) ;; *) echo "error: strict: $$strict; allowed: 1" >&2; exit 2 ;; esac; \
	  $(RUN) verify $${strict:+--strict}

figure: asked install  ## one figure: make figure PAPER=private_online FIGURE=5
	@$(RUN) figure -- "$$PAPER" "$$FIGURE"

claim: asked install  ## one claim: make claim ID=private_online/theorem-6
	@$(RUN) claim -- "$$ID"

params: asked install  ## a paper's parameters: make params PAPER=private_online
	@$(RUN) params -- "$$PAPER"

where: install  ## where something stands: make where WHAT="theorem 5" PAPER=distributed
	@$(RUN) where -- $(if $(WHAT),"$$WHAT") $(if $(PAPER),"$$PAPER")

site: install  ## everything that is published as pages to read: build/site/index.html
	@$(RUN) site

bench: peers  ## speed beside other libraries; make bench SIZE=small tries it out
	@$(BIN)/python -m benchmarks $(if $(SIZE),"size=$$SIZE")

clean:  ## remove what the workflow wrote (build/, caches); published files stay
	rm -rf build .snakemake .cache

## To change this repository

PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env \
  --nbval-cell-timeout=600 --nbval-sanitize-with tests/nbval.cfg --durations=25 tests notebooks

test: developing  ## the tests, the slowest last; notebooks must give their committed output
	@$(PYTEST) -m "not full and not slurm"

test-full: test test-rest  ## the tests, and those that take longer

test-rest: developing  ## only what test-full adds
	@$(PYTEST) -m full

test-slurm: developing  ## the workflow on a Slurm cluster of one node (as root; apt-get install slurm-wlm munge)
	@$(BIN)/python -m pytest -m slurm tests/workflow/test_slurm.py

test-versions: developing  ## the library with the oldest and newest releases that it allows, outside the checkout
	@PYTHON=$(BIN)/python .ci/versions

lint: developing  ## format, lint, import contracts and type checks
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy
	@$(BIN)/snakefmt --check Snakefile workflow/rules

verify-numbers: install  ## compare numbers alone: make verify-numbers PAPER=anonymous SCALE=quick
	@$(RUN) verify-numbers --scale="$${SCALE:-paper}" $(if $(PAPER),-- "$$PAPER")

new-paper: asked install  ## write a further paper that runs at once: make new-paper NAME=my_paper
	@$(RUN) new-paper -- "$$NAME"

notebooks: install  ## execute the committed notebooks again, in place
	@$(RUN) notebooks

costs: install  ## write config/costs.csv, what cells cost, from the last paper-scale run
	@$(RUN) costs

artifact: install  ## write ARTIFACT.md, docs/ledger.md and README's results from the last paper-scale run
	@$(RUN) artifact

stability: install  ## judge claims under 20 other root seeds (hours): make stability PAPER=anonymous
	@$(RUN) stability $(if $(PAPER),-- "$$PAPER")
