// swift-tools-version: 6.2
import PackageDescription

// Programs that link the decision core and nothing else, as an app extension would. check.sh looks at what they pull in and what they
// take from the heap.
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
        // The digest over the verdicts of many messages; its sources but one are those of the test of the same name.
        .executableTarget(name: "digest", dependencies: [.product(name: "SpamFilter", package: "spamkit")]),
    ],
    swiftLanguageModes: [.v6]
)
