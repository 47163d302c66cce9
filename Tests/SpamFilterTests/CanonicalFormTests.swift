import Foundation
import Testing

@testable import SpamFilter

/// Whoever writes a text composed (NFC) and whoever writes it decomposed (NFD) say the same.
@Suite struct CanonicalFormTests {
    /// Every scalar that has a canonical decomposition, alone and behind a letter.
    @Test func everyScalarFoldsAsItsDecomposition() {
        var failures: [String] = []
        var tested = 0
        for value in UInt32(0xC0)..<0x30000 {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
            let text = String(scalar)
            let decomposed = text.decomposedStringWithCanonicalMapping
            if sameScalars(text, decomposed) { continue }
            tested += 1
            if !sameScalars(folded(text), folded(decomposed)) || !sameScalars(folded("a" + text), folded("a" + decomposed)) {
                failures.append("\(scalarNumbers(text)): \(scalarNumbers(folded(text))) | \(scalarNumbers(folded(decomposed)))")
            }
        }
        #expect(tested > 13_000, "Hangul alone is 11,172")
        #expect(failures.isEmpty, "\(failures.count) of \(tested): \(failures.prefix(40))")
    }

    @Test(arguments: [
        "Réservé: où êtes-vous, Señor Ñandú?", "Ngân hàng kính báo số dư tài khoản", "Καλημέρα, έτοιμο", "Майский заём ещё",
        "İstanbul'da çağrı", "대출 한도 승인 완료", "がぎぐげご ばびぶべぼ ぱぴぷぺぽ ヴァイオリン",
        "Їжа та її ґанок", "Pożyczka, żółć", "Příliš žluťoučký kůň", "Ἀθῆναι, ᾠδή", "أحمد إلى آخر مؤسسة", "کتابۀ",
        "\u{FB2A}לום \u{FB4B}", "क़लम ज़रूर \u{929}", "আপনি জিতেছেন, কোড", "வணக்கம் கொடு", "ಕೊಡು ಹೋಗಿ", "കൊടുക്കൂ", "කෝ", "\u{1026}",
        "ᬆ", "値段 \u{F900}\u{2F800}", "Ω K Å", "Å\u{323}", "q\u{307}\u{323}", "ấ Ở ệ",
    ])
    func sentencesGiveTheSameFeaturesInBothForms(_ text: String) {
        let composed = text.precomposedStringWithCanonicalMapping, decomposed = text.decomposedStringWithCanonicalMapping
        #expect(!sameScalars(text, decomposed))
        #expect(hashes(of: composed) == hashes(of: decomposed))
        #expect(hashes(of: text) == hashes(of: decomposed))
    }

    /// Lines of Unicode's own conformance file, where the system holds a copy: a text, its NFC and
    /// NFD, its NFKC and NFKD. The first three must be the same to a reader of features, and so
    /// must the last two; in the middle of a sentence, so that words and pairs count.
    @Test(.enabled(if: normalizationTestFile != nil, "no /usr/share/unicode/NormalizationTest.txt on this machine"))
    func linesOfTheConformanceFileReadAlike() throws {
        let text = try String(contentsOfFile: try #require(normalizationTestFile), encoding: .utf8)
        var tested = 0, failures: [String] = []
        for line in text.split(separator: "\n") where line.first?.isHexDigit == true {
            let columns = line.split(separator: ";").prefix(5).map { column in
                String(
                    String.UnicodeScalarView(
                        column.split(separator: " ").compactMap { Unicode.Scalar(UInt32($0, radix: 16) ?? 0) }))
            }
            guard columns.count == 5, !ordersLetters(columns[1]) else { continue }
            tested += 1
            // Three marks on a letter are a trick, however many of them the letter has of its own.
            let isHeaped = [columns[2], columns[4]].contains { text in
                text.unicodeScalars.count { $0.properties.canonicalCombiningClass.rawValue > 0 } > 2
            }
            let read = columns.map { isHeaped ? plainHashes(of: "pay ab\($0)c now") : hashes(of: "pay ab\($0)c now") }
            if read[0] != read[1] || read[1] != read[2] || read[3] != read[4] { failures.append(String(line.prefix(60))) }
        }
        #expect(tested > 18_000, "\(tested): Unicode 15 has 19,074 lines")
        #expect(failures.isEmpty, "\(failures.count) of \(tested): \(failures.prefix(40).joined(separator: "\n"))")
    }

    /// Whether two marks that are read as letters, such as a vowel sign and a tone mark, stand side
    /// by side. Unicode has them in the order of their combining classes, folding leaves them in
    /// the writer's: there is one order that a keyboard of the script gives. 304 of the 19,074
    /// lines, 137 of which read differently.
    private func ordersLetters(_ text: String) -> Bool {
        text.unicodeScalars.count { $0.properties.canonicalCombiningClass.rawValue > 0 && folded("a" + String($0)) != "a" } > 1
    }
}

private let normalizationTestFile: String? = {
    let path = "/usr/share/unicode/NormalizationTest.txt"
    return FileManager.default.fileExists(atPath: path) ? path : nil
}()
