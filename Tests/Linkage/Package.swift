// swift-tools-version: 6.2
import PackageDescription

// Programs that link the decision core and nothing else, as an app extension would. check.sh looks
// at the libraries they link.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "../..")],
    targets: [
        .executableTarget(
            name: "verdict",
            dependencies: [.product(name: "SpamFilter", package: "spamkit"), .product(name: "SpamFilterIO", package: "spamkit")]),
        // Counts allocations while it decides on messages.
        .executableTarget(
            name: "allocations", dependencies: ["CountingAllocator", .product(name: "SpamFilter", package: "spamkit")]),
        .target(name: "CountingAllocator"),
        // The digest over the verdicts of many messages. All sources except one are shared with its
        // test.
        .executableTarget(name: "digest", dependencies: [.product(name: "SpamFilter", package: "spamkit")]),
    ],
    swiftLanguageModes: [.v6]
)
