# `make help` lists what can be asked for.  Everything sets itself up: installer/setup.sh makes
# the environment and finds (or names) what the system lacks.

SHELL := /bin/sh
BIN := .venv/bin
export PYTHON
# Without its cache every program that a test starts would be compiled anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run demo test slow lint format types contracts fuzz accept bench soak afternoon bounds cover pictures guide-pictures site words wheel frozen dist release-check clean setup-cli setup-test

help: ## This list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

run: ## Open the window (sets everything up the first time)
	@installer/setup.sh run
	@$(BIN)/python -m scorepad

demo: setup-cli ## Play the sample match on the command line: score, sheet and tables into demo/
	@installer/demo.sh

test: setup-test ## Run the tests that take a moment, without a visible window (or ARGS=tests: all)
	@$(BIN)/python -m pytest -n auto --dist loadgroup $(or $(ARGS),-m "not slow")

slow: setup-test ## Run the tests that take long: whole days, every screen and language, kills
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m slow $(ARGS)

lint: setup-test ## Style: ruff check and ruff format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: setup-test ## Put the code into its form
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

types: setup-test ## Types: mypy, strict
	@$(BIN)/mypy

contracts: setup-test ## Which room may import which
	@$(BIN)/lint-imports --no-cache

fuzz: setup-test ## Random matches and rule sets, for some minutes (FUZZ=2000 examples a test)
	@SCOREPAD_EXAMPLES=$(or $(FUZZ),2000) $(BIN)/python -m pytest -o faulthandler_timeout=7200 -n auto --dist loadgroup -m "fuzz or hypothesis" $(ARGS)

accept: setup-test ## Take what the program makes now as what the tests expect; read the diff after
	@$(BIN)/python -m pytest -p no:randomly --accept $(ARGS)
	@git status --short

bench: setup-test ## How fast the work is that people wait for, as a table
	@TMPDIR="$${TMPDIR:-/tmp}" $(BIN)/python -m pytest -q -p no:randomly -o python_files='bench_*.py' -o faulthandler_timeout=7200 \
		tests/bench $(ARGS)

soak: setup-test ## Damaged files, kills, a failing disk, power cuts, laptops: 10,750 in all (SOAK=100 fewer)
	@$(BIN)/python -m tests.store.soak $(or $(SOAK),1000)
	@$(BIN)/python -m tests.share.soak $(or $(SOAK),1000)
	@$(BIN)/python -m tests.share.soak_postgres $$(( ($(or $(SOAK),1000) + 19) / 20 ))
	@$(BIN)/python -m tests.share.afternoon
	@$(BIN)/python -m tests.share.afternoon --server

afternoon: setup-test ## Three laptops and their windows share a folder, then a server, for an afternoon (needs Xvfb, openbox, xdotool)
	@$(BIN)/python -m tests.share.afternoon
	@$(BIN)/python -m tests.share.afternoon --server

bounds: setup-test ## Does it work with the oldest packages that pyproject.toml allows?
	@$(BIN)/python installer/bounds.py

cover: setup-test ## Which lines no test runs
	@$(BIN)/python -m pytest -n auto --dist loadgroup --cov --cov-report=term $(ARGS)

accessible: setup-test ## What a screen reader is told of the running window, over AT-SPI
	@PYTHON=$(BIN)/python tests/window/atspi.sh

pictures: setup-test ## Every screen in every theme, two sizes and every language, into pictures/
	@$(BIN)/python -m tests.window.pictures pictures $(ARGS)

guide-pictures: setup-test ## The pictures of the guide and README, from the program
	@$(BIN)/python -m tests.window.pictures --guide

site: setup-test ## The guide as a web site, into site/
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt mkdocs-material || \
		{ echo "scorepad: mkdocs-material could not be installed; see above (is the network there?)" >&2; exit 1; }
	@for language in en es; do NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -f docs/site/$$language.yml || exit 1; done

words: setup-test ## Collect all texts for translation into resources/translations
	@installer/words.sh

wheel: setup-test ## Build the installable package into dist/, and try it
	@rm -rf build/wheel dist/scorepad-*.whl
	@$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist .
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --target build/wheel dist/scorepad-*.whl
	@cd build && PYTHONPATH=$(CURDIR)/build/wheel ../$(BIN)/python ../installer/smoke.py wheel/bin/scorepad
	@ls dist/scorepad-*.whl

frozen: setup-test ## Build the program that needs no Python into dist/scorepad, and try it
	@installer/freeze.sh

dist: ## Build what is handed out for Linux into dist/, and try it in clean Debians (as root)
	@installer/dist.sh

release-check: setup-test ## Refuse what must not be released (RELEASING.md)
	@installer/release-check.sh

clean: ## Remove the environment and everything built
	rm -rf .venv build dist demo pictures site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*

setup-cli:
	@installer/setup.sh cli

setup-test:
	@installer/setup.sh test
