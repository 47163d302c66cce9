// Legacy encodings: a file is read in its own, or the question is asked. Nothing is misread.

import Testing

@testable import Corpus

@Suite struct LegacyEncodingTests {
    private static let right = "right", asked = "asked"

    /// Right, asked, or as what the file was read.
    private func outcome(_ texts: [String], as encoding: String) throws -> String {
        let rows = texts.map { "ham\t\($0)\n" }.joined()
        var options = CorpusOptions()
        options.guessesEncoding = true
        let file = try CorpusFile(EncodingTests.bytes(rows, as: encoding), name: "a.tsv")
        do throws(CorpusError) {
            let reader = try CorpusReader(path: file.path, options: options)
            for text in texts {
                guard let found = try reader.next()?.message.body, found == text else { return reader.encoding.name }
            }
            return Self.right
        } catch {
            guard case .unknownEncoding(_, let candidates) = error else { return "\(error)" }
            #expect(candidates.count != 1 && "\(error)".contains("say which"))
            return Self.asked
        }
    }

    /// What is right at forty rows is right or asked at two.
    @Test(arguments: LegacyTexts.all.indices)
    func filesAreReadInTheirEncodingOrAskedAbout(index: Int) throws {
        let texts = LegacyTexts.all[index]
        // The libraries of systems know some of them by other names.
        for encoding in texts.encodings where TextEncoding(encoding) != nil {
            #expect(try outcome(texts.messages(40, from: 0), as: encoding) == Self.right, "\(texts.language) \(encoding)")
            for (count, starts) in [(10, [0, 13, 26]), (2, [0, 7, 14, 21, 28, 35])] {
                let found = try starts.map { try outcome(texts.messages(count, from: $0), as: encoding) }
                let isKnown = found.allSatisfy { $0 == Self.right || $0 == Self.asked }
                #expect(isKnown, "\(texts.language) \(encoding) \(count): \(found)")
                #expect(found.count { $0 == Self.right } * 2 > found.count, "\(texts.language) \(encoding) \(count): \(found)")
            }
        }
    }

    /// Signs and lone letters among plain ones, in an encoding that has them elsewhere.
    @Test(arguments: ["WINDOWS-1252", "MACINTOSH", "CP850", "CP437"])
    func aFewSignsAreReadOrAskedAbout(encoding: String) throws {
        let signs = [
            "Win £500 now", "ü dun haf to come", "Only £1.50/wk, was £3", "Ü'll be late", "at the café by nine",
            "Über cool, ü know?",
        ]
        let plain = "see you at nine by the cinema"
        for first in [0, 1, 4] {
            for count in [1, 3, signs.count] {
                let texts = (0..<count).flatMap { [signs[(first + $0) % signs.count], plain] }
                for texts in [texts, texts + [String](repeating: plain, count: 40)] {
                    let found = try outcome(texts, as: encoding)
                    #expect(found == Self.right || found == Self.asked, "\(texts.prefix(2 * count)): \(found)")
                }
            }
        }
    }

    /// A lone letter is a word of another language, as the words beside it are not.
    @Test(arguments: ["WINDOWS-1252", "ISO-8859-15", "MACINTOSH", "CP850", "CP437"])
    func aLoneLetterBesideEnglishIsNoNorwegian(encoding: String) throws {
        let texts = [
            "Where r ü now? call me when ü reach the station", "Ü all meet first, then we decide what to buy for her",
            "what time can ü come over, my sister is not free", "ok lor, ü go ahead and order first, i will be late",
            "did ü see the message from the teacher yesterday", "sorry, ür phone was off so we went without ü",
        ]
        for count in 1...texts.count {
            for first in [0, 2, 4] {
                let some = (0..<count).map { texts[(first + $0) % texts.count] }
                let found = try outcome(some, as: encoding)
                #expect(found == Self.right || found == Self.asked, "\(some): \(found)")
            }
        }
        let turned = try outcome(
            ["I‘ll have a look at the frying pan", "see you"], as: encoding == "CP437" ? "MACINTOSH" : "WINDOWS-1252")
        #expect(turned == Self.right || turned == Self.asked, "\(turned)")
    }

    /// UTF-8 that was read as Latin-1, and saved by a Mac: no encoding gives its letters.
    @Test func textsConvertedTwiceAreAskedAbout() throws {
        let words = ["sorry", "later", "tonight", "dinner", "money", "friend", "ticket", "prize", "reply", "urgent", "claim"]
        let rows = (0..<960).map { place in
            let place = (row: place / 8, isPlain: place % 8 > 0)
            let word = words[place.row % 11], other = words[place.row * 7 % 11]
            let texts = [
                "win Â£\(place.row * 37 % 900) now", "the \(word)Ã \(other)", "the \(word)Â’s \(other)", "â€˜\(word) \(other)",
                "\(word)Ã©\(other)", "Ã \(word)Ãœ",
            ]
            return "ham\t\(place.isPlain ? "see you at nine" : texts[place.row % 6])\n"
        }
        let file = try CorpusFile(EncodingTests.bytes(rows.joined(), as: "MACINTOSH"), name: "a.tsv")
        var options = CorpusOptions()
        options.guessesEncoding = true
        let error = Reading(file, options: options).error
        #expect(error == .unknownEncoding(file: file.path, candidates: []))
        #expect("\(error!)".contains("WINDOWS-1252, which reads any bytes"))
        options.encoding = .windows1252
        #expect(Reading(file, options: options).rows.count == rows.count)
    }

    /// Seven bits, which are UTF-8 too.
    @Test func escapesTellJapaneseMail() throws {
        let texts = LegacyTexts.all.first { $0.language == "ja" }!
        for count in [1, 40] { #expect(try outcome(texts.messages(count, from: 1), as: "ISO-2022-JP") == Self.right) }
        let korean = LegacyTexts.all.first { $0.language == "ko" }!
        for count in [1, 40] { #expect(try outcome(korean.messages(count, from: 1), as: "ISO-2022-KR") == Self.right) }
        #expect(try outcome(["a \u{1B}[31mred\u{1B}[0m sign, 5\u{1B}$ each"], as: "UTF-8") == Self.right)
    }

    /// Where most characters need both bytes, and only line ends have a zero.
    @Test(arguments: ["UTF-16LE", "UTF-16BE"]) func unmarkedUTF16IsToldByFewZeros(encoding: String) throws {
        for language in ["zh-Hans", "ko", "ru", "ar", "th"] {
            let texts = LegacyTexts.all.first { $0.language == language }!.messages(40, from: 0)
            let bytes = EncodingTests.bytes(texts.map { "\($0.replacing(" ", with: ""))\n" }.joined(), as: encoding)
            var options = CorpusOptions.unlabeled
            options.guessesEncoding = true
            options.format = .text
            let found = try read(bytes, name: "a.txt", options: options)
            #expect(found.error == nil && found.texts == texts.map { $0.replacing(" ", with: "") }, "\(language)")
        }
    }

    /// The mark tells the order that a name leaves open.
    @Test(arguments: ["UTF-16LE", "UTF-16BE"]) func utf16IsReadByItsMark(encoding: String) throws {
        var options = CorpusOptions()
        options.encoding = TextEncoding("UTF-16")
        #expect(try read(EncodingTests.bytes("\u{FEFF}ham\té가\n", as: encoding), options: options).texts == ["é가"])
    }

    /// As Java and Oracle write characters beyond 16 bits: in halves of three bytes.
    @Test func halvesOfCharactersAreJoined() throws {
        let halves: [UInt8] = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
        var options = CorpusOptions()
        options.guessesEncoding = true
        let file = try CorpusFile(Array("ham\té".utf8) + halves + Array("\nham\ttwo\n".utf8), name: "a.tsv")
        let reader = try CorpusReader(path: file.path, options: options)
        #expect(try reader.next()?.message.body == "é😀" && reader.next()?.message.body == "two")
        #expect(reader.encoding.name == "CESU-8")
    }

    /// A letter that waits for its accent is not lost at the end of a file.
    @Test func theLastLetterIsRead() throws {
        var options = CorpusOptions()
        let texts = [("WINDOWS-1258", "ham\tgà"), ("BIG5-HKSCS", "ham\tÊ"), ("WINDOWS-1255", "ham\tש")]
        for (encoding, text) in texts {
            options.encoding = TextEncoding(encoding)
            #expect(try read(EncodingTests.bytes(text, as: encoding), options: options).texts == [String(text.dropFirst(4))])
        }
    }
}
