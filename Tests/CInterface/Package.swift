// swift-tools-version: 6.2
import PackageDescription

// Swift programs that call the library for C as any C program does. check.sh builds them, with the
// path of the library, and runs them beside programs in C, Python and Java.
let package = Package(
    name: "cinterface",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "../..", traits: [])],
    targets: [
        .systemLibrary(name: "Library"),
        // The digest of Tests/Linkage, with verdicts that come through C.
        .executableTarget(
            name: "digest-through-c", dependencies: ["Library", .product(name: "SpamFilter", package: "spamkit")]),
        // Writes models and messages for all other programs.
        .executableTarget(name: "samples", dependencies: [.product(name: "SpamFilter", package: "spamkit")]),
        // What a decision takes in Swift and through C.
        .executableTarget(
            name: "overhead",
            dependencies: [
                "Library", .product(name: "SpamFilter", package: "spamkit"), .product(name: "SpamFilterIO", package: "spamkit"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
