// swift-tools-version: 6.2
import PackageDescription

// A package of its own: no package with unsafe flags can be a dependency, and libFuzzer is not
// everywhere. `run.sh` builds and runs it.

/// libFuzzer brings its own `main` to the fuzzed programs; `run.sh` instruments everything else.
let fuzzed: [SwiftSetting] = [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
let linked: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]
let filter: Target.Dependency = .product(name: "SpamFilter", package: "spamkit")
let training: Target.Dependency = .product(name: "SpamTraining", package: "spamkit")

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "../..")],
    targets: [
        // Any bytes as a message.
        .executableTarget(name: "text", dependencies: [filter], swiftSettings: fuzzed, linkerSettings: linked),
        // Any bytes as a model file.
        .executableTarget(name: "model", dependencies: [filter], swiftSettings: fuzzed, linkerSettings: linked),
        // Any bytes as a counts file.
        .executableTarget(
            name: "counts", dependencies: [filter, training], swiftSettings: fuzzed, linkerSettings: linked),
        // Any bytes as JSON of the network, as settings and as a well-known file.
        .executableTarget(
            name: "network", dependencies: [filter, .product(name: "MessageFilterExtension", package: "spamkit")],
            swiftSettings: fuzzed,
            linkerSettings: linked),
        // The first inputs.
        .executableTarget(name: "seeds", dependencies: [filter, training]),
    ],
    swiftLanguageModes: [.v6]
)
