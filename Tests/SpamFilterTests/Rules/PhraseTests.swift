// Phrases of rules, many at a time: found where they stand, and at a cost that their likeness does
// not change.

import Testing

@testable import SpamFilter

@Suite struct PhraseTests {
    private struct Wanted {
        let text: String
        let isWord: Bool
    }

    private func automaton(_ wanted: [Wanted]) throws -> (phrases: Phrases, numbers: [UInt16]) {
        var reader = RuleTextReader(), texts = PhraseTexts(), phrases = Phrases()
        for phrase in wanted { texts.add(reader.phrase(phrase.text), isWord: phrase.isWord) }
        let numbers = try phrases.make(texts, beside: 0, mostBytes: Int.max)
        return (phrases, numbers)
    }

    /// Which phrases a body holds, window by window.
    private func found(_ wanted: [Wanted], in body: String) throws -> [Bool] {
        let (phrases, numbers) = try automaton(wanted)
        var found = FoundPhrases(capacity: phrases.count), window = FoldedWindow(simplifiesHan: true), body = body
        body.withUTF8 { bytes in
            window.forEachPart(of: bytes) { part, end in
                found.read(part, end, phrases)
                return true
            }
        }
        found.end(phrases)
        return numbers.map { found.holds($0) }
    }

    /// The slow and obvious way, for texts of ASCII letters, signs and single spaces.
    private func stands(_ phrase: Wanted, in body: String) -> Bool {
        let body = Array(body.unicodeScalars), text = Array(phrase.text.unicodeScalars)
        func isOfWord(_ i: Int) -> Bool { body.indices.contains(i) && body[i].properties.isAlphabetic }
        guard text.count <= body.count else { return false }
        return (0...body.count - text.count).contains { start in
            guard body[start..<start + text.count].elementsEqual(text) else { return false }
            return !phrase.isWord || !isOfWord(start - 1) && !isOfWord(start + text.count)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func allAreFoundWhereTheyStand(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        func text(_ most: Int, _ alphabet: String) -> String {
            let drawn = (0..<Int.random(in: 1...most, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            return String(drawn)
        }
        let alphabet = ["ab", "ab-", "abc-x", "a-"][Int(seed % 4)]
        let wanted = (0..<200).map { i in Wanted(text: text(i % 3 == 0 ? 40 : 6, alphabet), isWord: i % 2 == 0) }
        for length in [1, 10, 100, 1_000] {
            let body = text(length, alphabet)
            let found = try found(wanted, in: body)
            for (phrase, isFound) in zip(wanted, found) {
                #expect(isFound == stands(phrase, in: body), "\(phrase) in \(body)")
            }
        }
    }

    /// Rules of the same beginning, end or letter, and the bodies that meet as much of them as can
    /// be without meeting one.
    @Test(arguments: [
        ((1..<250).map { String(repeating: "a", count: $0) + "b" }, "a"),
        ((0..<250).map { String(repeating: "a", count: 200) + "b\($0)" }, "a"),
        ((1..<250).map { "b" + String(repeating: "a", count: $0) }, "a"),
        ((1..<120).map { String(repeating: "a-", count: $0) + "b" }, "a-"),
        ((0..<1_000).map { "https://x\($0)." }, "https://"),
    ])
    func alikePhrasesAreTold(phrases: [String], piece: String) throws {
        let body = String(repeating: piece, count: 2_000)
        for isWord in [false, true] {
            let wanted = phrases.map { Wanted(text: $0, isWord: isWord) }
            #expect(try found(wanted, in: body).allSatisfy { !$0 })
            let last = try found(wanted, in: body + " " + phrases[phrases.count - 1])
            #expect(last.last == true)
        }
    }

    /// A look-up that fails leads to a shorter node, any other to a node longer by one. So a text
    /// takes at most two for each scalar.
    @Test func everyFailureLeadsToAShorterNode() throws {
        let words = (1..<60).map { Wanted(text: String(repeating: "a", count: $0) + "b", isWord: $0 % 2 == 0) }
        let others = ["abab", "babab", "b", "aa", "abc", "bca", "가나", "나가나"].map { Wanted(text: $0, isWord: false) }
        let phrases = try automaton(words + others).phrases
        var lengths = [Int](repeating: 0, count: phrases.nodes.count), seen = 1
        for node in phrases.nodes.indices.dropLast() {
            let next = Int(phrases.nodes[node].continued)..<Int(phrases.nodes[node + 1].continued)
            for other in next { lengths[other] = lengths[node] + 1 }
            seen += next.count
            let scalars = next.map { phrases.nodes[$0].scalar }
            #expect(zip(scalars, scalars.dropFirst()).allSatisfy { $0 < $1 })
            #expect(node == 0 || lengths[Int(phrases.nodes[node].shorter)] < lengths[node])
        }
        #expect(seen == phrases.nodes.count - 1)
    }

    @Test func equalPhrasesAreOneOfEachKind() throws {
        let wanted = [("Loan", false), ("loan", true), ("LOAN", false), ("lоan", true), ("loans", false)]
        let (phrases, numbers) = try automaton(wanted.map { Wanted(text: $0.0, isWord: $0.1) })
        #expect(phrases.count == 3)
        #expect(numbers[0] == numbers[2] && numbers[1] == numbers[3] && Set(numbers).count == 3)
    }

    @Test func whatTakesTooMuchMemoryIsRefused() throws {
        let rules = try (0..<2_000).map { try #require(Rule(.junk, contains: "\($0)" + String(repeating: "a", count: 60))) }
        #expect(try RuleMatcher(settings: RuleContent(rules: rules)).heapBytes > RuleMatcher.mostBytes)
        #expect {
            _ = try RuleMatcher(settings: RuleContent(rules: rules), mostBytes: RuleMatcher.mostBytes).isEmpty
        } throws: { error in
            guard case .tooLarge(RuleMatcher.mostBytes, let found)? = error as? RuleFileError else { return false }
            return found > RuleMatcher.mostBytes
        }
    }
}
