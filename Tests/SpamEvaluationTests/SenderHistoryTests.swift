import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@Suite struct SenderHistoryTests {
    private func figures(_ rows: [(sender: String?, truth: String, verdict: String)]) -> SenderFigures? {
        var history = SenderHistory()
        for row in rows { history.add(Outcome(row.truth, row.verdict), sender: row.sender) }
        return history.figures
    }

    @Test func junkSticks() throws {
        let found = try #require(
            figures([
                ("BANK", "transaction", "transaction"), ("BANK", "transaction", "junk"), ("bank", "allow", "allow"),
                ("BANK", "allow", "junk"), ("+1 555 0100", "junk", "junk"), ("+15550100", "junk", "allow"),
                ("Ann", "allow", "allow"),
                (nil, "allow", "junk"), ("", "allow", "allow"),
            ]))
        #expect(found.senders == 3 && found.withoutSender == 2)
        // BANK's second message by its own verdict, the third for the second, the fourth again by
        // its own.
        #expect(found.wantedLost == Rate(3, of: 5) && found.laterWantedLost == Rate(1, of: 5))
        #expect(found.wantedSendersLost == Rate(1, of: 2))
        #expect(found.laterJunkCaught == Rate(1, of: 2))
    }

    /// A sender who spams first takes their later wanted messages along.
    @Test func whatFollowsJunkIsLost() throws {
        let found = try #require(
            figures(
                [("X", "junk", "junk"), ("X", "allow", "allow"), ("X", "allow", "none")].map {
                    ($0.0, $0.1, $0.2 == "none" ? "promotion" : $0.2)
                }))
        #expect(found.laterWantedLost == Rate(2, of: 2) && found.wantedSendersLost == Rate(1, of: 1))
    }

    @Test func withoutSendersThereIsNothingToSay() {
        #expect(figures([]) == nil && figures([(nil, "allow", "junk")]) == nil)
    }
}
