// swift-tools-version: 6.2
import PackageDescription

// The server and the studio, over the kit in the folder above. A package of its own: they need
// HTTP, which nobody else does. A target depends only on targets above it.

/// Warnings are errors where nobody would read them.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// What only HTTPS needs. It compiles BoringSSL, which takes longer than all the rest.
let tls: TargetDependencyCondition? = .when(traits: ["TLS"])

/// A library of the kit.
func kit(_ name: String) -> Target.Dependency { .product(name: name, package: "spamkit") }

let package = Package(
    name: "spamkit-server",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "spamkit-server", targets: ["spamkit-server"])],
    traits: [
        .trait(name: "TLS", description: "The server speaks HTTPS by itself. Behind a proxy, or on loopback, it need not.")
    ],
    dependencies: [
        .package(name: "spamkit", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Answers queries that extensions defer: models, metrics, limits. No HTTP.
        .target(
            name: "DeferralServer",
            dependencies: [kit("SpamFilter"), kit("SpamFilterIO"), kit("MessageFilterExtension"), kit("SpamTraining")],
            resources: [.embedInCode("Resources/openapi.json")]),
        // Labelling and looking, as a page's actions: queue, clues, training, comparison. No HTTP.
        .target(
            name: "Studio",
            dependencies: [
                kit("SpamFilter"), kit("SpamFilterIO"), kit("SpamTraining"), kit("CorpusStore"), kit("EvaluationPage"),
            ],
            resources: [
                .embedInCode("Resources/studio.html"), .embedInCode("Resources/studio.css"), .embedInCode("Resources/studio.js"),
                .embedInCode("Resources/studio.svg"),
            ]),
        // Both over HTTP.
        .executableTarget(
            name: "spamkit-server",
            dependencies: [
                "DeferralServer", "Studio", kit("SpamFilter"), kit("SpamFilterIO"), kit("MessageFilterExtension"),
                kit("SpamTraining"), kit("CorpusStore"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: tls),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        .testTarget(
            name: "DeferralServerTests",
            dependencies: ["DeferralServer", kit("SpamFilter"), kit("SpamFilterIO"), kit("MessageFilterExtension")]),
        // InventedMessages.swift is a link to that of the kit's tests.
        .testTarget(
            name: "StudioTests", dependencies: ["Studio", kit("SpamFilter"), kit("SpamTraining"), kit("CorpusStore")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = strict }
