# popt: everything a user or developer runs. `make help` lists it.
BUILD    ?= build
LLVM     ?= /usr/lib/llvm-22
PYTHON   ?= python3
VENV     := .venv
SUDO     := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
NINJA     = cmake --build

PACKAGES := libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools lld-22 \
  liblld-22-dev libclc-22 clang-22 clang-format-22 g++ cmake ninja-build ccache \
  nlohmann-json3-dev zlib1g-dev libxxhash-dev libdnnl-dev liblapack3 libgtest-dev libopenmpi-dev openmpi-bin \
  python3 python3-dev python3-venv python3-psutil
# Only tests need these: a browser, which opens the pages of --report; valgrind, which
# watches the compiler's addresses.
TEST_PACKAGES := chromium valgrind

.DEFAULT_GOAL := build
.PHONY: help deps deps-test build demo check check-torch check-all bench docs asan asan-compiler tsan format iopddl \
  check-format venv wheel install clean conformance gpu-kit

help: ## list the targets
	@sed -n 's/^\([a-z%-]*\):.*## \(.*\)/  make \1@\2/p' $(MAKEFILE_LIST) | column -t -s@

deps: ## install the Debian 12 packages that are missing
deps-test: PACKAGES += $(TEST_PACKAGES)
deps-test: ## the same, and what only tests need
deps deps-test:
	@missing=$$(for p in $(PACKAGES); do \
	    dpkg-query -W -f='$${db:Status-Status}\n' $$p 2>/dev/null | grep -qx installed || echo $$p; \
	  done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "installing:" $$missing; \
	$(SUDO) apt-get update -q && \
	DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y --no-install-recommends $$missing

$(BUILD)/build.ninja:
	cmake --preset dev -B $(BUILD)

build: $(BUILD)/build.ninja ## compile popt and its tests, with asserts, into build/
	$(NINJA) $(BUILD)

demo: deps ## compile and run a small GPT training step on 4 ranks and on 1
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@$(NINJA) $(BUILD) --target poptc popt-run popt-launch
	@$(PYTHON) demo/run.py --bin $(BUILD)/bin

check: venv build ## run all tests; the last line counts them
	@$(PYTHON) test/check.py --build $(BUILD)

# The folder's lit tests and its unit tests: make check-Partition, make check-Execute/Ops.
check-%: build ## the tests of one folder of test/: make check-Partition
	@folders="$(wildcard test/$* test/unit/$*)"; \
	[ -n "$$folders" ] || { echo "no folder test/$*; there are:" $(patsubst test/%/,%,$(wildcard test/[A-Z]*/)) >&2; exit 2; }; \
	$(LLVM)/bin/lit -sv $$(printf "$(BUILD)/%s " $$folders)

# Seven gigabytes of packages, which the other tests do without.
check-torch: build ## popt.torch beside PyTorch, in an environment of its own
	@[ -d .venv-torch ] || $(PYTHON) -m venv .venv-torch
	@grep -v '^mpmath' python/requirements.txt > .venv-torch/requirements.txt
	@.venv-torch/bin/pip install -q -r .venv-torch/requirements.txt -r python/requirements-torch.txt
	@.venv-torch/bin/python -m pytest -q python/tests/test_torch.py python/tests/test_docs.py

check-all: venv build asan-compiler ## the same with the compiler under AddressSanitizer, long sweeps and fuzzers
	@POPT_LONG=1 $(PYTHON) test/check.py --build $(BUILD)

bench: venv build ## popt beside JAX/XLA and Open MPI: ratios
	@$(VENV)/bin/python bench/run.py --bin $(BUILD)/bin

# Copy the folder to a machine with such a GPU, and run measure.py there.
iopddl: build ## the ASPLOS 2025 contest's instances: make iopddl IOPDDL=CHECKOUT
	@python3 bench/iopddl.py $(BUILD)/bin/popt-plan $(IOPDDL)

gpu-kit: venv build ## build/gpu-kit: measures a GPU where there is no compiler (ARCH=sm_90)
	@$(VENV)/bin/python bench/gpu_kit/build.py --bin $(BUILD)/bin --out $(BUILD)/gpu-kit \
	  --arch $(or $(ARCH),sm_90)

# Other projects' own tests; nothing of theirs is in this repository.
conformance: build venv ## their own tests: make conformance STABLEHLO=CHECKOUT SHARDY=CHECKOUT
	@[ -n "$(STABLEHLO)$(SHARDY)" ] || { echo "make conformance STABLEHLO=CHECKOUT SHARDY=CHECKOUT:" \
	  "source trees of openxla/stablehlo and openxla/shardy, one or both" >&2; exit 2; }
	@status=0; \
	if [ -n "$(STABLEHLO)" ]; then \
	  $(VENV)/bin/python test/external/stablehlo.py $(STABLEHLO) --bin $(BUILD)/bin || status=1; \
	  $(VENV)/bin/python test/external/stablehlo.py $(STABLEHLO) --bin $(BUILD)/bin --sharded || status=1; \
	fi; \
	if [ -n "$(SHARDY)" ]; then \
	  for script in test/external/shardy*.py; do \
	    $(VENV)/bin/python $$script $(SHARDY) --bin $(BUILD)/bin || status=1; \
	  done; \
	fi; exit $$status

docs: venv build ## write the reference, docs/Flow.md's table, docs/pictures, and build/site
	@$(PYTHON) docs/generate.py --llvm $(LLVM)
	@$(PYTHON) docs/flow.py --popt $(BUILD)/bin/popt
	@$(VENV)/bin/python docs/pictures.py --bin $(BUILD)/bin
	@$(VENV)/bin/python docs/site.py --pages $(BUILD)/pages --site $(BUILD)/site
	@echo "$(BUILD)/site/index.html"

asan: ## MLIR-free libraries and the runtime under AddressSanitizer and UBSan
	@[ -f build-asan/build.ninja ] || cmake --preset asan
	$(NINJA) build-asan --target popt-core-tests runtime/all popt-rt-test-programs
	@UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	  $(PYTHON) test/check.py --build build-asan --suites unit,ctest --limit-factor 6

# Another draw of programs and flags: SEED=2 DRAWS=1000. Half an hour to build on two cores.
asan-compiler: venv build ## the compiler under AddressSanitizer, on 300 programs and flags; frames that no rank sends
	@[ -f build-asan-compiler/build.ninja ] || cmake --preset asan-compiler
	$(NINJA) build-asan-compiler --target poptc popt-rt-frames
	@POPT_LONG=1 $$(find build-asan-compiler -name popt-rt-frames -type f)
	@$(VENV)/bin/python test/Fuzz/addresses.py --bin $(BUILD)/bin --asan build-asan-compiler/bin/poptc \
	  --everyday --largest 100000 --seed $(or $(SEED),1) --count $(or $(DRAWS),300)

# Tests of the watchdog end processes whose threads compute for ever: no leaks of threads.
# GCC 12's sanitizer looks for a header of glibc 2.18 before the thread-local variables of
# loaded libraries, and now and then takes 541 TB for their size: intercept_tls_get_addr.
tsan: ## the transports under ThreadSanitizer
	@[ -f build-tsan/build.ninja ] || cmake -S runtime -B build-tsan -G Ninja \
	  -DCMAKE_CXX_COMPILER=g++ -DCMAKE_C_COMPILER=gcc \
	  -DCMAKE_CXX_FLAGS="-fsanitize=thread -g1" -DCMAKE_C_FLAGS="-fsanitize=thread -g1"
	$(NINJA) build-tsan
	@TSAN_OPTIONS=halt_on_error=1:report_thread_leaks=0:intercept_tls_get_addr=0:suppressions=$(CURDIR)/test/runtime/tsan.supp \
	  $(PYTHON) test/check.py --build build-tsan --suites ctest --limit-factor 6

FORMATTED = $(shell git ls-files '*.h' '*.cpp' '*.c')

format: ## clang-format every C++ file
	@$(LLVM)/bin/clang-format -i $(FORMATTED)

check-format: ## say which C++ files clang-format would change
	@$(LLVM)/bin/clang-format --dry-run -Werror $(FORMATTED)

# A machine that cannot reach PyPI goes on without: the tests that need JAX are
# then listed as skipped. The compiled part of the Python package is built for
# this environment, so a build folder that is there looks for it.
venv: ## a Python environment in .venv with JAX, for tests and examples
	@if ! cmp -s python/requirements.txt $(VENV)/installed.txt; then \
	  echo "making $(VENV)"; \
	  { $(PYTHON) -m venv $(VENV) || /usr/bin/python3 -m venv --clear $(VENV); } && \
	  $(VENV)/bin/python -m pip install -q --disable-pip-version-check --retries 2 --timeout 20 \
	    -r python/requirements.txt && \
	  cp python/requirements.txt $(VENV)/installed.txt && \
	  { [ ! -f $(BUILD)/build.ninja ] || cmake $(BUILD) > /dev/null; } || \
	  echo "warning: $(VENV) is incomplete (no PyPI?): tests that need JAX will be skipped" >&2; \
	fi

# One for each Python: make wheel PYTHON=python3.13.
wheel: deps ## build/wheels: a wheel that needs no LLVM, compilers or packages of Debian
	@$(PYTHON) -m venv --clear $(BUILD)-wheel/python
	@$(BUILD)-wheel/python/bin/python python/wheel.py $(BUILD)-wheel $(or $(WHEELS),$(BUILD)/wheels) \
	  --readelf $(LLVM)/bin/llvm-readelf

install: build ## install into PREFIX (default /usr/local)
	cmake --install $(BUILD) --prefix $(or $(PREFIX),/usr/local)

clean: ## remove the build folders
	rm -rf $(BUILD) $(BUILD)-wheel build-asan build-asan-compiler build-tsan build-release
