# make play · make test · make bench: each sets up what it needs by itself (a virtual environment in .venv, build, install).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/src/words -prune -o -type f -print) tools/page.py
SOURCES := pyproject.toml setup.py $(shell find paiju -name '*.py' -o -name '*.pxd' -o -name '*.po')

# Twice as many as cores are usual: tests of servers and browsers wait more than they work.
PARALLEL := -n 4 --dist worksteal

# Else programs, which the tests start by the hundred, would each be read and compiled anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve page types lint-page test bench soak strength check words layers lint pure cover clean help sanitize

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: .stamp-install  ## choose a game and play it; make play GAME=hearts goes straight to the table
	@$(BIN)/paiju play $(GAME)

serve: .stamp-server .stamp-page  ## open a house for people elsewhere and print its address; make serve ARGS='--port 9000'
	@$(BIN)/paiju serve $(ARGS)

page: .stamp-page  ## build the page that `make serve` shows in browsers

types: .stamp-dev  ## bring web/src/wire.ts up to date with the messages of the wire and of the API
	$(BIN)/python tools/page.py types

test: .stamp-dev .stamp-page .stamp-browser lint  ## everything CI runs: lint, types, tests compiled and uncompiled, coverage of the rules
	$(BIN)/python -m pytest $(PARALLEL)
	$(MAKE) pure
	$(MAKE) cover

lint: .stamp-dev lint-page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python

lint-page: .stamp-page  # types, style and unit tests of the page, where it can be built
	@[ ! -d web/node_modules ] || $(BIN)/python tools/page.py check

pure: .stamp-dev  ## what every game keeps to, again uncompiled
	PAIJU_PURE=1 $(BIN)/python -m pytest $(PARALLEL) tests/test_every_game.py tests/test_golden_deals.py

cover: .stamp-dev  ## the tests of the rules, uncompiled, and which lines of the rules they reach
	rm -f .coverage .coverage.*
	PAIJU_PURE=1 $(BIN)/coverage run -m pytest $(PARALLEL) tests/games tests/core tests/test_positions.py tests/test_native_safety.py
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='paiju/games/*,paiju/core/*' --omit='paiju/core/loops.py' --fail-under=90

check: .stamp-dev  ## does a game of your own keep the contract? make check GAME=path/to/game.py
	PAIJU_GAMES=$(GAME) $(BIN)/python -m pytest $(PARALLEL) tests/test_every_game.py tests/test_leaks.py -k "$(basename $(notdir $(GAME)))"

sanitize: .stamp-dev  ## every game and hostile calls under the address and undefined-behaviour sanitizers (half an hour or so)
	$(BIN)/python tools/sanitize.py $(ARGS)

words: .stamp-dev  ## bring the catalogues of the languages up to date with the texts in the code
	$(BIN)/python tools/catalogue.py

layers:  ## draw docs/pictures/layers.svg from the imports
	$(PYTHON) tools/layers.py

bench: .stamp-bench  ## speed beside peers, in one run, as a table
	$(BIN)/python benchmarks/run.py $(ARGS)

soak: .stamp-server  ## long checks of a server: what a hostile socket costs the others; figures go to benchmarks/results
	$(BIN)/python benchmarks/soak.py $(ARGS)

strength: .stamp-dev  ## how strong the bots are: tournaments on duplicate decks, the tables of docs/bots.md (an hour or so)
	$(BIN)/python benchmarks/strength.py $(ARGS)

clean:  ## remove what was built
	rm -rf build dist *.egg-info .stamp-* $(VENV) web/node_modules paiju/server/page
	find paiju \( -name '*.so' -o -name '*.c' -o -name '*.mo' \) -delete

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paiju needs Python 3.11 or newer")'
	@echo "paiju: making a virtual environment in $(VENV)" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --quiet --upgrade pip

# The rules compile in place; without a compiler the same files run uncompiled, slower.
.stamp-install: $(SOURCES) | $(BIN)/python
	@command -v cc >/dev/null || echo "paiju: no C compiler found, so the rules will run uncompiled (slower, same results)" >&2
	@echo "paiju: compiling the rules; this takes a minute or two, once" >&2
	@$(BIN)/python -m pip install --quiet --quiet --editable '.[terminal]'
	@touch $@

# What the extra needs and no more: installing paiju once more would compile it once more.
.stamp-server: .stamp-install
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["server"], sep="\n")' | \
		$(BIN)/python -m pip install --quiet --quiet --requirement /dev/stdin
	@touch $@

.stamp-dev: .stamp-install
	@$(BIN)/python -m pip install --quiet --quiet --group dev
	@touch $@

.stamp-page: .stamp-server $(PAGE_SOURCES)
	@echo "paiju: building the page" >&2
	@$(BIN)/python tools/page.py build && touch $@ || true

# The browser tests need a chromium, and are quicker with the one without windows; those of friends in one network need
# iproute2. What there is not and we may not install, they are skipped without, and say so.
.stamp-browser: .stamp-dev
	@for each in chromium chromium-headless-shell iproute2; do \
		command -v $$each >/dev/null || command -v $$each-browser >/dev/null || \
		{ [ $$each = iproute2 ] && command -v ip >/dev/null; } || \
		{ [ "$$(id -u)" = 0 ] && apt-get install -y -q $$each >/dev/null 2>&1; } || \
		sudo -n apt-get install -y -q $$each >/dev/null 2>&1 || true; \
	done
	@touch $@

.stamp-bench: .stamp-install
	@$(BIN)/python -m pip install --quiet --quiet --group bench
	@touch $@
