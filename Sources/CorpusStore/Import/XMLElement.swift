// Store: one XML element as a value. In: the bytes of an element of a backup. Out: its attributes
// and the texts inside it. Written here because Foundation's parser traps on elements that XML
// allows, such as <?a?>: Benchmarks/decisions/file-formats.md.

import Foundation

/// An element with what is inside it (XML 1.0, fifth edition). No document type is read, so the
/// only entities are the five of section 4.6.
struct XMLElement: Equatable {
    private(set) var name = ""
    /// Its own by their names; those of inner elements as `element.attribute`.
    private(set) var attributes: [String: String] = [:]
    /// The texts of inner elements, by their names.
    private(set) var texts: [String: String] = [:]
    /// What is kept of inner elements: a name for a text, `element.attribute` for an attribute. A
    /// key for everything inside would take many times the bytes of the element.
    private let kept: Set<String>

    /// `nil` where it is not well-formed.
    ///
    /// - Parameter kept: the texts and attributes of inner elements to keep.
    /// - Complexity: O(bytes).
    init?(_ text: String, keeping kept: Set<String>) {
        self.kept = kept
        var reader = XMLReader(text)
        var open: [String] = []
        while let token = reader.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                // One element, and nothing after it.
                guard !open.isEmpty || self.name.isEmpty else { return nil }
                begin(name, attributes, isInner: !open.isEmpty)
                if !isEmpty { open.append(name) }
            case .end(let name): guard open.popLast() == name else { return nil }
            case .text(let text):
                if open.count > 1 {
                    if kept.contains(open[open.count - 1]) { texts[open[open.count - 1], default: ""] += text }
                } else if open.isEmpty, !text.allSatisfy(\.isWhitespace) {
                    return nil
                }
            }
        }
        guard reader.isWhole, open.isEmpty, !name.isEmpty else { return nil }
    }

    private mutating func begin(_ name: String, _ found: [String: String], isInner: Bool) {
        guard isInner else {
            (self.name, attributes) = (name, found)
            return
        }
        guard XMLElement.isRead(name, found) else { return }
        for (key, value) in found where kept.contains("\(name).\(key)") {
            let before = name == "part" ? attributes["\(name).\(key)"] : nil
            attributes["\(name).\(key)"] = before.map { "\($0)\n\(value)" } ?? value
        }
    }

    /// Of a picture message, only parts of plain text and the address of who sent it. Each part is
    /// a line of its own. `null` is what Android's apps write for nothing.
    private static func isRead(_ name: String, _ attributes: [String: String]) -> Bool {
        switch name {
        case "part":
            let type = attributes["ct"]?.lowercased().prefix { $0 != ";" } ?? ""
            return type.trimmingCharacters(in: .whitespaces) == "text/plain" && !["", "null"].contains(attributes["text"])
        case "addr": return attributes["type"] == fromAddress
        default: return true
        }
    }

    /// `PduHeaders.FROM` of Android.
    private static let fromAddress = "137"
}
