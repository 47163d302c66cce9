// Character references of HTML again, from the comments of CharacterReference: regular expressions
// over the whole text.

import Foundation

@testable import SpamFilter

struct ReferenceEntities {
    private static let names: [String: String] = [
        "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "ndash": "–", "mdash": "—",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
        "euro": "€", "pound": "£", "yen": "¥", "cent": "¢",
    ]

    private static let number = "(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6})"
    /// Group 1 a number, 2 the lower half of a pair, 3 a name.
    private static let reference = try! NSRegularExpression(
        pattern:
            "&(?:amp;){0,3}(?:#(\(number));(?:&#(\(number));)?|(\(names.keys.sorted().joined(separator: "|")));)|&(?:amp;){1,4}")

    /// The text with what references stand for, and how many letters, digits and CJK characters
    /// were numbers.
    static func decoded(_ body: String, _ table: FoldingTable) -> (scalars: [Unicode.Scalar], letters: Int) {
        var scalars: [Unicode.Scalar] = [], letters = 0
        let text = body as NSString
        var next = 0
        while next < text.length {
            let rest = NSRange(location: next, length: text.length - next)
            guard let found = reference.firstMatch(in: body, range: rest) else { break }
            scalars += text.substring(with: NSRange(location: next, length: found.range.location - next)).unicodeScalars
            next = found.range.upperBound
            func group(_ i: Int) -> String? { found.range(at: i).length > 0 ? text.substring(with: found.range(at: i)) : nil }
            if let name = group(3) {
                scalars += names[name]!.unicodeScalars
            } else if let first = group(1).map(value) {
                let second = group(2).map(value)
                let isPair = (0xD800..<0xDC00).contains(first) && second.map { (0xDC00..<0xE000).contains($0) } ?? false
                let value = isPair ? 0x10000 + (first - 0xD800) * 0x400 + second! - 0xDC00 : first
                if !isPair, found.range(at: 2).length > 0 { next = found.range(at: 2).location - 2 }
                if value > 0, let scalar = Unicode.Scalar(value) {
                    scalars.append(scalar)
                    let folded = table.fold(value)
                    if folded.isAlphanumeric || folded.isCJK { letters += 1 }
                } else {
                    // No scalar: the text stays as it is, but for what was escaped twice.
                    let escapes = text.substring(with: found.range).components(separatedBy: "amp;").count - 1
                    scalars.append("&")
                    next = found.range.location + 1 + 4 * escapes
                }
            } else {
                scalars.append("&")
            }
        }
        return (scalars + text.substring(from: next).unicodeScalars, letters)
    }

    private static func value(_ digits: String) -> UInt32 {
        digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16)! : UInt32(digits)!
    }
}
