// Counts add up, and what was added can be taken away: always the same bytes.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct CountsSumTests {
    private let messages = InventedMessages.many

    /// Messages dealt out to some shards by chance.
    private func shards(_ count: Int, _ random: inout SplitMix) -> [[LabeledMessage]] {
        var shards = [[LabeledMessage]](repeating: [], count: count)
        for message in messages { shards[random.below(count)].append(message) }
        return shards
    }

    @Test func shardsAddUpToTheWhole() throws {
        let whole = try counts(messages)
        try withCounts([whole]) { views in
            #expect(views[0].messageCount == messages.count && views[0].messagesOfSource.count == 3)
            #expect(views[0].messagesOfLabel.count == Label.all.count)
        }
        for seed in 1...30 {
            var random = SplitMix(seed: UInt64(seed))
            var files = try shards(1 + random.below(6), &random).map { try counts($0) }
            // Two or three at a time, in any order.
            while files.count > 1 {
                let taken = random.choose(min(files.count, 2 + random.below(2)), of: files.count)
                let sum = try merged(taken.reversed().map { files[$0] })
                files = files.indices.filter { !taken.contains($0) }.map { files[$0] } + [sum]
            }
            #expect(try merged(files) == whole, "seed \(seed)")
        }
    }

    @Test func theOrderOfMessagesDoesNotMatter() throws {
        #expect(try counts(messages.reversed()) == counts(messages))
    }

    @Test func takingAwayUndoesAdding() throws {
        for seed in 31...50 {
            var random = SplitMix(seed: UInt64(seed))
            let shards = try shards(3, &random).map { try counts($0) }
            let all = try merged(shards)
            #expect(try merged([all], minus: [shards[1]]) == merged([shards[0], shards[2]]), "seed \(seed)")
            #expect(try merged([all], minus: [shards[2], shards[0]]) == shards[1], "seed \(seed)")
            #expect(try merged([shards[0]], minus: [shards[0]]) == counts([]), "seed \(seed)")
        }
    }

    @Test func nothingAddsNothing() throws {
        let none = try counts([]), some = try counts(messages)
        #expect(none.count == CountsLayout.Header.size)
        #expect(try merged([none]) == none && merged([some, none], minus: [none]) == some)
    }

    @Test func takingAwayASourceLeavesTheOthersAsTheyWere() throws {
        let all = try counts(messages)
        for source in ["one", "세번째"] {
            let own = try counts(messages.filter { $0.source == source })
            #expect(try merged([all], minus: [own]) == counts(messages.filter { $0.source != source }))
        }
        #expect(try merged([all], minus: [all]) == counts([]))
    }

    private func row(_ body: String, _ label: Label = .allow, source: String = "here", group: String? = nil) -> LabeledMessage {
        LabeledMessage(Message(body: body), label, source: source, group: group)
    }

    @Test func whatWasNotAddedIsRefused() throws {
        let added = [row("see you at home"), row("see you at noon"), row("at home"), row("free call", .junk)]
        let cases: [(why: String, taken: [LabeledMessage], label: Label)] = [
            ("another label", [row("see you at home", Label("promotion")!)], Label("promotion")!),
            ("another source", [row("see you at home", source: "there")], .allow),
            ("more messages than there are", [row("free call", .junk), row("free", .junk)], .junk),
            ("words that are not there", [row("zebra")], .allow),
            ("words that occur, but not so often", [row("see you"), row("see you"), row("see you")], .allow),
            ("all messages, but not all their words", [row("see you"), row("see you"), row("at home")], .allow),
            ("the same words of another template", [row("free call", .junk, group: "17")], .junk),
            ("words that are left without a message", [row("", .junk)], .junk),
        ]
        let whole = try counts(added)
        for (why, taken, label) in cases {
            let minus = try counts(taken)
            do {
                _ = try merged([whole], minus: [minus])
                Issue.record("\(why): taken away")
            } catch let error as CountsError {
                guard case .notContained(_, label, _) = error else {
                    Issue.record("\(why): \(error)")
                    continue
                }
                #expect(!"\(error)".contains("see") && !"\(error)".contains("call"))
            }
        }
        // The cases are not refused for nothing: these were added.
        #expect(try merged([whole], minus: [counts([added[1], added[3]])]) == counts([added[0], added[2]]))
    }

    @Test func countsOfOtherReadersAreRefused() throws {
        var bigrams = TokenizerSettings()
        bigrams.shortestNgram = 2
        let one = try counts(messages)
        let other = try counts(messages, tokenizer: bigrams)
        #expect(throws: CountsError.otherSettings) { try merged([one, other]) }
        #expect(throws: CountsError.otherSettings) { try merged([one], minus: [other]) }
        #expect(throws: CountsError.otherSettings) { try train(counts: [one, other]) }
    }

    /// Senders or shards for sources would make as many cells as there are messages.
    @Test func sourcesAreFewAndNamed() throws {
        let most = CountsLayout.mostSources
        let many = (0...most).map { row("hello", source: "\($0)") }
        #expect(try counts(many.dropLast()).count > 0)
        #expect(throws: CountsError.tooManySources(most: most)) { try counts(many) }
        let halves = [try counts(many.prefix(600)), try counts(many.dropFirst(600))]
        #expect(throws: CountsError.tooManySources(most: most)) { try merged(halves) }
        #expect(throws: CountsError.longSource(bytes: 300, most: CountsLayout.longestSource)) {
            try counts([row("hello", source: String(repeating: "x", count: 300))])
        }
    }
}
