// Fuzzing: the first inputs. In: the golden messages (a name, a tab and an escaped body a line).
// Out: a folder of files each for `text`, `model`, `counts` and `network`.

import Corpus
import Foundation
import SpamFilter
import SpamTraining

@main
enum Seeds {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: seeds messages.tsv FOLDER\n".utf8))
            exit(64)
        }
        let folder = URL(filePath: arguments[2])
        let bodies = try String(contentsOfFile: arguments[1], encoding: .utf8).split(separator: "\n").compactMap { line in
            line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).last.map(unescaped)
        }
        try write(bodies.enumerated().map { input($1, choice: $0) }, to: folder.appending(path: "text"))
        try write(models(of: bodies), to: folder.appending(path: "model"))
        try write(counts(of: bodies), to: folder.appending(path: "counts"))
        try write(documents.map { Array($0.utf8) }, to: folder.appending(path: "network"))
    }

    /// JSON of the network and of the shared folder, valid and refused.
    static let documents = [
        #"{"_version":1,"query":{"sender":"14085550001","message":{"text":"This is a message"}},"app":{"version":"1.1"}}"#,
        #"{"app":null,"query":{"message":{"text":"\u00e9\ud83d\ude00\n"},"x":[1.5e3,true,{}]},"_version":2}"#,
        #"{"query":{"sender":"\ud800"}}"#,
        #"{"_version":1,"action":"transaction","subAction":"finance"}"#, #"{"action":"promotion","subAction":"coupons"}"#,
        #"{"action":"junk"}"#,
        #"{"_version":1,"defersToNetwork":true,"rules":[{"contains":"[Web발신]","label":"junk","senderPrefix":"+82"},{"label":"allow","sender":"MYBANK"}]}"#,
        #"{"rules":[{"hasImage":true,"label":"promotion/offers"},7,{"label":"junk"}]}"#, "ABCDE12345.test.example.filter",
        #"{"messagefilter":{"apps":["ABCDE12345.test.example.filter.ext","ABCDE12345.test.example.filter"]},"classificationreport":{"apps":[""]}}"#,
    ]

    static func write(_ files: [[UInt8]], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (i, file) in files.enumerated() { try Data(file).write(to: folder.appending(path: "seed-\(i)")) }
    }

    /// A message as `text` divides its input; `choice` varies settings, country and sender.
    static func input(_ body: String, choice: Int) -> [UInt8] {
        let countries = ["\0\0", "KR", "CN", "JP", "US", "TR", "ID", "TW", "HK", "IN"]
        let senders = [
            "", "1588-0000", "+82 10-0000-0000", "MYBANK", "me@gold.example", "0120000000", "106500001", "+1 202 555 0100",
        ]
        let sender = Array(senders[choice / 3 % senders.count].utf8)
        return [UInt8(truncatingIfNeeded: choice)] + Array(countries[choice % countries.count].utf8) + [UInt8(sender.count)]
            + sender + Array(body.utf8)
    }

    /// `\n \r \t \\ \u{…}` as in Swift.
    static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text[...]
        while let c = rest.popFirst() {
            guard c == "\\", let kind = rest.popFirst() else {
                result.append(c)
                continue
            }
            switch kind {
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
            default: result.append(kind)
            }
        }
        return result
    }

    /// Counts of a few messages: one source and several, two labels and many, with and without
    /// templates.
    static func counts(of bodies: [String]) throws -> [[UInt8]] {
        let labels = ["allow", "junk", "promotion/offers", "transaction"].compactMap { Label($0) }
        return try [(1, 2, 2), (3, 2, 6), (8, 4, 20)].map { sources, classes, count in
            var run = CountingRun()
            for (i, body) in bodies.dropFirst(4).prefix(count).enumerated() {
                try run.add(
                    LabeledMessage(
                        Message(body: body), labels[i % classes], source: "s\(i % sources)", group: i % 3 == 0 ? nil : "t\(i % 5)"
                    ))
            }
            return run.finish()
        }
    }

    /// Small models that know some of the messages: two classes and many, one weight vector for
    /// junk and several, few features and more.
    static func models(of bodies: [String]) -> [[UInt8]] {
        let many = ["allow", "junk", "promotion", "promotion/offers", "transaction", "transaction/finance"].compactMap {
            Label($0)
        }.sorted()
        let shapes: [([Label], vectors: Int, messages: Int)] = [
            ([.allow, .junk], 1, 3), ([.allow, .junk], 1, 12), ([.allow, .junk], 3, 4), (many, 1, 2), (many, 17, 20),
        ]
        return shapes.map { labels, vectors, count in
            var known = KnownFeatures()
            var reader = MessageReader(TokenizerSettings())
            for body in bodies.dropFirst(4).prefix(count) { reader.read(Message(body: body), into: &known) }
            let classes = labels.enumerated().map { i, label in
                var entry = ModelContent.Class(label: label)
                for v in 0..<(i == 0 ? 0 : i == 1 ? vectors : 1) {
                    entry.vectors.append(.init(bias: Float(i + v) / 4 - 0.5, scale: Float(i) / 64))
                }
                if entry.vectors.count > 1 { entry.combination = .softMinimum }
                entry.offset = Float(i) / 8
                return entry
            }
            var content = ModelContent(
                settings: TokenizerSettings(), weighting: count % 2 == 0 ? .count : .lengthNormalized, classes: classes,
                features: known.features, weights: [], card: Array("{}".utf8))
            content.weights = (0..<known.features.count * content.vectorCount).map { Int8($0 &* 37 % 63 - 31) }
            if labels.count > 2 {
                content.policy.protected = LabelSet([many[4]])
                content.policy.protectedJunkCutoff = 1
                content.policy.declared = LabelSet([many[3], many[5]])
            }
            return content.encoded()
        }
    }
}

/// Every feature once, in the order of reading.
struct KnownFeatures: FeatureSink {
    private var seen: Set<UInt64> = []
    private(set) var features: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        for feature in batch where seen.insert(feature.hash).inserted { features.append(feature.hash) }
    }
}
