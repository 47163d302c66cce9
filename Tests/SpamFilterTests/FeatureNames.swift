// What a feature of a golden message is, told from the folded text between its bytes: for people
// who read the listing, not for the test.

@testable import SpamFilter

/// Names the features of one message.
struct FeatureNames {
    private let features: [ReadFeature]
    private let parts: [FoldedPart]

    init(_ features: [ReadFeature], _ parts: [FoldedPart]) {
        self.features = features
        self.parts = parts
    }

    /// `word free`, `gram ^fr`, `pair`, `spaced 1`; `other` for shapes of numbers, parts of links
    /// and whatever is told by no short formula.
    func name(of feature: ReadFeature) -> String {
        if let trick = signalNames[feature.hash] { return "hidden \(trick)" }
        if let log2 = lengths[feature.hash] { return "length 2^\(log2)" }
        let scalars = parts.filter { feature.start..<max(feature.start + 1, feature.end) ~= $0.start }
        // As it stands, without the signs in between, and with the letters that digits and signs
        // are written for.
        let readings = [
            scalars.map(\.scalar), scalars.filter(\.isOfWord).map(\.scalar),
            scalars.filter { $0.kind != .space }.compactMap(\.leetLetter),
            scalars.filter(\.isOfWord).compactMap(\.leetLetter),
        ]
        for reading in readings where !reading.isEmpty {
            if let name = wordName(of: feature.hash, reading) { return name }
        }
        if isPair(feature) { return "pair" }
        return signName(of: feature.hash, scalars) ?? numberName(of: feature.hash) ?? "other"
    }

    private func wordName(of hash: UInt64, _ characters: [UInt32]) -> String? {
        let text = String(String.UnicodeScalarView(characters.compactMap(Unicode.Scalar.init)))
        if hash == wordFeature(text) || hash == hangulFeature(text) { return "word \(text)" }
        if characters.count <= 3, hash == syllabicFeature(text) { return "syllabic \(text)" }
        let grams = [
            (characters, text), ([edge] + characters, "^\(text)"), (characters + [edge], "\(text)$"),
            ([edge] + characters + [edge], "^\(text)$"),
        ]
        return grams.first { $0.0.count == 3 && gramFeature($0.0) == hash }.map { "gram \($0.1)" }
    }

    private func isPair(_ feature: ReadFeature) -> Bool {
        // A word that came before is given there alone.
        let firsts = features.filter { $0.start <= feature.start }, seconds = features.filter { $0.end <= feature.end }
        return firsts.contains { first in seconds.contains { FeatureHash.pair(first.hash, $0.hash) == feature.hash } }
    }

    private static let sides = ["edge", "letter", "digit", "space", "sign"]

    private func signName(of hash: UInt64, _ scalars: [FoldedPart]) -> String? {
        guard let scalar = scalars.first?.scalar else { return nil }
        for kind in [TokenKind.symbol, .emoji, .jamo, .image] {
            for count in 1...3 {
                let run = UInt64(count) &* FeatureHash.m1 &+ UInt64(scalar) &* FeatureHash.m3
                if FeatureHash.close(run, kind) == hash { return "\(kind) x\(count)" }
                guard kind == .symbol else { continue }
                for (left, before) in FeatureNames.sides.enumerated() {
                    for (right, behind) in FeatureNames.sides.enumerated()
                    where FeatureHash.run(scalar, times: count, left: UInt64(left), right: UInt64(right)) == hash {
                        return "\(kind) x\(count) between \(before) and \(behind)"
                    }
                }
            }
        }
        return nil
    }

    private func numberName(of hash: UInt64) -> String? {
        let classes: [NumberClass] = [.plain, .money, .share, .time, .date, .phone]
        if let kind = classes.first(where: { $0.feature == hash }) { return "number \(kind)" }
        return (0...16).first { FeatureHash.close(UInt64($0) &* FeatureHash.m2, .number) == hash }.map {
            "number of \($0) digits"
        }
    }
}

extension FoldedPart {
    fileprivate var isOfWord: Bool { ![.symbol, .space, .emoji, .image].contains(kind) }

    /// Digits and signs as the letters that they are written for; nothing for another sign.
    fileprivate var leetLetter: UInt32? {
        let letters: [Unicode.Scalar: Unicode.Scalar] = [
            "0": "o", "1": "i", "!": "i", "|": "i", "2": "z", "3": "e", "€": "e", "4": "a", "@": "a", "5": "s", "$": "s",
            "6": "b", "8": "b",
            "7": "t", "+": "t", "9": "g", "£": "l",
        ]
        return Unicode.Scalar(scalar).flatMap { letters[$0]?.value } ?? (isOfWord ? scalar : nil)
    }
}
