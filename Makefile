# Stemma: one command for each thing a developer does. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup demo test bench format lint clean reference

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{ printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## install what is missing and build; quick when nothing changed
	@sh scripts/setup.sh

demo: setup ## read the sample library, ask it and open a citation, offline
	@./stemma demo

test: setup ## lint, build and run every test
	@node scripts/run-tests.mjs

bench: setup ## run the benchmarks
	@npm run --silent bench

format: setup ## write files in the house format
	@npx --no-install biome check --write .

lint: setup ## check format and lint rules
	@npx --no-install biome check .

reference: setup ## write docs/reference anew
	@node scripts/reference.mjs

clean: ## remove what was built, not what was installed
	@rm -rf packages/*/dist packages/*/*.tsbuildinfo .build coverage
