// swift-tools-version: 6.2
import PackageDescription

// The targets stand in the order of a message's way: read and decide, map a file, label, measure, train, and the tool.
// Arrows go up this list only: a target depends on targets above it.

/// Warnings are errors where nobody would read them.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
    name: "spamkit",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SpamFilter", targets: ["SpamFilter"]),
        .library(name: "SpamFilterIO", targets: ["SpamFilterIO"]),
        .library(name: "SpamTraining", targets: ["Corpus", "SpamEvaluation", "SpamTraining"]),
        .executable(name: "spamkit", targets: ["spamkit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // The decision core: message in, verdict out. No dependency, no Foundation.
        // In a debug build a square root is a call of libm, which nothing but an import of the C library would link.
        .target(
            name: "SpamFilter", exclude: ["Text/FoldingTable.py"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        // Maps a model file into memory and writes one atomically.
        .target(name: "SpamFilterIO", dependencies: ["SpamFilter"]),
        // Labelled messages, and the files that people keep them in.
        .target(name: "Corpus", dependencies: ["SpamFilter"]),
        // How good is a model: confusion counts, rates with intervals, the report.
        .target(name: "SpamEvaluation", dependencies: ["SpamFilter"]),
        // Labelled messages in, one model out.
        .target(name: "SpamTraining", dependencies: ["SpamFilter", "Corpus", "SpamEvaluation"]),
        // The command-line tool, one file per subcommand.
        .executableTarget(
            name: "spamkit",
            dependencies: [
                "SpamFilter", "SpamFilterIO", "Corpus", "SpamEvaluation", "SpamTraining",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .testTarget(name: "SpamFilterTests", dependencies: ["SpamFilter"], resources: [.copy("Golden")]),
        .testTarget(name: "SpamFilterIOTests", dependencies: ["SpamFilterIO", "SpamFilter"]),
        .testTarget(name: "CorpusTests", dependencies: ["Corpus"]),
        .testTarget(name: "SpamEvaluationTests", dependencies: ["SpamEvaluation"], resources: [.copy("Reference")]),
        .testTarget(name: "EndToEndTests", dependencies: ["spamkit"]),
        .testTarget(name: "SpamTrainingTests", dependencies: ["SpamTraining"], resources: [.copy("Reference")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = strict }
