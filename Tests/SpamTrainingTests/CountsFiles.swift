// Counts files in memory, for tests.

import LabeledMessages
import SpamFilter
import TrainingFixtures

@testable import SpamTraining

/// The bytes of a counts file of some messages.
func counts(_ messages: some Sequence<LabeledMessage>, tokenizer: TokenizerSettings = .init()) throws -> [UInt8] {
    var run = CountingRun(tokenizer: tokenizer)
    for message in messages { try run.add(message) }
    return run.finish()
}

/// Opens counts files and has them looked at.
func withCounts<R>(_ files: [[UInt8]], _ body: ([CountsView]) throws -> R) throws -> R {
    let buffers = files.map { file in
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
        buffer.copyBytes(from: file)
        return buffer
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    return try body(buffers.map { try CountsView(UnsafeRawBufferPointer($0)) })
}

func merged(_ added: [[UInt8]], minus taken: [[UInt8]] = []) throws -> [UInt8] {
    try withCounts(added + taken) { views in
        try CountsSum.bytes(
            of: Array(views.prefix(added.count)), minus: Array(views.dropFirst(added.count)))
    }
}

func train(counts files: [[UInt8]], _ change: (inout TrainingSettings) -> Void = { _ in }) throws -> TrainedModel {
    var settings = TrainingSettings()
    settings.trainer = NaiveBayes()
    change(&settings)
    return try withCounts(files) { try CountedCorpus($0).train(settings) }
}

extension InventedMessages {
    /// All of them some times over with other words among them, from three sources, the last
    /// without names of templates.
    static let many: [LabeledMessage] = (0..<4).flatMap { round in
        all.enumerated().map { i, message in
            let words = ["zebra", "quartz", "violin", "pepper", "lantern"]
            let source = ["one", "two", "세번째"][(i + round) % 3]
            return LabeledMessage(
                Message(body: message.message.body + " " + words[(i + round) % 5], sender: message.message.sender), message.label,
                source: source, group: source == "세번째" ? nil : "\(i)")
        }
    }
}
