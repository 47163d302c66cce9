// swift-tools-version: 6.2
import PackageDescription

// The targets are in the order of a message's way: read and decide, map a file, label, measure,
// train, and the tool. A target depends only on targets above it.

/// Warnings are errors where nobody would read them.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// What only the tools need. An app writes `traits: []` behind the package's URL: then no other
/// package is fetched or pinned (`make linkage`).
let tools: TargetDependencyCondition? = .when(traits: ["Tools"])

let package = Package(
    name: "spamkit",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SpamFilter", targets: ["SpamFilter"]),
        .library(name: "SpamFilterIO", targets: ["SpamFilterIO"]),
        .library(name: "CSpamFilter", type: .static, targets: ["CSpamFilter"]),
        .library(name: "MessageFilterExtension", targets: ["MessageFilterExtension"]),
        .library(
            name: "SpamTraining",
            targets: ["Statistics", "LabeledMessages", "Corpus", "Drift", "SpamEvaluation", "SpamTraining", "Experiments"]),
        .library(name: "CorpusStore", targets: ["CorpusStore"]),
        .library(name: "EvaluationPage", targets: ["EvaluationPage"]),
        .executable(name: "spamkit", targets: ["spamkit"]),
    ],
    traits: [
        .trait(name: "Tools", description: "Training, the corpus store and the command-line tool, with the packages they need."),
        .default(enabledTraits: ["Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        // The decision core: message in, verdict out. No dependency, no Foundation. A debug build
        // calls libm for square roots, and nothing imports the C library, which would link it.
        .target(
            name: "SpamFilter", exclude: ["Text/Folding/FoldingTable.py"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        // Maps a model file into memory and writes one atomically.
        .target(name: "SpamFilterIO", dependencies: ["SpamFilter"]),
        // Makes keys and signatures, which the core checks by itself. On Apple's systems by
        // CryptoKit.
        .systemLibrary(name: "OpenSSL", providers: [.apt(["libssl-dev"])]),
        .target(name: "Signing", dependencies: [.target(name: "OpenSSL", condition: .when(platforms: [.linux]))]),
        // The decision core for C: the header, and what implements it. `make capi` links it.
        .target(name: "CSpamFilterHeader"),
        .target(
            name: "CSpamFilter", dependencies: ["CSpamFilterHeader", "SpamFilter", "SpamFilterIO"],
            exclude: ["Examples", "library.sh"]),
        // Apple's IdentityLookup by name, so that an extension compiles and runs where it is
        // missing.
        .target(name: "IdentityLookupShim"),
        // The message filter extension: answers the system's queries by rules, a model and a
        // server.
        .target(
            name: "MessageFilterExtension",
            dependencies: [
                "SpamFilter", "SpamFilterIO",
                .target(name: "IdentityLookupShim", condition: .when(platforms: [.linux, .macOS])),
            ],
            exclude: ["Example"]),
        // The system's flow of messages around a filter, by its documented rules.
        .target(name: "FilterSimulation", dependencies: ["SpamFilter", "MessageFilterExtension"]),
        // Seeded draws, stable hashes, rates with intervals, costs: what training and evaluation
        // share.
        .target(name: "Statistics"),
        // The system's zlib, for gzip files.
        .systemLibrary(name: "Zlib", providers: [.apt(["zlib1g-dev"])]),
        // Labelled messages, as they are read, trained on and measured.
        .target(name: "LabeledMessages", dependencies: ["SpamFilter"]),
        // The files that people keep labelled messages in. Training does not wait for it:
        // Benchmarks/decisions/quick-build.md.
        .target(
            name: "Corpus", dependencies: ["SpamFilter", "SpamFilterIO", "LabeledMessages", "Zlib"],
            exclude: ["Files/LetterPairs.py", "Files/LetterPairs.txt"],
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .visionOS]))]),
        // Labelled messages in one SQLite file: import, template groups, masking, splits,
        // labelling, export.
        .target(
            name: "CorpusStore",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "Statistics", "Corpus",
                .product(name: "GRDB", package: "GRDB.swift", condition: tools),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: tools),
            ]),
        // What a stream of messages is made of, and how far it is from what a model was trained on.
        .target(name: "Drift", dependencies: ["SpamFilter", "Statistics"]),
        // How good is a model: confusion counts, rates with intervals, the report.
        .target(name: "SpamEvaluation", dependencies: ["SpamFilter", "Statistics"]),
        // The figures as one HTML file, with plots and a slider. The template is part of the
        // binary.
        .target(
            name: "EvaluationPage",
            dependencies: [
                "SpamFilter", "Statistics", "Drift", "SpamEvaluation",
                .product(name: "Mustache", package: "swift-mustache", condition: tools),
            ],
            resources: [
                .embedInCode("Resources/page.mustache"), .embedInCode("Resources/part.mustache"),
                .embedInCode("Resources/table.mustache"), .embedInCode("Resources/mistake.mustache"),
                .embedInCode("Resources/page.css"), .embedInCode("Resources/page.js"), .embedInCode("Resources/drift.mustache"),
            ]),
        // Asks for memory before it is read.
        .target(name: "Prefetch"),
        // Labelled messages in, one model out.
        .target(
            name: "SpamTraining",
            dependencies: ["SpamFilter", "SpamFilterIO", "Statistics", "LabeledMessages", "Drift", "Prefetch"]),
        // What trains and measures: cross-validation, search for settings, wrong labels, mistakes
        // in groups, two models.
        .target(
            name: "Experiments", dependencies: ["SpamFilter", "Statistics", "LabeledMessages", "SpamEvaluation", "SpamTraining"]),
        // The command-line tool, one file per subcommand.
        .executableTarget(
            name: "spamkit",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "Signing", "MessageFilterExtension", "FilterSimulation", "Corpus", "CorpusStore",
                "Statistics", "Drift", "SpamEvaluation", "EvaluationPage", "SpamTraining", "Experiments",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
            ]),

        // Measures speed: `make bench`. No product, so that nobody else builds it.
        .executableTarget(
            name: "bench",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "MessageFilterExtension", "Corpus", "Statistics", "SpamEvaluation", "SpamTraining",
            ],
            path: "Benchmarks/Sources/bench"),
        // One message, one process, and a process that does nothing: Benchmarks/process.sh.
        .executableTarget(
            name: "verdict-once", dependencies: ["HeapFigures", "SpamFilter", "SpamFilterIO"],
            path: "Benchmarks/Sources/verdict-once"),
        .target(name: "HeapFigures", path: "Benchmarks/Sources/HeapFigures"),
        .executableTarget(name: "empty", path: "Benchmarks/Sources/empty"),
        // How often drift raises false alarms, and what it sees: Benchmarks/decisions/drift.md.
        .executableTarget(
            name: "drift-draws",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "Statistics", "Corpus", "Drift", "SpamTraining",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
            ],
            path: "Benchmarks/Sources/drift-draws"),
        // Counts allocations while it decides on messages: `make allocations`.
        .executableTarget(name: "allocations", dependencies: ["CountingAllocator", "SpamFilter"], path: "Tests/Allocations"),
        .target(name: "CountingAllocator", path: "Tests/CountingAllocator"),
        // Trains the same models in every build: `make models`.
        .executableTarget(
            name: "models", dependencies: ["Corpus", "SpamTraining"], path: "Tests/Models", exclude: ["models.sh"]),
        // Installs and loads models, to be killed and to fail: `make updates`.
        .executableTarget(
            name: "updates", dependencies: ["SpamFilter", "SpamFilterIO"], path: "Tests/Updates", exclude: ["updates.py"]),

        .testTarget(name: "SpamFilterTests", dependencies: ["SpamFilter"], resources: [.copy("Golden")]),
        // Tests/Signatures has the verifier's tests against swift-crypto.
        .testTarget(
            name: "SignatureTests", dependencies: ["SpamFilter", "SpamFilterIO", "Signing"], resources: [.copy("Reference")]),
        .testTarget(name: "SpamFilterIOTests", dependencies: ["SpamFilterIO", "SpamFilter"]),
        .testTarget(
            name: "CSpamFilterTests",
            dependencies: [
                "CSpamFilter", "CSpamFilterHeader", "SpamFilter", "SpamFilterIO", "Signing",
            ]),
        .testTarget(
            name: "MessageFilterExtensionTests",
            dependencies: [
                "MessageFilterExtension", "ExampleFilterExtension", "IdentityLookupShim", "SpamFilter", "SpamFilterIO",
            ]),
        // The part of the example that compiles without Apple's frameworks.
        .target(
            name: "ExampleFilterExtension",
            dependencies: ["MessageFilterExtension", "IdentityLookupShim", "SpamFilter", "SpamFilterIO"],
            path: "Sources/MessageFilterExtension/Example",
            exclude: [
                "App/App.entitlements", "App/Downloads.swift", "App/FilterApp.swift", "App/TryMessageView.swift",
                "FilterExtension/FilterExtension.entitlements", "FilterExtension/Info.plist",
                "FilterExtension/PrivacyInfo.xcprivacy", "ReportExtension",
            ]),
        .testTarget(
            name: "FilterSimulationTests", dependencies: ["FilterSimulation", "MessageFilterExtension", "SpamFilter"],
            resources: [.copy("Scenarios")]),
        .testTarget(name: "DriftTests", dependencies: ["Drift", "SpamFilter", "Statistics"], resources: [.copy("Reference")]),
        .testTarget(name: "CorpusTests", dependencies: ["SpamFilter", "Corpus", "Zlib"], exclude: ["PeoplesFiles.txt"]),
        .testTarget(
            name: "CorpusStoreTests",
            dependencies: [
                "Statistics", "CorpusStore", "Corpus", "SpamFilter", "SpamTraining",
                .product(name: "GRDB", package: "GRDB.swift", condition: tools),
            ], exclude: ["Planted"]),
        .testTarget(name: "StatisticsTests", dependencies: ["Statistics"], resources: [.copy("Reference")]),
        .testTarget(
            name: "SpamEvaluationTests",
            dependencies: ["SpamEvaluation", "SpamTraining", "Statistics", "LabeledMessages", "SpamFilter", "TrainingFixtures"],
            resources: [.copy("Reference")]),
        .testTarget(name: "EvaluationPageTests", dependencies: ["EvaluationPage", "SpamEvaluation", "Statistics", "SpamFilter"]),
        // Runs the tool, which is built with all tests. As a dependency it would be compiled first.
        .testTarget(name: "EndToEndTests", dependencies: ["SpamFilter", "SpamFilterIO"]),
        .testTarget(
            name: "SpamTrainingTests",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "LabeledMessages", "Corpus", "SpamTraining", "Experiments", "SpamEvaluation",
                "Statistics", "Drift", "TrainingFixtures",
            ],
            resources: [.copy("Reference")]),
        .testTarget(
            name: "ExperimentsTests",
            dependencies: [
                "Experiments", "SpamTraining", "SpamEvaluation", "Statistics", "LabeledMessages", "SpamFilter",
                "TrainingFixtures",
            ]),
        // A small corpus of invented messages, for the tests of all that trains.
        .target(
            name: "TrainingFixtures", dependencies: ["Statistics", "SpamFilter", "LabeledMessages", "SpamTraining"],
            path: "Tests/TrainingFixtures"),
    ],
    swiftLanguageModes: [.v6]
)

/// What takes the time of training, reading and tests, and what counts allocations. Where `make`
/// builds for tests, it passes -Onone, and only these are optimised, in little over half of the
/// time: Benchmarks/decisions/quick-build.md. The driver passes -O on behind its own -Onone; the
/// compiler takes the last. A package at a URL may not have such flags, so nobody else gets them.
let isQuick = Context.environment["SPAMKIT_QUICK"] != nil
let computing: Set = [
    "SpamFilter", "SpamFilterIO", "Statistics", "LabeledMessages", "Corpus", "SpamTraining", "allocations", "bench",
]
let optimised = SwiftSetting.unsafeFlags(["-Xfrontend", "-O"])
let unoptimised = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))

for target in package.targets where target.type != .system {
    target.swiftSettings = strict
    if isQuick && computing.contains(target.name) { target.swiftSettings?.append(optimised) }
    // Tests never are: compiling them for speed would take longer than they run.
    if target.type == .test { target.swiftSettings?.append(unoptimised) }
}
