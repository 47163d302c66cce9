// Writes pair.spam, folders.spam (models that know some features), rules, an overlay named own, and
// messages into a folder:
//     samples FOLDER
// messages: a 32-bit number of bytes, lowest byte first, then these bytes, for the body, the sender
// and the country of each message. lines.txt: the whole ones of one line, without sender.

import Foundation
import SpamFilter

@main
struct Program {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        var source = ScrambledMessages(seed: 7)
        let messages = (0..<5_000).map { _ in source.next() }

        let features = known(in: messages.prefix(1_000))
        let pair = model([.allow, .junk], features), folders = model(Label.all, features)
        try Data(pair).write(to: folder.appendingPathComponent("pair.spam"))
        try Data(folders).write(to: folder.appendingPathComponent("folders.spam"))

        var bytes = Data(), lines = Data()
        for message in messages {
            for text in [message.bytes, Array((message.sender ?? "").utf8), Array((message.country ?? "").utf8)] {
                withUnsafeBytes(of: UInt32(text.count).littleEndian) { bytes.append(contentsOf: $0) }
                bytes.append(contentsOf: text)
            }
            if message.isWhole, message.bytes.allSatisfy({ $0 >= 0x20 }) { lines.append(contentsOf: message.bytes + [0x0A]) }
        }
        // What goes beside pair.spam.
        try Data(rules()).write(to: folder.appendingPathComponent("rules"))
        var own = PersonalOverlay(TokenizerSettings())
        for (i, message) in messages.prefix(50).enumerated() {
            let body = String(decoding: message.bytes, as: UTF8.self)
            try own.learn(
                Message(body: body, sender: message.sender, receiverCountry: message.country), as: i % 2 == 0 ? .junk : .allow)
        }
        try Data(own.bytes).write(to: folder.appendingPathComponent("own"))
        try bytes.write(to: folder.appendingPathComponent("messages"))
        try lines.write(to: folder.appendingPathComponent("lines.txt"))
    }

    /// Rules of each tier.
    static func rules() -> [UInt8] {
        let senders = KeyList.encoded(.senders, .exact, (1...40).map { $0 &* 0x9E37_79B9 })
        return RuleContent(
            allow: [Rule(.allow, contains: "friend")!],
            deny: [Rule(.junk, sender: "MYBANK")!, Rule(.junk, host: "gold.example")!],
            rules: [Rule(Label("promotion/offers")!, senderCountry: "US", word: "cash")!],
            lists: [RuleContent.List(isAllowed: false, name: "bad.txt", bytes: senders)]
        ).encoded()
    }

    static func known(in messages: some Sequence<ScrambledMessage>) -> [UInt64] {
        var found = FoundFeatures()
        var reader = MessageReader(TokenizerSettings())
        for message in messages {
            reader.read(Message(body: String(decoding: message.bytes, as: UTF8.self), sender: message.sender), into: &found)
        }
        return found.hashes.sorted()
    }

    static func model(_ labels: [Label], _ features: [UInt64]) -> [UInt8] {
        let classes = labels.enumerated().map { i, label in
            i == 0
                ? ModelContent.Class(label: label)
                : ModelContent.Class(label: label, bias: Float(i) / 40 - 0.3, scale: 1.0 / 16)
        }
        let most = Int(ModelContent.weightLimits(vectors: labels.count - 1).upperBound)
        let weights = features.flatMap { feature in
            (1..<labels.count).map { Int8(Int(SplitMixNumbers.mixed(feature &+ UInt64($0)) >> 40) % (2 * most + 1) - most) }
        }
        return ModelContent(
            settings: TokenizerSettings(), weighting: .lengthNormalized, classes: classes, features: features, weights: weights
        ).encoded()
    }
}

private struct FoundFeatures: FeatureSink {
    var hashes: Set<UInt64> = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hashes.insert(feature.hash) }
    }
}
