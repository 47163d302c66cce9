// The reader again, slow and obvious, from the comments of the tokenizers alone: strings,
// Foundation's normal forms, no window, no byte. It shares the hash, the kinds of tokens and what
// ReferenceFolding.swift tells. Lists of words of hosts are shared too.

import Foundation

@testable import SpamFilter

struct ReferenceReader {
    let settings: TokenizerSettings
    private let folding: ReferenceFolding

    init(settings: TokenizerSettings) {
        self.settings = settings
        folding = ReferenceFolding(simplifiesHan: settings.simplifiesHan)
    }

    func read(_ body: String) -> ReferenceReading {
        var reading = ReferenceReading(folding.folded(body), settings, folding)
        reading.readAll()
        return reading
    }
}

/// One reading of one message.
struct ReferenceReading {
    let text: [Character]
    let settings: TokenizerSettings
    let looks: [ReferenceLook]
    var marks: ReferenceMarks
    private var signs: ReferenceSigns
    var signals: ReferenceSignals
    private let joints: ReferenceJoints
    /// The features by what they are made of, with how often each occurs.
    var found: [String: (hash: UInt64, count: Int)] = [:]
    /// Where the reader is known to do otherwise.
    /// The last word, number or CJK character, for pairs.
    var last: (name: String, hash: UInt64)?
    /// The last CJK characters with nothing but spaces and signs between.
    var cjk: [Character] = []
    private var numberlessUntil = 0
    /// 1 with Han or kana, 2 with Hangul.
    private var script: UInt64 = 0
    private var known: [UInt64: UInt64] = [:]
    var links: ReferenceLinks
    let folding: ReferenceFolding

    init(_ text: [ReferenceCharacter], _ settings: TokenizerSettings, _ folding: ReferenceFolding) {
        self.text = text.map(\.character)
        self.settings = settings
        looks = text.map(\.look)
        marks = ReferenceMarks(self.text)
        signs = ReferenceSigns(self.text)
        signals = ReferenceSignals(text)
        signals.count(.scriptMix, folding.mixedWords)
        signals.count(.entity, folding.entities)
        joints = ReferenceJoints(self.text)
        links = ReferenceLinks(self.text)
        self.folding = folding
    }

    /// The character at `i`; a space behind the end.
    subscript(_ i: Int) -> Character { i < text.count ? text[i] : " " }

    /// Whether a sign looks like an ASCII letter, by the table's word.
    func isAlike(_ i: Int) -> Bool { looks[i].contains(.alike) }

    mutating func add(_ name: String, _ hash: UInt64) { found[name, default: (hash, 0)].count += 1 }

    /// Whether a word or character is new to the message, as far as is noted: by 8 bits of its hash
    /// the next 15 of the last one.
    mutating func isNew(_ hash: UInt64) -> Bool {
        let tag = hash >> 9 & 0x7FFF
        return known.updateValue(tag, forKey: hash & 0xFF) != tag
    }

    /// A token of a sign or a number.
    mutating func addCounted(_ name: String, _ hash: UInt64) {
        if signs.isGiven(hash) { add(name, hash) }
    }

    /// The signs of what is read whole, between their neighbours.
    mutating func addSigns(in range: Range<Int>) {
        for (name, hash) in signs.inside(range) { addCounted(name, hash) }
    }

    mutating func addPair(_ name: String, _ hash: UInt64) {
        if let last, settings.wordNgrams == 2 { add("pair(\(last.name), \(name))", FeatureHash.pair(last.hash, hash)) }
        last = (name, hash)
    }

    mutating func addUnit(_ name: String, _ hash: UInt64) {
        add(name, hash)
        addPair(name, hash)
        cjk = []
    }

    /// The number that begins at `i`.
    mutating func number(at i: Int) -> ReferenceNumber? {
        if i < numberlessUntil { return nil }
        let number = ReferenceNumber(text, at: i)
        if number == nil { numberlessUntil = max(numberlessUntil, ReferenceNumber.endOfFailed(text, at: i)) }
        return number
    }

    mutating func readAll() {
        for (name, hash) in marks.pictures() { add(name, hash) }
        var i = 0
        while i < text.count {
            let c = text[i]
            if c.isWhitespace || isPicture(c) {
                i += 1
            } else if isWordCharacter(c) {
                if let link = links.link(at: i) {
                    i = read(link, at: i)
                } else if let number = number(at: i) {
                    i = read(number)
                } else if ["rp", "rs", "rm", "tl"].contains(String(text[i...].prefix(2))), isDigit(self[i + 2]),
                    i == 0 || !isWordCharacter(text[i - 1]), let number = number(at: i + 2)
                {
                    i = read(number)
                } else {
                    i = readWords(at: i)
                }
            } else if isCJK(c) {
                i = readCJK(at: i)
            } else if isJamo(c) {
                i = readJamo(at: i)
            } else if isEmoji(c) {
                if let end = joints.endOfUnread(i) {
                    i = end
                } else {
                    let (name, hash, end) = marks.emoji(at: i)
                    add(name, hash)
                    i = end
                }
            } else {
                for (name, hash) in marks.tags(at: i) {
                    if name.hasPrefix("class") { addCounted(name, hash) } else { add(name, hash) }
                }
                if let number = number(at: i) {
                    i = read(number)
                } else {
                    let end = joints.endOfUnread(i)
                    i = end ?? readSign(at: i)
                }
            }
        }
        for (name, hash) in signals.features() { add(name, hash) }
        if let (name, hash) = signs.length(script) { add(name, hash) }
    }

    private mutating func read(_ number: ReferenceNumber) -> Int {
        for i in number.joints {
            let (name, hash) = signs.joint(i)
            addCounted(name, hash)
        }
        for (name, hash) in number.features() { addCounted(name, hash) }
        addCounted(number.name, number.hash)
        addPair(number.name, number.hash)
        cjk = []
        return number.end
    }

    /// A run of Hangul, or one Han or kana character.
    private mutating func readCJK(at i: Int) -> Int {
        if isHangul(text[i]) { script = 2 } else { script = max(script, 1) }
        let run = isHangul(text[i]) ? text[i...].prefix(while: isHangul) : text[i...i]
        for c in run {
            let one = ReferenceHash.polynomial([c], .cjk)
            if isNew(one) { add("cjk \(c)", one) }
            if cjk.isEmpty { addPair("cjk \(c)", one) }
            last = ("cjk \(c)", one)
            cjk = cjk.suffix(2) + [c]
            for n in 2...3 where n <= Int(settings.cjkNgrams) && cjk.count >= n {
                add("cjk \(String(cjk.suffix(n)))", ReferenceHash.polynomial(cjk.suffix(n), .cjk))
            }
        }
        if isHangul(text[i]), run.count > Int(settings.cjkNgrams) {
            let word = ReferenceHash.rolled(Array(run), .word)
            if isNew(word) { add("word \(String(run))", word) }
        }
        return run.endIndex
    }

    /// A run of one and the same jamo.
    private mutating func readJamo(at i: Int) -> Int {
        let (name, hash, end) = signs.run(at: i, .jamo)
        add(name, hash)
        return end
    }

    /// A run of one and the same sign.
    private mutating func readSign(at i: Int) -> Int {
        let (name, hash, end) = signs.run(at: i, .symbol)
        addCounted(name, hash)
        if signs.hasNeighbours(i, end) { addSigns(in: i..<end) }
        return end
    }
}

/// Hashes of characters.
enum ReferenceHash {
    /// A polynomial of the characters.
    static func rolled(_ token: [Character], _ kind: TokenKind) -> UInt64 {
        FeatureHash.close(token.reduce(0) { FeatureHash.roll($0, scalar($1)) }, kind)
    }

    /// The last character times m1, the one before it times m2, and so on.
    static func polynomial(_ token: [Character], _ kind: TokenKind) -> UInt64 {
        let multipliers = [FeatureHash.m1, FeatureHash.m2, FeatureHash.m3]
        return FeatureHash.close(zip(token.reversed(), multipliers).reduce(0) { $0 &+ UInt64(scalar($1.0)) &* $1.1 }, kind)
    }

    /// The last three characters side by side, and those before them side by side times m5.
    static func gram(_ token: [Character]) -> UInt64 {
        let sideBySide = { (part: [Character]) in part.reduce(UInt64(0)) { $0 << 21 | UInt64(scalar($1)) } }
        return FeatureHash.close(sideBySide(token.suffix(3)) ^ sideBySide(token.dropLast(3)) &* FeatureHash.m5, .gram)
    }

    /// A word is the sum of its 3-grams with both edges.
    static func word(_ letters: [Character]) -> UInt64 {
        let edged = ["\u{1}"] + letters + ["\u{1}"]
        return FeatureHash.close((0..<letters.count).reduce(0) { $0 &+ gram(Array(edged[$1..<$1 + 3])) }, .word)
    }
}
