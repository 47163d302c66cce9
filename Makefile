# `make demo` shows the main job on the project's own corpus; `make test` checks everything. Both set up what is missing.

SPAMKIT := .build/release/spamkit
CORPUS := Datasets/starter
MODEL := .build/demo/starter.spam

PREFIX := /usr/local

.PHONY: demo test build install setup lint format linkage allocations robustness page embedded adapter threads digest models fuzz bench corpus clean

demo: build
	@mkdir -p $(dir $(MODEL))
	@Datasets/demo.sh $(SPAMKIT) $(CORPUS) $(MODEL)

test: setup linkage allocations
	swift test

build: setup
	swift build -c release --product spamkit

# A tool for machines without Swift, whose library is inside: on Linux libsqlite3, libxml2 and the C++ library are all it needs. Minutes to build.
install: setup
	swift build -c release --product spamkit --scratch-path .build-install $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install .build-install/release/spamkit "$(DESTDIR)$(PREFIX)/bin/spamkit"
	strip $(if $(filter Darwin,$(shell uname)),-x) "$(DESTDIR)$(PREFIX)/bin/spamkit"

# SQLite is for the corpus store; where Debian's package is missing it is installed, as root or through sudo.
setup:
	@command -v swift >/dev/null || { echo "setup: no swift found: install a Swift 6.2 toolchain or newer from swift.org, then try again" >&2; exit 1; }
	@if [ "$$(uname)" = Linux ] && command -v dpkg >/dev/null && ! dpkg -s libsqlite3-dev >/dev/null 2>&1; then \
		echo "setup: installing libsqlite3-dev"; \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq libsqlite3-dev; \
		else sudo apt-get update -qq && sudo apt-get install -y -qq libsqlite3-dev; fi; \
	fi

# The decision core must not pull Foundation into an app extension.
linkage:
	Tests/Linkage/check.sh

# Deciding on a message must take nothing from the heap. Counted where the C library lets it be: glibc.
allocations:
	swift run -c release --package-path Tests/Linkage allocations

# The decision core must compile in Embedded Swift, for the phone and for x86-64.
embedded:
	Tests/Linkage/embedded.sh

# The extension's adapter must compile against Apple's branch of every guard and the public names of IdentityLookup alone.
adapter:
	swift build --target ExampleFilterExtension
	Tests/Linkage/adapter.sh

# Completions and the shared folder under the thread sanitizer.
threads:
	swift test --sanitize=thread --scratch-path .build-threads --filter MessageFilterExtensionTests

# Every bit of the verdicts of 100,000 messages: equal in debug, release and Embedded Swift. Some two minutes, most of them the debug build's.
digest:
	Tests/Linkage/digest.sh

# The same rows must make the same model in a debug and a release build, with one thread and two.
models: build
	swift build --product spamkit
	Tests/Linkage/models.sh .build/debug/spamkit $(SPAMKIT)

# Imports killed, on a full disk, two at once, and of hostile files: half a minute.
robustness: build
	Tests/Robustness/imports.py $(SPAMKIT)

# The HTML report in headless Chromium, if there is one: opened, read, its slider moved.
page: build
	Tests/Page/browser.py $(SPAMKIT)

# Any bytes as a message, as a model file, as counts and as JSON of the network, for a minute or `make fuzz SECONDS=3600`.
SECONDS := 60
fuzz:
	Tests/Fuzz/run.sh $(SECONDS)

lint:
	swift format lint --strict -r Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

format:
	swift format -i -r Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

bench:
	swift run -c release --package-path Benchmarks bench

# Makes the starter corpus's rows again from its templates, and checks them.
corpus:
	cd $(CORPUS) && python3 generate.py --part train -o train.jsonl && python3 generate.py --part test -o test.jsonl && python3 check.py

clean:
	rm -rf .build .build-threads .build-install Benchmarks/.build Tests/Linkage/.build Tests/Fuzz/.build
