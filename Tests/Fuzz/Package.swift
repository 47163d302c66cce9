// swift-tools-version: 6.2
import PackageDescription

// A package of its own: no package with unsafe flags can be a dependency, and libFuzzer is not
// everywhere. `run.sh` builds and runs it.

/// libFuzzer brings its own `main` to the fuzzed programs; `run.sh` instruments everything else.
let fuzzed: [SwiftSetting] = [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
let linked: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]
let filter: Target.Dependency = .product(name: "SpamFilter", package: "spamkit")
let training: Target.Dependency = .product(name: "SpamTraining", package: "spamkit")
let corpusStore: Target.Dependency = .product(name: "CorpusStore", package: "spamkit")
let messageFilter: Target.Dependency = .product(name: "MessageFilterExtension", package: "spamkit")

/// A fuzzed program of `Sources/name`.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: fuzzed, linkerSettings: linked)
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "spamkit", path: "../..")],
    targets: [
        // Any bytes as a message.
        fuzzer("text", [filter]),
        // Any bytes as a model file.
        fuzzer("model", [filter]),
        // Any bytes as a person's own examples.
        fuzzer("overlay", [filter]),
        // Any bytes as a file of rules.
        fuzzer("rules", [filter]),
        // Any bytes as a model's card.
        fuzzer("card", [filter, training]),
        // Any bytes as a counts file.
        fuzzer("counts", [filter, training]),
        // Any bytes as JSON of the network, and as a well-known file.
        fuzzer("network", [filter, messageFilter]),
        // Any bytes as an extension's settings.
        fuzzer("settings", [filter, messageFilter]),
        // Any bytes as a store.
        fuzzer("store", [corpusStore]),
        // Any bytes as a phone's backup.
        fuzzer("backup", [training, corpusStore]),
        // Any bytes as a file of rows, in an encoding that is guessed.
        fuzzer("table", [training]),
        // Any bytes as the text with attributes of an iPhone's message.
        fuzzer("typedstream", [corpusStore]),
        // The first inputs.
        .executableTarget(name: "seeds", dependencies: [filter, training, corpusStore]),
    ],
    swiftLanguageModes: [.v6]
)
