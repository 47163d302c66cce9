// Extension: keys that stand twice in one object of JSON. Decoders keep one of the values and say
// nothing, so what a person wrote would be lost.

import Foundation

/// The path of the first key that stands twice in one object, such as `deny[0].contains`; `nil`
/// where none does.
///
/// - Precondition: JSON in UTF-8 that a decoder has read.
/// - Complexity: O(bytes).
func repeatedKey(in json: Data) -> String? {
    var levels: [JSONLevel] = [], i = json.startIndex
    while i < json.endIndex {
        let byte = json[i]
        i += 1
        switch byte {
        case UInt8(ascii: "{"): levels.append(JSONLevel(keys: []))
        case UInt8(ascii: "["): levels.append(JSONLevel(keys: nil))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
        case UInt8(ascii: ","): levels[levels.count - 1].next()
        case UInt8(ascii: "\""):
            let start = i
            while json[i] != UInt8(ascii: "\"") { i += json[i] == UInt8(ascii: "\\") ? 2 : 1 }
            i += 1
            guard let level = levels.last, level.expectsKey else { continue }
            if !levels[levels.count - 1].note(text(json[start..<i - 1])) { return path(of: levels) }
        default: break
        }
    }
    return nil
}

/// What stands between the quotation marks of a string.
private func text(_ json: Data) -> String {
    guard json.contains(UInt8(ascii: "\\")) else { return String(decoding: json, as: UTF8.self) }
    return (try? JSONDecoder().decode([String].self, from: "[\"".utf8 + json + "\"]".utf8))?.first ?? ""
}

/// An object or a list that is being read.
private struct JSONLevel {
    /// Those of an object so far; `nil` in a list.
    private var keys: Set<String>?
    private(set) var expectsKey: Bool
    /// Where the value at hand is.
    private var key = ""
    private var index = 0

    init(keys: Set<String>?) {
        self.keys = keys
        expectsKey = keys != nil
    }

    mutating func next() {
        if keys == nil { index += 1 } else { expectsKey = true }
    }

    /// Returns false for one that stood before.
    mutating func note(_ key: String) -> Bool {
        (self.key, expectsKey) = (key, false)
        return keys?.insert(key).inserted ?? true
    }

    var step: String { keys == nil ? "[\(index)]" : ".\(RuleMistake.shortened(key))" }
}

/// Of a deep place only the innermost steps are named.
private func path(of levels: [JSONLevel]) -> String {
    let steps = levels.suffix(6).map(\.step).joined()
    return steps.hasPrefix(".") ? String(steps.dropFirst()) : steps
}
