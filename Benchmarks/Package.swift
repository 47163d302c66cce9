// swift-tools-version: 6.2
import PackageDescription

// What is measured a process at a time. All else is measured by `bench`, a target of the toolkit.

let package = Package(
    name: "spamkit-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "..")],
    targets: [
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
