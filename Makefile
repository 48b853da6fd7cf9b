# make play    set up what is missing, then start Mandapa and open the browser
# make test    set up what is missing, then all tests and checks
# make quick   what concerns the files that differ from the last commit: for each save of a file
# make soak    random play with ever new seeds for hours, before a release (HOURS=8)
# make setup   set up everything: .venv, the package with its development tools, the built client, a Chromium for browser tests
# make wheel   a wheel in dist/ for this platform, with the client and the machine code: whoever installs it compiles nothing
# make release the files of a release in dist/, each checked and tried as strangers would
# make docs    the documentation as a site with search and reference, in .output/site
# make clean   remove what the above have made
#
# The work is done by tools/setup.py and tools/check.py. Quick when nothing has changed.

PYTHON ?=
HOURS ?= 8
export PYTHON
VENV_PYTHON := .venv/bin/python

.PHONY: help play setup test quick soak wheel release docs clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | sed '/^$$/q'

play:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py client package
	@$(VENV_PYTHON) -m mandapa

setup:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py client packages development chromium

test:
	@python=$$(tools/find-python.sh) && "$$python" tools/check.py

quick:
	@python=$$(tools/find-python.sh) && "$$python" tools/check.py --changed

soak:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py client development
	@$(VENV_PYTHON) tools/soak.py --hours $(HOURS)

wheel:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py client packages development
	@$(VENV_PYTHON) tools/make_wheel.py

release:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py client packages development chromium
	@$(VENV_PYTHON) tools/release/release.py $(foreach path,$(PYTHONS),--python $(path))

docs:
	@python=$$(tools/find-python.sh) && "$$python" tools/setup.py documentation
	@$(VENV_PYTHON) tools/docs/site_pages.py
	@echo "The documentation is in .output/site/index.html; to read it: $(VENV_PYTHON) -m http.server --directory .output/site"

clean:
	rm -rf .venv web/node_modules src/mandapa/server/static .output build dist
