// Store: XML elements as values.

import Corpus
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The content of elements, by Foundation's parser.
final class XMLElements: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        /// Its own by their names; those of inner elements as `element.attribute`.
        var attributes: [String: String]
        /// The texts of inner elements, by their names.
        var texts: [String: String] = [:]
    }

    private var elements: [Element] = []
    private var path: [String] = []

    /// `nil` when they are not well-formed.
    static func parse(_ records: [Data], encoding: TextEncoding) -> [Element]? {
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><records>"
        for record in records {
            // Bytes that are not of the encoding would trap in the parser's own code.
            guard let text = encoding.text(of: record), !text.utf8.contains(0) else { return nil }
            document += withoutSplitEmoji(text)
        }
        document += "</records>"
        let parser = XMLParser(data: Data(document.utf8))
        let delegate = XMLElements()
        parser.delegate = delegate
        guard parser.parse(), delegate.elements.count == records.count else { return nil }
        return delegate.elements
    }

    /// The app writes an emoji as two references, `&#55357;&#56832;`, which XML forbids: joins
    /// them.
    private static func withoutSplitEmoji(_ text: String) -> String {
        guard text.utf8.firstRange(of: "&#5".utf8) != nil else { return text }
        return text.replacing(/&#(5[5-6][0-9]{3});&#(5[6-7][0-9]{3});/) { match in
            guard let high = UInt32(match.1), let low = UInt32(match.2), (0xD800...0xDBFF).contains(high),
                (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { return String(match.0) }
            return String(Character(scalar))
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        path.append(name)
        if path.count == 2 {
            elements.append(Element(name: name, attributes: attributes))
        } else if path.count > 2 {
            for (key, value) in attributes { elements[elements.count - 1].attributes["\(name).\(key)"] = value }
            // A part of a picture message has its text in an attribute.
            if name == "part", attributes["ct"] == "text/plain", let text = attributes["text"] {
                elements[elements.count - 1].texts["part", default: ""] += text
            }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if path.count > 2, let name = path.last { elements[elements.count - 1].texts[name, default: ""] += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
    }
}
