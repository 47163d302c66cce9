// A model that knows three kinds of messages, in a file of the test's own.

import Foundation
import MessageFilterExtension
import Testing

@testable import DeferralServer
@testable import SpamFilter

enum Words {
    static let junk = "casino jackpot bonanza"
    static let unsure = "maybe perhaps possibly"
    static let finance = "account statement balance"
}

/// - Parameters:
///   - bias: of junk, to tell two models apart.
///   - learned: a message whose features it also knows as junk.
func sampleModel(bias: Float = -2, learned: Message? = nil) -> [UInt8] {
    let labels = ["allow", "junk", "transaction", "transaction/finance"].compactMap { Label($0) }
    let words: [(String, [Int8])] = [(Words.junk, [100, 0, 0]), (Words.unsure, [20, 0, 0]), (Words.finance, [0, 100, 100])]
    let known = words.map { (Message(body: $0), $1) } + (learned.map { [($0, [10, 0, 0])] } ?? [])
    var features: [UInt64] = [], weights: [Int8] = []
    for (message, worth) in known {
        var read = ReadFeatures(), reader = MessageReader(TokenizerSettings())
        reader.read(message, into: &read)
        for feature in read.hashes where !features.contains(feature) {
            features.append(feature)
            weights += worth
        }
    }
    let classes = labels.map {
        $0 == .allow ? .init(label: $0) : ModelContent.Class(label: $0, bias: $0 == .junk ? bias : 0, scale: 1 / 256)
    }
    var policy = DecisionPolicy(junkCutoff: 4, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)
    policy.declared = LabelSet([labels[3]])
    return ModelContent(
        settings: TokenizerSettings(), weighting: .count, classes: classes, features: features, weights: weights,
        bucketCount: max(8, features.count), policy: policy
    ).encoded()
}

private struct ReadFeatures: FeatureSink {
    private(set) var hashes: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) { hashes += batch.map(\.hash) }
}

/// A file that goes with the test.
final class TemporaryFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("spamkit-\(UUID().uuidString)/mine.spam").path

    init(_ bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try write(bytes)
    }

    deinit { try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent()) }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) }
}

extension ServedModel {
    /// It is copied, and needs its file no more.
    static func sample() throws -> ServedModel {
        let file = try TemporaryFile(sampleModel())
        return try withExtendedLifetime(file) { try ServedModel(file.path) }
    }

    func answer(_ json: String) throws -> QueryAnswer {
        let bytes = Array(json.utf8)
        return try bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(NetworkJSONError) in try answer(bytes) }
        }.get()
    }
}
