// swift-tools-version: 6.2
import PackageDescription

// The core's verifier against swift-crypto and the cases of Wycheproof that come with it. A package
// of its own: swift-crypto holds BoringSSL, a third of the time that the tool takes to build. The
// sources are links to those of the repository.
let package = Package(
    name: "signatures",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(
            name: "SpamFilter", exclude: ["Text/Folding/FoldingTable.py"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .testTarget(
            name: "SwiftCryptoTests", dependencies: ["SpamFilter", .product(name: "Crypto", package: "swift-crypto")]),
    ],
    swiftLanguageModes: [.v6]
)
