// Golden/messages.tsv: a name, a tab and a message, with \n \r \t \\ and \u{…} as in Swift.
// Golden/features.txt: what is read from each.

import Foundation
import Testing

@testable import SpamFilter

struct GoldenMessage: Sendable, CustomTestStringConvertible {
    let name: String
    /// As the file has it.
    let escaped: String
    let body: String
    var testDescription: String { name }

    /// Every message of the file, in its order.
    static func all() throws -> [GoldenMessage] {
        try GoldenFile.text("messages.tsv").split(separator: "\n").map { line in
            let columns = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            try #require(columns.count == 2, "a name, a tab and a message: \(line)")
            return GoldenMessage(name: String(columns[0]), escaped: String(columns[1]), body: try unescaped(columns[1]))
        }
    }

    private static func unescaped(_ text: Substring) throws -> String {
        var result = ""
        var rest = text[...]
        while let c = rest.first {
            rest = rest.dropFirst()
            guard c == "\\" else {
                result.append(c)
                continue
            }
            let kind = rest.removeFirst()
            switch kind {
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                result.unicodeScalars.append(
                    try #require(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init), "\\u{\(digits)}"))
            default: result.append(kind)
            }
        }
        return result
    }
}

enum GoldenFile {
    static func text(_ name: String) throws -> String {
        let folder = try #require(Bundle.module.url(forResource: "Golden", withExtension: nil))
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Writes a file of the package itself, not of the copy that tests read.
    static func record(_ text: String, _ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// One line a feature, in the order of reading: `bytes "text" what it is hash`, or `all` for
    /// the bytes.
    static func listing(_ message: GoldenMessage) -> String {
        let bytes = Array(message.body.utf8), all = features(of: message.body)
        let names = FeatureNames(all, foldedParts(ofBytes: bytes))
        let lines = all.map { feature in
            let what = "\(names.name(of: feature)) \(hexadecimal(feature.hash))\n"
            if feature.start == Int(wholeMessage) { return "all \(what)" }
            let text = String(decoding: bytes[feature.start..<feature.end], as: UTF8.self)
            return "\(feature.start)..<\(feature.end) \"\(escaped(text))\" \(what)"
        }
        return "# \(message.name): \(message.escaped)\n" + lines.joined()
    }

    /// Letters, digits and common signs as they are; whatever cannot be seen or would join its
    /// neighbours as a number.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark,
                .spaceSeparator
            where scalar != " ":
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default:
                scalar == "\\" || scalar.value == 0xFFFC
                    ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
            }
        }.joined()
    }
}
