# Two commands: `make play` sets up and opens the page, `make test` sets up and checks everything.
# docs/testing.md says what `make test`, `make quick` and `make proofs` do, and how they are kept short.

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest --numprocesses auto --dist loadgroup
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play terminal test quick proofs install install-dev browser node postgresql compiler lint kernels \
	check check-all check-plain check-bounds dist bench screenshots constraints clean

# In the browser; where there is none, the address is told.
play: install
	@$(BIN)/damier serve

# In the terminal.
terminal: install
	@$(BIN)/damier

test: install-dev browser node postgresql compiler
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint kernels
	$(MAKE) --no-print-directory check

# The stamps are newer than what they were made from, so a second call does nothing. What is for tests comes in one
# installation with the rest: after another it would be resolved and built once more.
define set_up
	@command -v $(PYTHON) >/dev/null || { echo "damier needs Python 3.11 or newer: apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "damier needs Python 3.11 or newer; try: make PYTHON=python3.11"; exit 1; }
	@echo "setting up .venv (first run only, about a minute)"
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing: apt install python3-venv"; exit 1; }
	@$(PIP) install --constraint constraints.txt --editable '.$(1)'
	@touch .venv/installed
endef

install: .venv/installed
.venv/installed: pyproject.toml constraints.txt
	$(call set_up)

install-dev: .venv/installed-dev
.venv/installed-dev: pyproject.toml constraints.txt
	$(call set_up,[dev])
	@touch $@

# The page is tested in a real browser: Chromium, without a screen if Debian's package of that is there or can be had,
# since each of its windows costs a third of one that could be shown.
browser:
	@command -v chromium-headless-shell >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "installing Chromium for the tests of the page" && \
	  apt-get update -qq && \
	  { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; } >/dev/null 2>&1; } || \
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	{ echo "the tests of the page need Chromium: sudo apt install chromium-headless-shell (or chromium)"; exit 1; }

# The archive is tested on a real PostgreSQL, which the tests start themselves.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "installing PostgreSQL for the tests of the archive" && \
	  apt-get update -qq && apt-get install -y -qq postgresql >/dev/null; } || \
	{ echo "the tests of the archive need PostgreSQL: sudo apt install postgresql"; exit 1; }

# The example of an engine in C is compiled and played with.
compiler:
	@command -v cc >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "installing a C compiler for the tests of the examples" && \
	  apt-get update -qq && apt-get install -y -qq gcc libc6-dev >/dev/null; } || \
	{ echo "the tests of the examples need a C compiler: sudo apt install gcc libc6-dev"; exit 1; }

# TypeScript checks the types of the page's scripts, axe its accessibility; neither is part of damier.
node: node_modules/installed
node_modules/installed: package.json
	@command -v npm >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "installing npm for the tests of the page" && \
	  apt-get update -qq && apt-get install -y -qq npm >/dev/null; } || \
	{ echo "the tests of the page need npm: sudo apt install npm"; exit 1; }
	@npm install --silent --no-package-lock --no-audit --no-fund || \
	{ echo "TypeScript and axe cannot be installed: npm install --no-package-lock"; exit 1; }
	@touch $@

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Compiled once, for all processes that run tests.
kernels: install-dev
	@$(BIN)/damier warm

# Kernels are tested three times: compiled, and on small sets as the plain Python they are written in, and with
# numba's bounds checks, which need a cache of their own: what is cached is named after its source alone. These are
# not optimised, since most of the time would go into compiling them.
check: kernels check-all
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-plain check-bounds

check-all: kernels
	$(PYTEST)

KERNELS := tests/games tests/engines -m kernel
check-plain:
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(KERNELS)

check-bounds:
	NUMBA_OPT=0 NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=build/kernels-checked $(BIN)/pytest $(KERNELS)

# Before a commit: lint, types, and the tests of what has changed since it left this branch.
BASE ?= main
quick: install-dev lint
	@tests=$$($(BIN)/python -m tests.affected $(BASE)) && \
	if [ -n "$$tests" ]; then echo $$tests; $(PYTEST) -m 'not long' $$tests; else echo "nothing to test"; fi

# Every proof at its whole size: before an engine is called done. docs/testing.md tells when it was last run.
proofs: install-dev kernels
	$(PYTEST) --whole -m 'kernel or proof'

dist: install-dev
	rm -rf dist
	$(BIN)/python -m build

bench: install-dev
	$(BIN)/python bench/steps.py

# Every state of every page as a picture in build/screenshots, for looking at.
screenshots: install-dev browser node
	$(BIN)/python -m tests.page.screenshots

# What `make install` installs, for every system; no line names a registry.
constraints: install-dev
	$(BIN)/uv pip compile --universal --no-header --no-annotate --all-extras pyproject.toml -o constraints.txt

clean:
	rm -rf .venv node_modules dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
