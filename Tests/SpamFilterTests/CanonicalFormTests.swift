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
    ])
    func sentencesGiveTheSameFeaturesInBothForms(_ text: String) {
        let composed = text.precomposedStringWithCanonicalMapping, decomposed = text.decomposedStringWithCanonicalMapping
        #expect(!sameScalars(composed, decomposed))
        #expect(hashes(of: composed) == hashes(of: decomposed))
    }

    /// Lines of Unicode's own conformance file, where the system holds a copy. Columns 2 and 3 are the NFC and the NFD of column 1.
    @Test(.enabled(if: normalizationTestFile != nil, "no /usr/share/unicode/NormalizationTest.txt on this machine"))
    func linesOfTheConformanceFileFoldAlike() throws {
        let text = try String(contentsOfFile: try #require(normalizationTestFile), encoding: .utf8)
        var tested = 0, failures: [String] = []
        for line in text.split(separator: "\n") where line.first?.isHexDigit == true {
            let columns = line.split(separator: ";").prefix(3).map { column in
                String(
                    String.UnicodeScalarView(
                        column.split(separator: " ").compactMap { Unicode.Scalar(UInt32($0, radix: 16) ?? 0) }))
            }
            guard columns.count == 3, columns[1].unicodeScalars.allSatisfy(isOfAComposedScript) else { continue }
            tested += 1
            if !sameScalars(folded(columns[1]), folded(columns[2])) { failures.append(String(line.prefix(60))) }
        }
        #expect(failures.isEmpty, "\(failures.count) of \(tested): \(failures.prefix(20))")
    }

    /// Latin, Greek, Cyrillic with their marks; kana, Han, Hangul.
    private func isOfAComposedScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x52F, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
        default: false
        }
    }
}

private let normalizationTestFile: String? = {
    let path = "/usr/share/unicode/NormalizationTest.txt"
    return FileManager.default.fileExists(atPath: path) ? path : nil
}()
