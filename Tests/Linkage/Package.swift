// swift-tools-version: 6.2
import PackageDescription

// Programs that link the decision core and nothing else, as an app extension would. check.sh looks
// at the libraries they link.
let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    // As an app asks for it: without the trait, no other package is fetched.
    dependencies: [.package(name: "spamkit", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "verdict",
            dependencies: [.product(name: "SpamFilter", package: "spamkit"), .product(name: "SpamFilterIO", package: "spamkit")]),
        // Everything that an app and its extension use.
        .executableTarget(
            name: "phone",
            dependencies: [
                .product(name: "SpamFilter", package: "spamkit"), .product(name: "SpamFilterIO", package: "spamkit"),
                .product(name: "MessageFilterExtension", package: "spamkit"),
            ]),
        // The digest over the verdicts of many messages. All sources except one are shared with its
        // test.
        .executableTarget(name: "digest", dependencies: [.product(name: "SpamFilter", package: "spamkit")]),
    ],
    swiftLanguageModes: [.v6]
)
