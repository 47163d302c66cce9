// swift-tools-version: 6.2
import PackageDescription

// What runs under the thread sanitizer: the extension, the library for C, and their tests. The
// sources are links to those of the repository. So the sanitizer does not build the trainer and the
// store.
let package = Package(
    name: "threads",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "SpamFilter", exclude: ["Text/Folding/FoldingTable.py"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "SpamFilterIO", dependencies: ["SpamFilter"]),
        .target(name: "CSpamFilterHeader"),
        .target(
            name: "CSpamFilter", dependencies: ["CSpamFilterHeader", "SpamFilter", "SpamFilterIO"],
            exclude: ["Examples", "library.sh"]),
        .testTarget(
            name: "CSpamFilterTests", dependencies: ["CSpamFilter", "CSpamFilterHeader", "SpamFilter", "SpamFilterIO"]),
        .target(name: "IdentityLookupShim"),
        .target(
            name: "MessageFilterExtension", dependencies: ["SpamFilter", "SpamFilterIO", "IdentityLookupShim"],
            exclude: ["Example"]),
        .target(
            name: "ExampleFilterExtension",
            dependencies: ["MessageFilterExtension", "IdentityLookupShim", "SpamFilter", "SpamFilterIO"],
            exclude: [
                "App/App.entitlements", "App/Downloads.swift", "App/FilterApp.swift", "App/TryMessageView.swift",
                "FilterExtension/FilterExtension.entitlements", "FilterExtension/Info.plist",
                "FilterExtension/PrivacyInfo.xcprivacy", "ReportExtension",
            ]),
        .testTarget(
            name: "MessageFilterExtensionTests",
            dependencies: [
                "MessageFilterExtension", "ExampleFilterExtension", "IdentityLookupShim", "SpamFilter", "SpamFilterIO",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
