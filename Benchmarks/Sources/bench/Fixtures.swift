// Benchmarks: the messages that are read and decided, and proof that they are what their names
// claim.

import Corpus
import SpamFilter

/// Messages that have something in common.
struct Fixture {
    let name: String
    let bodies: [String]
    /// Features that the default settings read from all of them. Changes only with the tokenizer's
    /// version or with the messages.
    let features: Int

    var bytes: Int { bodies.reduce(0) { $0 + $1.utf8.count } }
}

extension Fixture {
    /// Clean messages of the starter corpus by script: 80 to 160 bytes, without tricks that break
    /// words up.
    static func scripts(_ rows: [CorpusRow]) -> [Fixture] {
        func bodies(_ languages: Set<String>, _ isRight: (String) -> Bool) -> [String] {
            rows.filter { languages.contains($0.language ?? "") }.map(\.message.body)
                .filter { (80...160).contains($0.utf8.count) && $0.unicodeScalars.allSatisfy(isClean) && isRight($0) }
        }
        let english = bodies(["en"]) { share(of: $0, isASCII) > 0.9 }
        let korean = bodies(["ko"]) { share(of: $0, isHangul) > 0.4 }
        let chinese = bodies(["zh-Hans", "zh-Hant"]) { share(of: $0, isHan) > 0.5 && share(of: $0, isKana) == 0 }
        let japanese = bodies(["ja"]) { share(of: $0, isKana) > 0.25 }
        let fixtures = [
            Fixture(name: "english", bodies: english, features: Expected.english),
            Fixture(name: "korean", bodies: korean, features: Expected.korean),
            Fixture(name: "chinese", bodies: chinese, features: Expected.chinese),
            Fixture(name: "japanese", bodies: japanese, features: Expected.japanese),
            Fixture(name: "mixed", bodies: rows.map(\.message.body), features: Expected.mixed),
        ]
        for fixture in fixtures { require(fixture.bodies.count >= 60, "\(fixture.name): only \(fixture.bodies.count) messages") }
        require(
            Set(rows.compactMap(\.language)).isSuperset(of: ["en", "ko", "zh-Hans", "zh-Hant", "ja"]),
            "mixed: a language is missing")
        return fixtures
    }

    /// One message of N bytes each, N = 8, 16 … 4096: an invented sentence, repeated and cut. They
    /// show the shape of the curve.
    static func lengths() -> [Fixture] {
        let sentence = Array("Dinner at the harbour tomorrow, shall we say 7:30? Ring me on arrival. ".utf8)
        let fixtures = (3...12).map { power in
            let length = 1 << power
            let body = String(decoding: (0..<length).map { sentence[$0 % sentence.count] }, as: UTF8.self)
            return Fixture(name: "length-\(length)", bodies: [body], features: Expected.lengths[power - 3])
        }
        for (fixture, power) in zip(fixtures, 3...) {
            require(fixture.bytes == 1 << power, "\(fixture.name): \(fixture.bytes) bytes")
        }
        return fixtures
    }

    /// Some 100 kB of one thing, as only an attacker or a broken gateway sends.
    static func pathological() -> [Fixture] {
        let word = String(repeating: "abcdefghij", count: 10_000)
        let images = String(repeating: "\u{FFFC}", count: 33_333)
        let marks = String(repeating: "\u{301}", count: 50_000)
        let jamo = String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 11_111)
        require(!word.contains(" ") && word.utf8.count == 100_000, "one-word: not one word of 100 kB")
        require(images.unicodeScalars.allSatisfy { $0 == "\u{FFFC}" }, "images: something else among them")
        require(
            marks.unicodeScalars.allSatisfy { $0.properties.generalCategory == .nonspacingMark },
            "marks: something else among them")
        require(jamo.unicodeScalars.allSatisfy { (0x1100...0x11FF).contains($0.value) }, "jamo: something else among them")
        return [
            Fixture(name: "one-word", bodies: [word], features: Expected.oneWord),
            Fixture(name: "images", bodies: [images], features: Expected.images),
            Fixture(name: "marks", bodies: [marks], features: Expected.marks),
            Fixture(name: "jamo", bodies: [jamo], features: Expected.jamo),
        ]
    }
}

private func share(of body: String, _ belongs: (Unicode.Scalar) -> Bool) -> Double {
    Double(body.unicodeScalars.count(where: belongs)) / Double(max(body.unicodeScalars.count, 1))
}

private func isASCII(_ s: Unicode.Scalar) -> Bool { s.isASCII }
private func isHangul(_ s: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(s.value) }
private func isHan(_ s: Unicode.Scalar) -> Bool { s.properties.isUnifiedIdeograph }
private func isKana(_ s: Unicode.Scalar) -> Bool { (0x3040...0x30FF).contains(s.value) }
/// No invisible character, combining mark or mathematical letter.
private func isClean(_ s: Unicode.Scalar) -> Bool {
    s.properties.generalCategory != .format && s.properties.generalCategory != .nonspacingMark
        && !(0x1D400...0x1D7FF).contains(s.value)
}
