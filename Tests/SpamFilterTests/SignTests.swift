import Testing

@testable import SpamFilter

/// What a sign says beside itself: its neighbours, and how often it came.
@Suite struct SignTests {
    private func sign(_ scalar: Unicode.Scalar, _ times: Int, _ left: UInt64, _ right: UInt64) -> UInt64 {
        FeatureHash.run(scalar.value, times: times, left: left, right: right)
    }

    /// Every token of the scalar between neighbours, as `times left right`.
    private func neighbours(of scalar: Unicode.Scalar, in text: String) -> [String] {
        let read = hashes(of: text)
        var found: [String] = []
        for hash in read {
            for times in 1...3 {
                for left in UInt64(0)...4 {
                    for right in UInt64(0)...4 where sign(scalar, times, left, right) == hash {
                        found.append("\(times) \(left) \(right)")
                    }
                }
            }
        }
        return found
    }

    /// 0 edge, 1 letter, 2 digit, 3 space, 4 other.
    @Test(
        arguments: [
            ("gold!", "!", ["1 1 0"]), ("!gold", "!", ["1 0 1"]), ("! gold", "!", ["1 0 3"]), ("gold ! gold", "!", ["1 3 3"]),
            ("Gold! gold", "!", ["1 1 3"]), ("gold!!", "!", ["2 1 0"]), ("gold!!!!! ", "!", ["3 1 3"]), ("!?", "!", ["1 0 4"]),
            ("!?", "?", ["1 4 0"]), ("😀!\u{FFFC}", "!", ["1 4 4"]), ("$5", "$", ["1 0 2"]), ("5$ ", "$", ["1 2 3"]),
            ("금!", "!", ["1 1 0"]), ("金,5", ",", ["1 1 2"]), ("か! ", "!", ["1 1 3"]), ("ㅋ!", "!", ["1 1 0"]),
            ("да!", "!", ["1 1 0"]),
            ("gold... gold", ".", ["3 1 3"]), ("gold!\n", "!", ["1 1 3"]),
        ] as [(String, Unicode.Scalar, [String])])
    func neighboursAreToldByTheirClass(_ row: (text: String, sign: Unicode.Scalar, found: [String])) {
        #expect(neighbours(of: row.sign, in: row.text) == row.found)
    }

    /// Such signs have no token of their own.
    @Test(
        arguments: [
            ("5.50", ".", ["1 2 2"]), ("12:30", ":", ["1 2 2"]), ("don't", "'", []), ("e-mail", "-", []),
            ("c@sh", "@", []), ("http://gold.example/a", ":", ["1 1 4"]),
            ("http://gold.example/a", "/", ["2 4 1"]),
            ("http://gold.example/9", "/", ["2 4 1", "1 1 2"]), ("kim@gold.test", "@", []), ("gold.test/a1", "/", []),
            ("gold.test/1a", "/", ["1 1 2"]),
            ("****-5678", "-", ["1 2 2"]),
        ] as [(String, Unicode.Scalar, [String])])
    func signsInsideOfOthersAreReadToo(_ row: (text: String, sign: Unicode.Scalar, found: [String])) {
        #expect(neighbours(of: row.sign, in: row.text) == row.found)
        #expect(!hashes(of: row.text).contains(FeatureHash.run(row.sign.value, times: 1)))
    }

    /// A sign between two letters or characters hides a word.
    @Test(
        arguments: [
            "金·币", "대*출", "か_な", "金币·金币 金·币", "金,币", "金.币", "금!은", "金?币", "금:은", "金;币", "金、币", "金。币", "gold,gold",
            "gold...gold", "gold.gold", "go-ld", "да*да", "ㅋ.ㅋ", "金.gold", "金*币*金*币*金", "f.r.e.e",
        ])
    func signsBetweenLettersHaveNoNeighbours(_ text: String) {
        for scalar in folded(text).unicodeScalars where !scalar.properties.isAlphabetic {
            #expect(neighbours(of: scalar, in: text).isEmpty, "\(text)")
        }
    }

    /// Signs between characters are joints where every fourth character has one, two at least, and
    /// then nobody reads them.
    @Test(
        arguments: [
            ("金,币.到", 0), ("金,币.到!账?今:天", 0), ("金，币。到！账？今：天；", 1), ("金,.币,.到,.账", 0), ("恭喜获得,现金.立即", 0),
            ("恭喜您获得,现金.立即", 2), ("金,币到账", 1), ("금,화.도!착", 0), ("か,な.り", 0), ("金,币.到5!", 1),
        ])
    func signsThatPullCharactersApartAreNotRead(_ row: (text: String, read: Int)) {
        let signs = Set("!,.:;?".unicodeScalars.map { FeatureHash.run($0.value, times: 1) })
        #expect(hashes(of: row.text).count { signs.contains($0) } == row.read)
    }

    /// A window that ends behind a space is no edge.
    @Test func neighboursReachAcrossTheCut() {
        let window = String(repeating: "ab ", count: FoldedWindow.capacity / 3)
        #expect(neighbours(of: "!", in: window + "! gold") == ["1 3 3"])
        #expect(neighbours(of: "!", in: window + "!") == ["1 3 0"])
    }

    /// Given at the first, second, fourth, eighth… occurrence, up to the 128th.
    @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (127, 7), (128, 8), (255, 8), (256, 8), (1000, 8)])
    func repeatedSignsAndNumbersAreGivenLessOften(_ row: (occurrences: Int, given: Int)) {
        let signs = hashes(of: String(repeating: "gold! ", count: row.occurrences))
        #expect(signs.filter { $0 == FeatureHash.run(0x21, times: 1) }.count == row.given)
        let numbers = hashes(of: String(repeating: "gold 12 ", count: row.occurrences))
        #expect(numbers.filter { $0 == NumberClass.plain.feature }.count == row.given)
        let unit = FeatureHash.close(FeatureHash.roll(0, 2), .number)
        #expect(numbers.filter { $0 == unit }.count == row.given)
        // Words once and pairs as often as they are.
        #expect(numbers.filter { $0 == wordFeature("gold") }.count == 1)
        #expect(numbers.filter { $0 == FeatureHash.pair(wordFeature("gold"), unit) }.count == row.occurrences)
        let placeholders = hashes(of: String(repeating: "gold <TIME> ", count: row.occurrences))
        #expect(placeholders.filter { $0 == NumberClass.time.feature }.count == row.given)
        let emoji = hashes(of: String(repeating: "gold 😀 ", count: row.occurrences))
        #expect(emoji.filter { $0 == FeatureHash.run(0x1F600, times: 1, .emoji) }.count == row.occurrences)
    }

    @Test func messagesAreCountedOneByOne() {
        var reader = MessageReader(TokenizerSettings())
        var first = FeatureList(), second = FeatureList()
        let message = Message(body: "Gold! gold! 12, 12, 12… 5.50 gold!")
        reader.read(message, into: &first)
        reader.read(message, into: &second)
        #expect(first.features == second.features)
    }

    /// floor(log2(n + 1)) of n folded scalars.
    @Test(
        arguments: [
            ("", nil), ("\u{200B}\u{200B}", nil), ("\u{200B}", 1), ("a", 1), ("ab", 1), ("abc", 2), ("a b", 2), ("가나다", 2),
            ("e\u{301}", 1),
            ("ab\u{200B}", 1),
            ("  ", 1), ("ﷺ", 4), (String(repeating: "a", count: 1022), 9), (String(repeating: "ab ", count: 341), 10),
            (String(repeating: "a b ", count: 50_000), 17),
        ] as [(String, Int?)])
    func lengthIsThatOfTheFoldedMessage(_ row: (text: String, log2: Int?)) {
        #expect(hashes(of: row.text).compactMap { lengths[$0] } == (row.log2.map { [$0] } ?? []))
    }

    /// Sender and country alone have no length.
    @Test func senderHasNoLength() {
        let read = features(of: Message(body: "", sender: "+15550100", receiverCountry: "US"))
        #expect(read.allSatisfy { lengths[$0.hash] == nil })
    }
}
