// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses spamkit downloads or builds the benchmarks.

let package = Package(
    name: "spamkit-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "..")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "SpamFilter", package: "spamkit"),
                .product(name: "SpamFilterIO", package: "spamkit"),
                .product(name: "SpamTraining", package: "spamkit"),
                .product(name: "MessageFilterExtension", package: "spamkit"),
            ]),
        // One message, one process; see process.sh.
        .executableTarget(
            name: "verdict-once",
            dependencies: [
                "HeapFigures", .product(name: "SpamFilter", package: "spamkit"),
                .product(name: "SpamFilterIO", package: "spamkit"),
            ]),
        .target(name: "HeapFigures"),
        .executableTarget(name: "empty"),
    ],
    swiftLanguageModes: [.v6]
)
