// swift-tools-version: 6.2
import PackageDescription

// A program that installs and loads models, for updates.py to kill and to fail. The sources are
// links to those of the repository.
let package = Package(
    name: "updates",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "SpamFilter", exclude: ["Text/Folding/FoldingTable.py"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "SpamFilterIO", dependencies: ["SpamFilter"]),
        .executableTarget(name: "driver", dependencies: ["SpamFilter", "SpamFilterIO"]),
    ],
    swiftLanguageModes: [.v6]
)
