// swift-tools-version: 6.2
import PackageDescription

// A program that links the decision core and nothing else, as an app extension would. check.sh looks at what it pulls in.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "../..")],
    targets: [
        .executableTarget(
            name: "verdict",
            dependencies: [.product(name: "SpamFilter", package: "spamkit"), .product(name: "SpamFilterIO", package: "spamkit")])
    ],
    swiftLanguageModes: [.v6]
)
