// Messages as the page shows them: clues, search, what is like them.

import CorpusStore
import Foundation
import SpamFilter
import Testing

@testable import Studio

@Suite struct MessageTests {
    private static let texts = [
        "무료 체험 당첨! 지금 바로 클릭 http://win.example/kr", "恭喜您中奖了，立即点击领取 http://prize.example/cn",
        "【重要】口座が停止されました。今すぐ確認 http://stop.example/jp", "Claim your free 🎁👨‍👩‍👧 now", "f\u{200B}ree \u{202E}gift\u{FEFF}",
        "<img src=x onerror=alert(1)>&amp;\u{0600}<script>", "e\u{301} 한국어 ㈜ ｱｲｳ", "", "\n\n  \t", "👍🏽🇰🇷", "a\0b\u{7}",
    ]

    @Test func piecesAreTheTextScalarByScalar() throws {
        let folder = try StudioFolder(Self.texts.filter { !$0.isEmpty }.map { ("", $0) })
        let studio = try folder.studio([try folder.model("a.spam")])
        var marked = 0
        for stored in try studio.messages {
            let message = try studio.lookup.details(of: stored.number).message
            #expect(message.pieces.map(\.text).joined().unicodeScalars.elementsEqual(stored.message.body.unicodeScalars))
            marked += message.pieces.count { $0.mark != nil }
            for piece in message.pieces {
                #expect((piece.mark == nil) == (piece.weight == nil))
                if let weight = piece.weight { #expect(weight != 0 && piece.mark!.hasPrefix(weight > 0 ? "junk" : "wanted")) }
                if piece.unseen != nil { #expect(piece.text.unicodeScalars.count == 1) }
            }
        }
        #expect(marked > 10)
    }

    @Test func whatCannotBeSeenHasAName() {
        let pieces = TextPiece.pieces("f\u{200B}ree \u{202E}gift", mark: "junk2", weight: 1)
        #expect(pieces.map(\.unseen) == [nil, "U+200B", nil, "U+202E", nil])
        #expect(pieces.map(\.text) == ["f", "\u{200B}", "ree ", "\u{202E}", "gift"])
        // An emoji's joiner is part of how it looks.
        #expect(TextPiece.pieces("👨‍👩‍👧").map(\.unseen) == [nil])
        #expect(TextPiece.pieces("").isEmpty)
    }

    @Test func marksSpeakForJunkOrAgainst() throws {
        let folder = try StudioFolder([("", "Claim your free gift card now"), ("", "엄마가 김치 가져가라고 하셔")])
        let studio = try folder.studio([try folder.model("a.spam")])
        let junk = try studio.lookup.details(of: 1).message, wanted = try studio.lookup.details(of: 2).message
        #expect(junk.verdict?.mostProbable == "junk" && junk.clues.contains { $0.side == "junk" && $0.weight.hasPrefix("+") })
        #expect(wanted.verdict?.mostProbable == "allow" && wanted.clues.first?.side == "wanted")
        #expect(wanted.pieces.contains { $0.mark == "wanted3" })
        func sum(_ message: ShownMessage) -> Double { message.pieces.reduce(0) { $0 + ($1.weight ?? 0) } }
        #expect(sum(junk) > 0 && sum(wanted) < 0)
        #expect(wanted.lang == "ko" && junk.lang == nil)
        // Without a model the text is whole.
        #expect(try folder.studio().lookup.details(of: 1).message.pieces.map(\.text) == ["Claim your free gift card now"])
    }

    @Test(arguments: [
        ("당첨", [1]), ("中奖", [2]), ("口座", [3]), ("CLAIM", [4]), ("무료 클릭", [1]), ("#2", [2]), ("#99", []), ("없는말", []),
        ("무료\0클릭", []),
    ])
    func searchFindsWordsOfAnyScript(_ words: String, _ found: [Int64]) throws {
        let folder = try StudioFolder(Self.texts.filter { !$0.isEmpty }.map { ("", $0) })
        #expect(try folder.studio().lookup.search(words).rows.map(\.id) == found)
    }

    @Test func similarMessagesComeWithTheirLabels() throws {
        let parcel = "alpha beta gamma delta epsilon zeta eta theta iota"
        let folder = try StudioFolder([
            ("", "\(parcel) 1"), ("junk", "\(parcel) 2"),
            ("allow", "alpha beta gamma, then one two three four five six seven eight"),
            ("", "alpha beta gamma, and nothing else at all to say today"), ("allow", "nothing of that kind"),
        ])
        let similar = try folder.studio().lookup.similar(to: 1)
        #expect(similar.templateLabels == ["junk": 1] && similar.template.map(\.id) == [2])
        // The nearest of other templates that has a label.
        #expect(similar.nearest.map(\.id) == [3] && similar.nearest[0].label == "allow")
        #expect((0.1...0.9).contains(try #require(similar.nearest[0].likeness)))
    }

    @Test func aModelWithoutJunkMakesNoMarks() throws {
        let folder = try StudioFolder([("", InventedMessages.all[0].message.body)])
        let model = try folder.model("wanted.spam") { InventedMessages.all[$0].label != .junk }
        let shown = try folder.studio([model]).lookup.details(of: 1).message
        #expect(shown.verdict != nil && shown.clues.isEmpty && shown.pieces.allSatisfy { $0.mark == nil })
    }

    @Test(arguments: ["#2", "# 2", "#0,002"]) func aNumberFindsItsMessage(_ query: String) throws {
        let folder = try StudioFolder([("", "one two"), ("", "three four")]), studio = try folder.studio()
        #expect(try studio.lookup.search(query).rows.map(\.id) == [2])
    }

    @Test func anErrorNeverHoldsAText() throws {
        let secret = "PLANTED-SECRET-4711"
        let folder = try StudioFolder([("", secret), ("allow", "\(secret) two"), ("junk", "\(secret) two")])
        let studio = try folder.studio()
        var words: [String] = []
        func tried(_ body: () throws -> Void) { do { try body() } catch { words.append("\(error)") } }
        tried { _ = try studio.lookup.details(of: 77) }
        tried { _ = try studio.desk(of: "ann").take(.label(secret), of: 1, .first) }
        tried { _ = try studio.desk(of: "ann").take(.label("junk"), of: 2, .first) }
        tried { _ = try studio.desk(of: "file \(secret)").ask(.first) }
        tried { _ = try studio.desk(of: "ann").correct([SeenRow([1], from: secret)], to: "junk") }
        tried { _ = try studio.doubts.list() }
        tried { try studio.report.start(of: 5) }
        try studio.training.start(StudioFolder.settings)
        words.append(studio.ended(.training)?.problem ?? "trained")
        #expect(words.count == 8)
        for word in words { #expect(!word.contains("4711"), "\(word)") }
    }
}
