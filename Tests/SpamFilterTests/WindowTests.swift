import Testing

@testable import SpamFilter

/// A message longer than a window is read as one short enough would be: nobody gains by length.
@Suite struct WindowTests {
    /// Sentences of every script, each with a space behind it. No `x`, which stands for a digit in
    /// a window that holds Han.
    private let sentences = [
        "Free gold for you! ", "오늘 대출 한도 3,000만원 승인 ", "免费领取 88 元 ", "無料で がぎぐ プレゼント ", "see https://shop.example/a?b=1 now ",
        "Tel 010-1234-5678 ", "😀😀 !!! ", "caf\u{E9} đồng ", "ㄷㅐㅊㅜㄹ ㅋㅋㅋ ",
    ]

    /// A message of whole sentences gives the features of the sentences read in a row, with one
    /// pair more at each seam: so the features that lie inside one sentence must be those of that
    /// sentence alone, wherever a window ends.
    @Test(arguments: [TokenizerSettings(), TokenizerSettings(wordNgrams: 1, shortestNgram: 2, longestNgram: 5, cjkNgrams: 1)])
    func wordsAcrossWindowCutsAreWhole(_ settings: TokenizerSettings) {
        // Tricks, signs and numbers are counted over the whole message, its words and characters
        // given once, and its length is told.
        let counted = sentences.reduce(into: Set(lengths.keys).union(signalNames.keys)) {
            $0.formUnion(countedHashes(of: $1, settings))
        }
        let alone = sentences.map { features(of: $0, settings).filter { !counted.contains($0.hash) } }
        for shift in 0..<9 {
            var body = "", places: [(start: Int, sentence: Int)] = []
            for i in 0..<400 {
                places.append((body.utf8.count, (i + shift) % sentences.count))
                body += sentences[(i + shift) % sentences.count]
            }
            #expect(body.unicodeScalars.count > 2 * FoldedWindow.capacity)
            let all = features(of: body, settings).filter { !counted.contains($0.hash) }
            var i = 0
            for (start, sentence) in places {
                let end = start + sentences[sentence].utf8.count
                var inside: [ReadFeature] = []
                while i < all.count, all[i].start < end, all[i].end <= end {
                    // A pair across the seam begins in the sentence before.
                    if all[i].start >= start {
                        inside.append(ReadFeature(hash: all[i].hash, start: all[i].start - start, end: all[i].end - start))
                    }
                    i += 1
                }
                #expect(inside == alone[sentence], "sentence \(sentence) at byte \(start)")
            }
            #expect(i == all.count)
        }
    }

    /// What comes less than three times in a sentence that stands there three times.
    private func countedHashes(of sentence: String, _ settings: TokenizerSettings) -> [UInt64] {
        let once = hashes(of: sentence, settings), thrice = hashes(of: sentence + sentence + sentence, settings)
        return once.filter { hash in thrice.count { $0 == hash } < 3 * once.count { $0 == hash } }
    }

    /// Single words at every place near the end of the first window.
    @Test func wordAtTheEndOfAWindowIsNotCut() {
        for before in stride(from: FoldedWindow.capacity - 40, through: FoldedWindow.capacity + 4, by: 1) {
            let body = String(repeating: "ab ", count: before / 3) + String(repeating: "b", count: before % 3) + "needle haystack"
            let found = Set(hashes(of: body))
            #expect(found.contains(wordFeature("haystack")), "\(before) scalars in front")
            #expect(
                found.contains(wordFeature(String(repeating: "b", count: before % 3) + "needle")), "\(before) scalars in front")
        }
    }

    @Test func pairsReachAcrossTheCut() {
        let short = TokenizerSettings(shortestNgram: 0, longestNgram: 0)
        let body = String(repeating: "ab ", count: 2000)
        // A word and 1,999 pairs.
        #expect(textHashes(of: body, short).count == 2000)
        #expect(features(of: String(repeating: "금", count: 5000), short).filter { $0.end - $0.start == 6 }.count == 4999)
    }

    /// An expansion may stand at the very last place of a window: U+FDFA is 18 scalars, the longest
    /// there is.
    @Test func expansionsFitBehindTheLastScalar() {
        let longest = folded("\u{FDFA}")
        #expect(longest.unicodeScalars.count == 18)
        for before in FoldedWindow.capacity - 20...FoldedWindow.capacity + 1 {
            let text = String(repeating: "a", count: before) + "\u{FDFA}\u{FDFA}z"
            #expect(folded(text) == String(repeating: "a", count: before) + longest + longest + "z")
        }
    }

    /// Invisible characters have no end of a window: they are passed over, and the text behind them
    /// is read.
    @Test func invisibleCharactersFillNoWindow() {
        let hidden = String(repeating: "\u{200B}", count: 20_000)
        let text = "fr" + hidden + "ee " + hidden + "gold" + hidden
        #expect(folded(text) == "free gold")
        #expect(plainHashes(of: text) == textHashes(of: "free gold"))
        #expect(signals(of: text) == ["invisible 1"])
    }

    /// Some 80 windows of each kind of text that a window ends in the middle of, and of runs
    /// that could be links or numbers from every place in them: looked through again from each
    /// place, they took 50 times as long as words.
    @Test(arguments: PathologicalText.pieces)
    func longRunsAreRead(_ piece: String) {
        let text = PathologicalText.bytes(of: piece, 30_000)
        let tally = tally(text)
        #expect(tally.isInOrder)
        #expect(tally.lastEnd <= text.count)
    }

    /// Four times the text is four times the features, so nothing is read once for each of its
    /// neighbours. The time that it takes is a benchmark: `bench --only pathological`.
    @Test(arguments: PathologicalText.pieces)
    func featuresGrowWithTheText(_ piece: String) {
        let short = tally(PathologicalText.bytes(of: piece, 10_000)), long = tally(PathologicalText.bytes(of: piece, 40_000))
        // A few features at each end of a window, of which the longer text has not quite four times
        // as many; at most 3.2 % today. Besides the words of the first and the last window, which
        // both texts give once.
        let slack = 40_000 / FoldedWindow.capacity * 4 + long.count / 20 + 3 * 2 * FoldedWindow.capacity
        #expect(abs(long.count - 4 * short.count) <= slack, "\(short.count), then \(long.count)")
        #expect(long.count <= 64 * 40_000)
    }

    private func tally(_ text: [UInt8]) -> FeatureTally {
        var reader = MessageReader(TokenizerSettings())
        var tally = FeatureTally()
        text.withUnsafeBufferPointer { reader.readBody($0, into: &tally) }
        return tally
    }
}

/// What nobody sends but an attacker or a broken gateway: one thing, over and over.
enum PathologicalText {
    static let pieces = [
        // Words, and what could be spaced out, leet or masked.
        "a", "a ", "a b ", "f r e e ", "3", "fr33", "c@$h", "a-", "a.", "a:", "a_", "a*", "a/", "a'", "aа", "αa", "𝐅", "Ⓕ", "Ａ",
        "ﬁ", "\u{FDFA}",
        // Numbers, prices and placeholders.
        "1", "1,", "1.", "1-", "1:", "1 ", "1/", "+1", "$1", "1원", "x", "x1", "*", "1*", "*○", "Rp", "%", "#", "<", "<a", "<URL>",
        "[", "]", "[a", "(",
        "（", "【",
        // Links and addresses.
        "http://", "hxxp", "http://a", "www.", "://", "//", "@", "a@", "a@a.", "xn--", "xn--a.", "[.]", "a[.]", "dot ", "a dot ",
        "1.1.1.", "a.com", "%20",
        "?a=",
        // Syllables and their parts.
        "금", "대 ", "대.", "加 ", "加.", "加", "體", "か", "か\u{3099}", "ｶﾞ", "ー", "\u{3099}", "ㅋ", "ㄱㅏ", "ㄱ.", "\u{1100}", "\u{1161}",
        "\u{11A8}",
        "\u{1112}\u{1161}\u{11AB}", "ﾣﾬﾁ", "가\u{3164}",
        // What cannot be seen, or hardly.
        "\u{200B}", "a\u{200B}", "\u{FEFF}", "\u{202E}", "\u{E0041}", "\u{FE0F}", "e\u{301}", "\u{301}", "\u{336}", " ", "\n",
        "\u{3000}",
        // Pictures and signs.
        "😀", "😀\u{200D}", "👍🏽", "🇰🇷", "1\u{FE0F}\u{20E3}", "\u{200D}", "\u{FFFC}", "a\u{FFFC}", "\u{FFFD}", "!", "…", "-",
        "-a-a-a-a:",
        String(repeating: "1*", count: 900) + "a ", String(repeating: "a.", count: 900) + "a:",
    ]

    /// `piece` repeated up to `count` bytes, cut wherever that is.
    static func bytes(of piece: String, _ count: Int) -> [UInt8] {
        let piece = Array(piece.utf8)
        return (0..<count).map { piece[$0 % piece.count] }
    }
}
