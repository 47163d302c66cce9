// Folding again, scalar by scalar, from the comments of FoldingTable.py and FoldedWindow:
// Foundation's normal forms, Unicode's properties and names. ReferenceSyllables.swift composes
// Hangul. The folding table gives what has no other source here: which letters and signs look like
// ASCII letters, and Simplified Han.

import Foundation

@testable import SpamFilter

/// Folds texts. Remembers the scalars that it has seen, for Foundation is slow.
final class ReferenceFolding {
    private let table: FoldingTable
    private var known: [Unicode.Scalar: [ReferenceCharacter]] = [:]
    /// Words of the last text that mix Latin letters with others even so, where a look-alike stands
    /// anywhere.
    private(set) var mixedWords = 0
    /// Letters of the last text that were written as numbers of HTML.
    private(set) var entities = 0

    init(simplifiesHan: Bool) { table = FoldingTable(simplifiesHan: simplifiesHan) }

    func folded(_ body: String) -> [ReferenceCharacter] {
        if isLonePicture(body) { return [ReferenceCharacter(character: "\u{FFFC}", look: [])] }
        var text: [ReferenceCharacter] = []
        // How many marks stand on the last character.
        var marks = 0
        let decoded = ReferenceEntities.decoded(body, table)
        entities = decoded.letters
        for scalar in decoded.scalars.map(windows1252) {
            let end = text.count
            if isInvisible(scalar) {
                if end > 0, scalar == "\u{200D}" { text[end - 1].look.insert(.joined) }
                // A variation selector chooses the look of a keycap's digit or a Han character.
                let isChosen =
                    end > 0 && scalar.properties.isVariationSelector && scalar.value >= 0xFE00
                    && (isDigit(text[end - 1].character) || isHan(text[end - 1].character))
                if end > 0, !isChosen { text[end - 1].look.insert(.interrupted) }
                continue
            }
            // The iota below a Greek vowel, and the points of Hebrew and Arabic.
            if scalar == "\u{345}" || (0x483...0x670).contains(scalar.value) && isMark(scalar) { continue }
            let parts = isMark(scalar) ? [] : parts(of: scalar)
            if parts.isEmpty {
                marks += 1
                // On a sign an overlay makes another, as in ≠.
                let isHeap = isOverlay(scalar) ? end > 0 && !isSymbol(text[end - 1].character) : marks > 2
                if end > 0, isHeap { text[end - 1].look.insert(.stacked) }
            }
            for part in parts { add(part, to: &text) }
            if text.count != end { marks = 0 }
        }
        text = regionalLetters(text)
        let lookAlikes = ReferenceLookAlikes(table: table)
        if text.contains(where: { $0.look.contains(.alike) }) { text = lookAlikes.greekCapitals(text) }
        let letters = lookAlikes.replaced(text)
        let mixed = lookAlikes.words(letters).filter { lookAlikes.isMixed(letters[$0]) }.count
        mixedWords = text.contains { $0.look.contains(.alike) } ? mixed : 0
        // An emoji with its joiner is one character of two scalars.
        return letters.map {
            let isJoined = $0.look.contains(.joined) && isEmoji($0.character)
            return isJoined ? ReferenceCharacter(character: Character("\($0.character)\u{200D}"), look: $0.look) : $0
        }
    }

    /// Decoded scalars of a host, each for itself.
    func plain(_ scalars: [Unicode.Scalar]) -> [ReferenceCharacter] {
        alikeReplaced(scalars.map(windows1252).filter { !isInvisible($0) && !isMark($0) }.flatMap(parts))
    }

    /// Look-alikes as what they look like, whatever stands around them.
    func alikeReplaced(_ text: [ReferenceCharacter]) -> [ReferenceCharacter] {
        text.map { c in
            guard isAlphabetic(c.character), SpamFilterTests.scalar(c.character) >= 0x80, c.look.contains(.alike) else {
                return c
            }
            let letter = table.lookAlike(of: table.fold(SpamFilterTests.scalar(c.character)))
            return ReferenceCharacter(character: Character(Unicode.Scalar(letter)!), look: c.look.union(.replaced))
        }
    }

    // MARK: One scalar

    /// What Windows-1252 has in the place of a control character above ASCII.
    private func windows1252(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(scalar.value) else { return scalar }
        return String(bytes: [UInt8(scalar.value)], encoding: .windowsCP1252)?.unicodeScalars.first ?? scalar
    }

    /// What a scalar stands for. Nothing where only marks are left.
    private func parts(of scalar: Unicode.Scalar) -> [ReferenceCharacter] {
        if let parts = known[scalar] { return parts }
        let standing = String(scalar).decomposedStringWithCompatibilityMapping
        let isCompatibility = !standing.unicodeScalars.elementsEqual(
            String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
        let isWhole = standing.unicodeScalars.elementsEqual(CollectionOfOne(scalar))
        var isStyled = isCompatibility
        var plain = standing
        if let letter = squaredLetter(scalar) {
            plain = String(letter)
            isStyled = true
        } else if isCaseOfBrackets(scalar) {
            plain = String(standing.dropFirst().dropLast())
        } else if isWhole, let latin = plainLatin(scalar) {
            plain = latin.letter
            isStyled = latin.isDisguise
        } else if [.decimal, .digit].contains(scalar.properties.numericType) {
            plain = String(Int(scalar.properties.numericValue!))
        } else if !isHangul(Character(scalar)) {
            plain = caseFolded(standing)
        }
        // Ǿ is ø with a mark, and ø is o.
        plain = plain.unicodeScalars.map { $0.value < 0x80 ? String($0) : plainLatin($0)?.letter ?? String($0) }.joined()
        var scalars = Array(plain.unicodeScalars).filter { !isMark($0) && !isInvisible($0) }
        // Yeh, kaf and heh of other keyboards, teh marbuta.
        let arabic = Dictionary(uniqueKeysWithValues: zip("ىیکةہۃە".unicodeScalars, "ييكهههه".unicodeScalars))
        scalars = scalars.map { arabic[$0] ?? $0 }
        // Kana stays composed with its voicing mark, a syllable of Hangul whole, those of ㈜ and ㉮
        // too.
        if scalars.contains(where: { isVoicing($0) || isKana(Character($0)) || (0x1161...0x11C2).contains($0.value) })
            || isHangul(Character(scalar))
        {
            let whole = String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
            scalars = Array(whole.unicodeScalars)
        }
        let name = scalar.properties.name ?? ""
        // Ordinary writing: ﬁ Ⅷ ㎏ № ª, not so letters in brackets or circles, and the Arabic forms
        // of old encodings.
        let isBracketed =
            (0x249C...0x24B5).contains(scalar.value) || (0x1F110...0x1F129).contains(scalar.value) || isCaseOfBrackets(scalar)
        let isArabic = name.hasPrefix("ARABIC LIGATURE") || name.hasPrefix("ARABIC") && name.hasSuffix("FORM")
        let isOrdinary = isArabic || scalars.count > 1 && !isBracketed && !name.contains("CIRCLED")
        if "ªº".unicodeScalars.contains(scalar) || isOrdinary { isStyled = false }
        let isWide = isCompatibility && scalars.count == 1 && (name.hasPrefix("FULLWIDTH") || name.hasPrefix("HALFWIDTH"))
        let parts = scalars.map { part in
            let entry = table.fold(part.value)
            var look: ReferenceLook = isStyled && part != scalar ? .styled : []
            if isWide { look.insert(.wide) }
            if ("A"..."Z").contains(scalar) || "ΓΔΘΛΞΠΣΦΨΩ".unicodeScalars.contains(scalar) { look.insert(.capital) }
            if entry.isLookAlike { look.insert(.alike) }
            if entry.isLookAlike, entry.isVariant { look.insert(.faux) }
            let isHan = isHan(Character(part)) && part.value > 0x2000
            return ReferenceCharacter(character: Character(isHan ? Unicode.Scalar(entry.scalar)! : part), look: look)
        }
        known[scalar] = parts
        return parts
    }

    /// Without regard to case, until nothing changes. Upper case first: it knows ß as SS and final
    /// sigma as sigma.
    private func caseFolded(_ text: String) -> String {
        let small = String.UnicodeScalarView(
            text.unicodeScalars.filter { $0 != "\u{345}" }.flatMap { scalar -> [Unicode.Scalar] in
                // Cherokee folds to its capitals, which came first; the smaller one was added
                // later.
                switch scalar.value {
                case 0x13A0...0x13F5: return [scalar]
                case 0xAB70...0xABBF: return [Unicode.Scalar(scalar.value - 0xAB70 + 0x13A0)!]
                case 0x13F8...0x13FD: return [Unicode.Scalar(scalar.value - 8)!]
                case 0x1E9E: return ["s", "s"]
                case 0x131: return ["i"]
                default:
                    return String(scalar).uppercased().unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
                }
            })
        let folded = String(small).decomposedStringWithCompatibilityMapping
        return folded.unicodeScalars.elementsEqual(text.unicodeScalars) ? folded : caseFolded(folded)
    }

    /// A Latin letter that Unicode names after a plain one, and whether its shape is a disguise.
    /// Where no name tells but its look, the table's word is taken.
    private func plainLatin(_ scalar: Unicode.Scalar) -> (letter: String, isDisguise: Bool)? {
        guard scalar.value >= 0x80, let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        // Dotless i is a letter of Turkish.
        if scalar == "ı" { return ("i", false) }
        let named = /LATIN (?:SMALL|CAPITAL) LETTER ([A-Z])(?: WITH .*)?/
        if let match = name.wholeMatch(of: named) { return (match.1.lowercased(), false) }
        let shape =
            "(?:TURNED|REVERSED|SIDEWAYS|OPEN|SCRIPT|DOTLESS|LONG|INSULAR|BARRED|STRETCHED|HALF|BLACKLETTER|LENIS|SIDEWAYS TURNED|TURNED SCRIPT)"
        for pattern in [
            "LATIN LETTER SMALL CAPITAL (\(shape) )?[A-Z]( WITH .*)?", "LATIN (SMALL|CAPITAL) LETTER \(shape) [A-Z]( WITH .*)?",
        ]
        where name.range(of: "^\(pattern)$", options: .regularExpression) != nil {
            let words = name.components(separatedBy: " WITH ")[0].split(separator: " ")
            return (words.last!.lowercased(), !name.contains("OPEN"))
        }
        let entry = table.fold(scalar.value)
        return entry.kind == .letter && entry.scalar < 0x80 ? (String(Unicode.Scalar(UInt8(entry.scalar))), true) : nil
    }

    /// Negative circled and squared letters, which Unicode decomposes into nothing.
    private func squaredLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x1F150...0x1F169: Unicode.Scalar(0x61 + scalar.value - 0x1F150)
        case 0x1F170...0x1F189: Unicode.Scalar(0x61 + scalar.value - 0x1F170)
        case 0x249C...0x24B5: Unicode.Scalar(0x61 + scalar.value - 0x249C)
        case 0x1F110...0x1F129: Unicode.Scalar(0x61 + scalar.value - 0x1F110)
        default: nil
        }
    }

    /// A syllable, a letter of one or a Han character in parentheses or brackets, but for the marks
    /// of companies.
    private func isCaseOfBrackets(_ scalar: Unicode.Scalar) -> Bool {
        let name = scalar.properties.name ?? ""
        return
            (name.hasPrefix("PARENTHESIZED HANGUL") || name.hasPrefix("PARENTHESIZED IDEOGRAPH")
            || name.hasPrefix("TORTOISE SHELL BRACKETED CJK"))
            && !"㈜㈱".unicodeScalars.contains(scalar)
    }

    /// Regional indicators as letters, where they are not all pairs of a region that has a flag.
    private func regionalLetters(_ text: [ReferenceCharacter]) -> [ReferenceCharacter] {
        func letter(_ c: ReferenceCharacter) -> String? {
            let value = SpamFilterTests.scalar(c.character)
            return (0x1F1E6...0x1F1FF).contains(value) ? String(Unicode.Scalar(UInt8(value - 0x1F1E6 + 0x41))) : nil
        }
        var text = text, i = 0
        while i < text.count {
            let run = text[i...].prefix { letter($0) != nil }
            let isFlags =
                run.count % 2 == 0
                && stride(from: run.startIndex, to: run.endIndex, by: 2).allSatisfy {
                    !run[$0].look.contains(.interrupted)
                        && ReferenceFolding.regions.contains(letter(run[$0])! + letter(run[$0 + 1])!)
                }
            for j in run.indices where !isFlags {
                text[j] = ReferenceCharacter(
                    character: Character(letter(run[j])!.lowercased()), look: run[j].look.union(.styled))
            }
            i = max(i + 1, run.endIndex)
        }
        return text
    }

    /// Those of ISO 3166-1, as Foundation has them, and the others that have a flag.
    private static let regions = Set(
        Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0 != "EZ" && $0 != "QO" }
            + ["EU", "UN", "AC", "CP", "CQ", "DG", "EA", "IC", "TA", "XK"])

    /// Whether the whole text is one character that is no letter, digit, sign or space.
    private func isLonePicture(_ body: String) -> Bool {
        let visible = body.unicodeScalars.map(windows1252).filter { !$0.properties.isWhitespace }
        guard visible.count == 1, let scalar = visible.first else { return false }
        return isInvisible(scalar) || isMark(scalar) || scalar == "\u{FFFD}" || scalar.properties.isNoncharacterCodePoint
            || scalar.properties.generalCategory == .privateUse
    }

    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{FFFC}" || scalar.properties.isWhitespace { return false }
        // Tatweel, and the blank of Braille.
        if scalar == "\u{640}" || scalar == "\u{2800}" { return true }
        return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier
            || [.control, .format].contains(scalar.properties.generalCategory) && !isMark(scalar)
    }

    /// Marks of alphabets: those for all of them, Cyrillic ones, and the points of Hebrew and
    /// Arabic.
    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            scalar.value != 0x34F
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670: true
        case 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED, 0x2DE0...0x2DFF, 0xA66F...0xA672, 0xA674...0xA67D: true
        default: false
        }
    }

    /// Strokes and slashes through a letter.
    private func isOverlay(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.canonicalCombiningClass == .overlay }

    private func isVoicing(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{3099}" || scalar == "\u{309A}" }

    // MARK: Its neighbours

    private func add(_ part: ReferenceCharacter, to text: inout [ReferenceCharacter]) {
        let scalar = part.character.unicodeScalars.first!
        guard let before = text.last else {
            if !isVoicing(scalar) { text.append(part) }
            return
        }
        if isVoicing(scalar) {
            let voiced = "\(before.character)\(part.character)".precomposedStringWithCanonicalMapping.unicodeScalars
            if isKana(before.character), voiced.count == 1 {
                text[text.count - 1].character = Character(voiced.first!)
            }
        } else if isJamo(part.character), let syllables = syllables(before, part) {
            text.removeLast()
            text += syllables
        } else {
            text.append(part)
        }
    }
}
