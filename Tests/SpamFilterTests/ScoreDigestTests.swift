import Testing

import SpamFilter

@Suite struct ScoreDigestTests {
    /// Tests/Linkage/digest.sh runs more of them in release builds.
    @Test func verdictsAreTheSameToTheLastBit() throws {
        let count = ScoreDigest.some.messages
        var digest = try ScoreDigest()
        digest.run(until: count)
        let found = String(digest.value, radix: 16), actions = digest.actions, labels = digest.labels
        #expect(found == String(ScoreDigest.some.digest, radix: 16))
        // A digest of equal verdicts would prove nothing.
        #expect(actions.allSatisfy { $0 > count / 100 }, "\(actions)")
        #expect(labels.filter { $0 > 0 }.count >= 12, "\(labels)")
    }
}
