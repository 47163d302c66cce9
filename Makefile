# `make demo` shows the main job on the project's own corpus. `make test` runs the tests.
# Both install what is missing. CONTRIBUTING.md says what the others are for.

SPAMKIT := .build/release/spamkit
CORPUS := Datasets/starter
MODEL := .build/demo/starter.spam

PREFIX := /usr/local

# A module at a time, in half of the time of a debug build. Tests see internal names by
# -enable-testing. Modules are written where they are compiled, since a second process would read
# all sources again.
UNOPTIMISED := -c release -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo -Xswiftc -enable-testing
# For demo, tests and checks, in .build: only what computes is optimised (Package.swift), in little
# over half of the time. Nobody debugs these builds. The tool's and the server's share a folder, so
# each plans its own: SwiftPM would take the other's plan.
QUICK := $(UNOPTIMISED) -debug-info-format none --disable-build-manifest-caching
quick-swift := SPAMKIT_QUICK=1 swift
# What is installed or measured, in a folder of its own.
OPTIMISED := -c release --scratch-path .build-install
# The Swift library as part of a program, which then starts in half of the time.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: demo test test-server build build-tests build-server-tests install install-server capi install-capi cinterface setup lint format linkage snippets allocations hostile server check-server check-studio studio page wheel docs deb release check-python check-spark shipped-models check-shipped embedded adapter threads signatures updates digest models fuzz bench peers instructions accept-instructions corpus check-corpus clean

demo: setup
	@Datasets/demo/quietly.sh $(dir $(MODEL))build.log env $(quick-swift) build $(QUICK) --product spamkit
	@Datasets/demo/demo.sh $(SPAMKIT) $(CORPUS) $(MODEL)

# `make test FILTER=CorpusTests` runs the tests of one target, `FILTER=aTest` one. Not in a debug
# build: it trains ten times as long.
test: $(if $(FILTER),,allocations) build-tests
	$(quick-swift) test $(QUICK) --skip-build $(if $(FILTER),--filter '$(FILTER)')

# Everything there is. A target may import only what it depends on.
build-tests: setup
	$(quick-swift) build $(QUICK) --build-tests --explicit-target-dependency-import-check error

build: setup
	$(quick-swift) build $(QUICK) --product spamkit

# Builds the tool for machines without Swift: the Swift library is part of the file.
# On Linux it needs only libsqlite3, zlib, OpenSSL and the C++ library. Takes minutes. Beside it:
# manual, completions, and in share/spamkit the models of Models/, the starter corpus and the demo's
# files.
install: setup
	swift build $(OPTIMISED) --product spamkit $(STATIC)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install .build-install/release/spamkit "$(DESTDIR)$(PREFIX)/bin/spamkit"
	strip $(if $(filter Darwin,$(shell uname)),-x) "$(DESTDIR)$(PREFIX)/bin/spamkit"
	@.ci/install-help .build-install/release/spamkit "$(DESTDIR)$(PREFIX)/share"
	install -d $(foreach folder,Models starter demo,"$(DESTDIR)$(PREFIX)/share/spamkit/$(folder)")
	install -m 644 Models/README.md Models/*.spam $(patsubst %.spam,%.md,$(wildcard Models/*.spam)) "$(DESTDIR)$(PREFIX)/share/spamkit/Models"
	install -m 644 $(CORPUS)/train.jsonl $(CORPUS)/test.jsonl "$(DESTDIR)$(PREFIX)/share/spamkit/starter"
	install -m 644 Datasets/demo/*.csv "$(DESTDIR)$(PREFIX)/share/spamkit/demo"

# `make install-server TLS=1` builds one that speaks HTTPS by itself: docs/server.md.
install-server: setup
	swift build -c release $(IN_SERVER) --scratch-path .build-install/server --product spamkit-server $(STATIC)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install .build-install/server/release/spamkit-server "$(DESTDIR)$(PREFIX)/bin/spamkit-server"
	strip $(if $(filter Darwin,$(shell uname)),-x) "$(DESTDIR)$(PREFIX)/bin/spamkit-server"

# The decision core for C: docs/in-a-program.md. Header, shared and static library, pkg-config file.
CAPI := .build/capi
capi: setup
	swift build $(OPTIMISED) --product CSpamFilter
	Sources/CSpamFilter/library.sh "$$(swift build $(OPTIMISED) --show-bin-path)/libCSpamFilter.a" $(CAPI)

install-capi: capi
	install -d "$(DESTDIR)$(PREFIX)"
	cp -RP $(CAPI)/include $(CAPI)/lib "$(DESTDIR)$(PREFIX)/"

# Programs in C, Python and Java against the libraries: verdicts, hostile calls, memory, time.
cinterface: capi
	Tests/CInterface/check.sh $(CAPI)

# The package for Python: docs/python.md. The wheel needs no Swift where it is installed.
WHEELS := .build/wheel
PYTHON := .build/python
wheel: capi
	Python/wheel.sh $(PYTHON) $(CAPI) $(WHEELS)

# Installs the wheel and tests it, against the tool. Skipped where pip cannot install what it needs.
check-python: capi build
	Python/check.sh $(abspath $(PYTHON)) $(CAPI) $(SPAMKIT) $(abspath $(WHEELS))

# The documentation of the libraries as a static site: an undocumented public symbol is an error.
docs: build
	.release/docs .build/release .build/docs

# Packages that apt installs, in dist/: the tool, and the library for C.
STAGE := .build/stage
deb: capi
	rm -rf $(STAGE)
	$(MAKE) install DESTDIR="$(abspath $(STAGE))" PREFIX=/usr
	.release/deb $(STAGE) $(CAPI) .build-install/checkouts dist

# A release of HEAD in dist/: CONTRIBUTING.md. Half an hour or more.
release:
	.release/run

# The corpus store needs SQLite, gzip files zlib, signatures OpenSSL. Installs Debian's packages
# where they are missing, by sudo if need be.
PACKAGES := libsqlite3-dev zlib1g-dev libssl-dev
setup:
	@command -v swift >/dev/null || { echo "setup: no swift found: install a Swift 6.2 toolchain or newer from swift.org, then try again" >&2; exit 1; }
	@if [ "$$(uname)" = Linux ] && command -v dpkg >/dev/null && ! dpkg -s $(PACKAGES) >/dev/null 2>&1; then \
		echo "setup: installing $(PACKAGES)"; \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq $(PACKAGES); \
		else sudo apt-get update -qq && sudo apt-get install -y -qq $(PACKAGES); fi; \
	fi

# A program that uses the decision core must not link Foundation.
linkage:
	Tests/Linkage/check.sh

# The Swift code of README and docs must compile, as a target of Xcode and as one of SwiftPM.
snippets: build-tests
	Tests/Snippets/snippets.py

# A decision must allocate nothing. Allocations can be counted with glibc alone.
allocations: build-tests
	.build/release/allocations

# The decision core must compile in Embedded Swift for the phone; `make digest` runs it on x86-64.
embedded:
	Tests/Linkage/embedded.sh

# What a phone runs, and all that documents show of it, must compile against Apple's declarations.
adapter: build-tests
	Tests/IdentityLookup/adapter.py

# The tests that run threads or tasks, under the thread sanitizer, in a package that builds nothing
# else. It finds nothing in the others, and makes them take minutes.
threads:
	swift test --sanitize=thread $(UNOPTIMISED) --package-path Tests/Threads --filter '(Cancellation|Example|FilterHandler|Installing|Pool)Tests'

# The core's verifier against swift-crypto, and the cases of Wycheproof that come with it. Takes two
# minutes.
signatures:
	swift test --package-path Tests/Signatures

# Installers and loaders of models, killed, failing and all at once. Two minutes; needs strace.
updates:
	$(quick-swift) build $(QUICK) --product updates
	Tests/Updates/updates.py .build/release/updates

# The verdicts of 100,000 messages must have the same bits in release and Embedded Swift, those of
# 20,000 in debug too. Takes two minutes.
digest:
	Tests/Linkage/digest.sh

# The same rows must make the same model unoptimised and optimised, with one thread and with two.
models:
	swift build $(UNOPTIMISED) --scratch-path .build/unoptimised --product models
	$(quick-swift) build $(QUICK) --product models
	Tests/Models/models.sh .build/unoptimised/release/models .build/release/models

# What an attacker, a bad disk or a bad day does to the tool: SECURITY.md. Two minutes.
hostile: build
	Tests/Hostile/hostile.py $(SPAMKIT)

# spamkit-server, a package of its own with the HTTP packages that nothing else needs. With TLS=1 it
# speaks HTTPS, by BoringSSL, whose C++ code would take longer to optimise than it runs.
IN_SERVER = --package-path Server $(if $(TLS),--traits TLS)
# In the folder of the tool's builds, which have compiled the kit already: four fifths of the time.
QUICK_SERVER = $(QUICK) $(IN_SERVER) --scratch-path .build $(if $(TLS),-Xcxx -O0)
SERVER := .build/release/spamkit-server
CHECKS := .build/checks
server: setup
	$(quick-swift) build $(QUICK_SERVER) --product spamkit-server

# Labels in the browser: `make studio STORE=corpus.sqlite`, with MODEL=mine.spam too. The first time
# it builds the server, without TLS, which takes minutes.
studio:
	@[ -f "$(STORE)" ] || { echo "studio: expected STORE=FILE, a store that spamkit import made, found $(if $(STORE),no file $(STORE),none); write make studio STORE=corpus.sqlite" >&2; exit 64; }
	@$(MAKE) --no-print-directory server
	$(SERVER) --studio "$(STORE)" $(if $(filter command,$(firstword $(origin MODEL))),--model "$(MODEL)")

# The tests of the server and the studio, as those of `make test`.
build-server-tests: setup
	$(quick-swift) build $(QUICK_SERVER) --build-tests --explicit-target-dependency-import-check error

test-server: build-server-tests
	$(quick-swift) test $(QUICK_SERVER) --skip-build $(if $(FILTER),--filter '$(FILTER)')

# Asks a running server as phones, carriers and attackers do, and its OpenAPI document as
# schemathesis does, where pip can install that. Two minutes.
check-server: server build $(CHECKS)/ready
	PATH="$(abspath $(CHECKS))/bin:$$PATH" Server/Tests/Checks/server.py $(SERVER) $(SPAMKIT)

# Labels, searches, trains and compares in the studio, in headless Chromium. Skipped where there is
# none.
check-studio: server build $(CHECKS)/ready
	PATH="$(abspath $(CHECKS))/bin:$$PATH" Server/Tests/Checks/studio.py $(SERVER) $(SPAMKIT)

# Python packages of both. Where pip cannot install them, the parts that need them are skipped.
$(CHECKS)/ready:
	@python3 -m venv $(CHECKS) && $(CHECKS)/bin/pip install -q schemathesis selenium && touch $@ || \
		echo "checks: pip cannot install schemathesis and selenium"

# Trains and scores on Apache Spark in local mode, with a worker and an executor that are killed.
# Ten minutes. Needs Java 17 (Debian: default-jre-headless) and half a gigabyte of packages of
# Python. Skipped, saying so, where either is missing.
SPARK := .build/spark
check-spark: build wheel
	@if ! command -v java >/dev/null; then \
		echo "check-spark: skipped: no java found; on Debian: apt-get install default-jre-headless"; \
	elif ! $(MAKE) --no-print-directory $(SPARK)/ready; then \
		echo "check-spark: skipped: pip cannot install pyspark, numpy, pandas, pyarrow and scipy"; \
	else \
		$(SPARK)/bin/pip install -q --no-deps --force-reinstall $(WHEELS)/*.whl && \
		(cd Python && $(abspath $(SPARK))/bin/python -m mypy --cache-dir $(abspath $(SPARK))/mypy src/spamkit/spark) && \
		$(SPARK)/bin/python Python/tests/check_spark.py $(abspath $(SPAMKIT)) $(CORPUS)/train.jsonl; \
	fi

$(SPARK)/ready:
	@python3 -m venv $(SPARK) && $(SPARK)/bin/pip install -q pyspark numpy pandas pyarrow scipy mypy && touch $@

# Opens the HTML report in headless Chromium, reads it and moves its slider. Skipped where there is
# no Chromium.
page: build
	Tests/Page/browser.py $(SPAMKIT)

# Random bytes as messages, models, cards, counts, network answers, settings, stores and backups:
# `make fuzz SECONDS=3600`.
SECONDS := 60
fuzz:
	Tests/Fuzz/run.sh $(SECONDS)

SWIFT_SOURCES := Package.swift Sources Tests Benchmarks/Sources $(addprefix Server/,Package.swift Sources Tests)

# swift-format, and what it does not see: comments, Markdown, lengths of files and functions, what
# the workflow names, and README's figures beside the peers.
lint:
	@failed=; for check in "swift format lint --strict -r $(SWIFT_SOURCES)" .ci/prose.py .ci/sentences.py .ci/rooms.py .ci/imports.py .ci/phone.py .ci/version.py .ci/workflow.py Benchmarks/peers/readme.py; do \
		echo "$$check"; $$check || failed=1; \
	done; [ -z "$$failed" ]

format:
	swift format -i -r $(SWIFT_SOURCES)
	git ls-files --cached --others --exclude-standard '*.swift' '*.md' | xargs .ci/wrap.py

# Such as `make bench ARGUMENTS=--quick`.
bench:
	swift run $(OPTIMISED) bench $(ARGUMENTS)

# spamkit beside scikit-learn, liblinear, fastText, Vowpal Wabbit, bogofilter and two sentence
# encoders, which it installs: Benchmarks/PEERS.md. The tool is that of `make install`. On the
# starter corpus, or with SHARED=DIR on public ones, which takes hours. A smoke run:
# `make peers ARGUMENTS='--quick --only spamkit,bogofilter'`.
MEASURED := spamkit bench verdict-once
peers: setup
	for product in $(MEASURED); do swift build $(OPTIMISED) $(STATIC) --product $$product || exit 1; done
	Benchmarks/peers/__main__.py $(SHARED) $(ARGUMENTS)

# Instructions of a decision and of training, counted by valgrind: fails where they rose by 3 %. The
# record is Benchmarks/instructions.tsv, and accept-instructions adds to it. The quick build has the
# same to a hundredth.
instructions accept-instructions: setup
	$(quick-swift) build $(QUICK) --product bench
	Benchmarks/instructions.py .build/release/bench $(if $(filter accept-%,$@),--accept)

# Makes the rows of the starter corpus again from its templates, and checks them.
corpus:
	cd $(CORPUS) && python3 generate.py --part train -o train.jsonl && python3 generate.py --part test -o test.jsonl && python3 check.py

check-corpus:
	python3 $(CORPUS)/check.py

# Trains the models of Models/ again, and writes the tables of their cards. Figures on public
# corpora are measured where SHARED_DIR has them: Models/README.md. Half a minute without.
shipped-models: build
	Models/shipped.py $(SPAMKIT)

# The models and cards of Models/ must be what their commands make, to the last byte.
check-shipped: build
	Models/shipped.py $(SPAMKIT) --check

clean:
	rm -rf .build .build-install dist Server/.build Tests/Fuzz/.build Tests/Linkage/.build Tests/Signatures/.build Tests/Threads/.build
