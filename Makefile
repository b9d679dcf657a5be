# The two commands of the README are `make demo` and `make test`; each sets up all it needs in .venv.

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint evaluate docs system-parts lock clean

help: ## Say what can be made
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(READY) ## Set everything up in .venv, and build the scripts of the pages
	@$(PYTHON) tools/build_client.py $(VENV)

$(READY): pyproject.toml requirements.lock tools/make_venv.py
	@$(PYTHON) tools/make_venv.py $(VENV)
	@touch $(READY)

demo: setup ## Start the demo town and show what is on (ARGS=--once runs it through and ends)
	@$(BIN)/eventlocky demo $(ARGS)

test: setup system-parts lint ## Run the whole suite: lint, types, fast tests, slow ones, then what measures
	@$(BIN)/python -m pytest -n auto -m "not slow" $(ARGS)
	@$(BIN)/python -m pytest -n auto --dist loadfile -m "slow and not alone" $(ARGS)
	@$(BIN)/python -m pytest -m alone $(ARGS)

lint: setup ## Check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

evaluate: setup ## Run every experiment again on ../shared and write docs/evaluation (ARGS="--only NAME", --quick)
	@OMP_NUM_THREADS=1 $(BIN)/eventlocky evaluate all --jobs 2 $(ARGS)

docs: setup ## Make the documentation as pages in build/site
	@$(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html"

system-parts: setup ## Install what tests need of the system, where that can be done
	@$(BIN)/python tools/system_parts.py --install

lock: setup ## Write requirements.lock anew from pyproject.toml
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra dev pyproject.toml -o requirements.lock

clean: ## Remove everything that was set up or made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build client/node_modules \
		src/eventlocky/web/static/built
