// Benchmarks: how often drift says that halves of one source differ, and how often it sees a new
// scheme. Corpora in, a row of figures for each stream out; see decisions/drift.md.

import ArgumentParser
import Corpus
import Drift
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

@main
struct DriftDraws: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drift-draws",
        abstract: "Counts the answers of drift in halves of a source, with schemes and without.",
        discussion: """
            A draw divides the source into halves, at random or by template. One half trains a model \
            with default settings. Streams of the other half are compared with it: the half, \
            shuffled; with a share of the scheme's junk; with one message of it again and again; and \
            messages of the scheme's file alone. A half that is too short is drawn from again.
            """)

    @Argument(help: "The source, a corpus.") var source: String
    @Argument(help: "Schemes, a corpus each.") var schemes: [String] = []
    @Option(help: "The first draw.") var first = 1
    @Option(help: "How many draws.") var draws = 100
    @Option(help: "Messages of a stream with a scheme.") var length = 2000
    @Option(help: "The scheme's share of them.") var share = 0.02

    func validate() throws {
        guard first > 0, draws > 0, length > 0, 0...1 ~= share else {
            throw ValidationError("expected draws and a length above 0, and a share between 0 and 1")
        }
    }

    func run() throws {
        let messages = try DriftDraws.messages(source)
        let schemes = try schemes.map { Scheme(name: DriftDraws.name($0), messages: try DriftDraws.messages($0)) }
        print(
            "draws", "source", "halves", "stream", "count", "differs", "like", "watch", "median", "facets", separator: "\t")
        for halves in [Halves.random(messages.count), Halves.byTemplate(try TrainingRun.groups(of: messages))] {
            var tally = AnswerTally()
            for draw in first..<first + draws {
                let (learned, others) = halves.drawn(UInt64(draw))
                // A half of one class teaches nothing: such a draw does not count.
                guard Set(learned.map { messages[$0].label.action }).count > 1, !others.isEmpty else { continue }
                let trained = try TrainedModel(training: learned.map { messages[$0] })
                let model = try ModelFile(copying: trained.bytes, named: "a draw")
                guard let profile = TrafficProfile(model.view) else { throw ValidationError("\(source): too few messages") }
                var reading = MakeupReading(model.view, profile), streams = Streams(seed: UInt64(draw), length, share)
                let calm = others.map { reading.makeup(messages[$0]) }
                // Not in the order of the file, which may have one label first.
                tally.add("none", streams.shuffled(calm), profile)
                for scheme in schemes {
                    let all = scheme.messages.map { reading.makeup($0) }
                    let junk = all.indices.filter { scheme.messages[$0].label.action == .junk }.map { all[$0] }
                    tally.add("all:\(scheme.name)", Array(streams.shuffled(all).prefix(length)), profile)
                    tally.add(scheme.name, streams.mixed(calm, junk.isEmpty ? all : junk), profile)
                    tally.add("one:\(scheme.name)", streams.mixed(calm, [streams.any(junk.isEmpty ? all : junk)]), profile)
                }
            }
            tally.print(draws: "\(first)-\(first + draws - 1)", source: DriftDraws.name(source), halves: halves.name)
        }
    }

    private static func name(_ path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    private static func messages(_ path: String) throws -> [LabeledMessage] {
        let reader = try CorpusReader(path: path)
        var messages: [LabeledMessage] = []
        while let row = try reader.next() {
            if let message = LabeledMessage(row) { messages.append(message) }
        }
        guard !messages.isEmpty else { throw ValidationError("\(path): expected labelled messages, found none") }
        return messages
    }
}

private struct Scheme {
    let name: String
    let messages: [LabeledMessage]
}

/// What models say of messages, as drift counts it.
private struct MakeupReading: ~Copyable {
    private var classifier: Classifier
    private var reader: TrafficReader

    init(_ model: ModelView, _ profile: TrafficProfile) {
        classifier = Classifier(model)
        reader = TrafficReader(model, profile)
    }

    mutating func makeup(_ message: LabeledMessage) -> MessageMakeup {
        reader.read(message.message, classifier.classify(message.message))
    }
}
