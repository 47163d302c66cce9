import Testing

@testable import SpamFilter

/// A message longer than a window is read as one short enough would be: nobody gains by length.
@Suite struct WindowTests {
    /// Sentences of every script, each with a space behind it. No `x`, which stands for a digit in a window that holds Han.
    private let sentences = [
        "Free gold for you! ", "오늘 대출 한도 3,000만원 승인 ", "免费领取 88 元 ", "無料で がぎぐ プレゼント ", "see https://shop.example/a?b=1 now ",
        "Tel 010-1234-5678 ", "😀😀 !!! ", "caf\u{E9} đồng ", "ㄷㅐㅊㅜㄹ ㅋㅋㅋ ",
    ]

    /// A message of whole sentences gives the features of the sentences read in a row, with one pair more at each seam: so the features
    /// that lie inside one sentence must be those of that sentence alone, wherever a window ends.
    @Test(arguments: [TokenizerSettings(), TokenizerSettings(wordOrder: 1, shortestGram: 2, longestGram: 5, syllabicOrder: 1)])
    func wordsAcrossWindowCutsAreWhole(_ settings: TokenizerSettings) {
        let alone = sentences.map { features(of: $0, settings) }
        for shift in 0..<9 {
            var body = "", places: [(start: Int, sentence: Int)] = []
            for i in 0..<400 {
                places.append((body.utf8.count, (i + shift) % sentences.count))
                body += sentences[(i + shift) % sentences.count]
            }
            #expect(body.unicodeScalars.count > 2 * FoldedWindow.capacity)
            let all = features(of: body, settings)
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

    /// Single words at every place near the end of the first window.
    @Test func wordAtTheEndOfAWindowIsNotCut() {
        for before in stride(from: FoldedWindow.capacity - 40, through: FoldedWindow.capacity + 4, by: 1) {
            let body = String(repeating: "a ", count: before / 2) + (before % 2 == 0 ? "" : "b") + "needle haystack"
            let found = Set(hashes(of: body))
            #expect(found.contains(wordFeature("haystack")), "\(before) scalars in front")
            #expect(found.contains(wordFeature(before % 2 == 0 ? "needle" : "bneedle")), "\(before) scalars in front")
        }
    }

    @Test func pairsReachAcrossTheCut() {
        let short = TokenizerSettings(shortestGram: 0, longestGram: 0)
        let body = String(repeating: "ab ", count: 2000)
        // 2,000 words and 1,999 pairs.
        #expect(features(of: body, short).count == 3999)
        #expect(features(of: String(repeating: "금", count: 5000), short).filter { $0.end - $0.start == 6 }.count == 4999)
    }

    /// An expansion may stand at the very last place of a window: U+FDFA is 18 scalars, the longest there is.
    @Test func expansionsFitBehindTheLastScalar() {
        let longest = folded("\u{FDFA}")
        #expect(longest.unicodeScalars.count == 18)
        for before in FoldedWindow.capacity - 20...FoldedWindow.capacity + 1 {
            let text = String(repeating: "a", count: before) + "\u{FDFA}\u{FDFA}z"
            #expect(folded(text) == String(repeating: "a", count: before) + longest + longest + "z")
        }
    }

    /// Invisible characters have no end of a window: they are passed over, and the text behind them is read.
    @Test func invisibleCharactersFillNoWindow() {
        let hidden = String(repeating: "\u{200B}", count: 20_000)
        let text = "fr" + hidden + "ee " + hidden + "gold" + hidden
        #expect(folded(text) == "free gold")
        #expect(hashes(of: text) == hashes(of: "free gold"))
    }

    /// A quarter megabyte of each kind of text that a window ends in the middle of, and of runs that could be links or numbers from every
    /// place in them: looked through again from each place, they took 50 times as long as words.
    @Test(arguments: [
        "a", "a ", "금", "ㅋ", "ㄱㅏ", "😀", "\u{FFFC}", "!", "*", "1", "1,", "x", "\u{200B}", "\u{FDFA}", "a-", "a.", "a:", "1*",
        "*○", "http://", "か\u{3099}",
        "e\u{301}", "\u{301}",
        "-a-a-a-a:", String(repeating: "1*", count: 900) + "a ", String(repeating: "a.", count: 900) + "a:",
    ])
    func longRunsAreRead(_ piece: String) {
        let bytes = Array(String(repeating: piece, count: 250_000 / piece.utf8.count).utf8)
        var reader = MessageReader(TokenizerSettings())
        var tally = FeatureTally()
        bytes.withUnsafeBufferPointer { reader.readBody($0, into: &tally) }
        #expect(tally.isInOrder)
        #expect(tally.lastEnd <= bytes.count)
    }
}
