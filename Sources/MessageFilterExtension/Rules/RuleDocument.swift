// Extension: the document of rules that people write, with the lists that it names. In: JSON. Out:
// rules, lists to read, and every mistake with its place. Files of lists are not read here.
//
//     {"_version":1,"allow":[{"sender":"MYBANK"}],"deny":[{"host":"win.example"}],
//      "lists":[{"label":"junk","senders":"bad.txt","country":"KR","form":"exact"}],
//      "rules":[{"label":"promotion/offers","word":"sale"}]}

import Foundation
import SpamFilter

/// A document of rules. docs/rules.md has its schema.
public struct RuleDocument: Sendable {
    /// A list that the document names.
    public struct List: Sendable, Hashable {
        /// Whether the list lets through, rather than denies.
        public let isAllowed: Bool
        /// What its entries are.
        public let kind: KeyList.Kind
        /// The path of the file with its entries, as the document says it.
        public let file: String
        /// Two letters: the country of the national numbers in the list, and of the receivers of
        /// its short codes; `nil` where the document says none.
        public let country: String?
        /// How its entries are to be stored.
        public let form: KeyList.Form
        /// Its place in the document: `lists[0]`.
        public let path: String
    }

    /// The rules of the three tiers. Without the lists, which are in files of their own.
    public private(set) var content = RuleContent()
    /// The lists in the order of the document; their files are not read here.
    public private(set) var lists: [List] = []
    /// What is wrong, in the order of the document; the first 20 of each tier. Empty where nothing
    /// is.
    public private(set) var mistakes: [RuleMistake] = []

    /// The largest document that is read, in bytes: 8 MiB.
    public static let mostBytes = 1 << 23

    /// Reads a document. All mistakes but those below are in `mistakes`, and rules and lists that
    /// have some are left out.
    ///
    /// - Throws: where the bytes are no JSON object of this version, are more than `mostBytes`,
    ///   have a key twice in one object, or a list of more than 8,192 rules.
    public init(json: Data) throws(NetworkJSONError) {
        self = try decoded(json, most: RuleDocument.mostBytes) as RuleDocument
        if let path = repeatedKey(in: json) { throw .repeated(key: path) }
    }
}

extension RuleDocument: Decodable {
    private static let keys = ["_version", "allow", "deny", "lists", "rules"]

    public init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: AnyKey.self)
        for key in file.allKeys.map(\.stringValue).sorted() where !RuleDocument.keys.contains(key) {
            mistakes.append(.unknown(key, in: "", known: RuleDocument.keys))
        }
        func value(_ key: String) -> JSONValue? { try? file.decode(JSONValue.self, forKey: AnyKey(stringValue: key)) }
        switch value("_version") {
        case nil, .null?, .whole(1)?: break
        case .whole(let found)?: throw NetworkJSONError.version(expected: 1, found: found)
        case let found?: mistakes.append(RuleMistake(path: "_version", reason: "expected 1, found \(found.kind)"))
        }
        for key in RuleDocument.keys.dropFirst() {
            switch value(key) {
            case nil, .null?: break
            case .list?: try read(file, key)
            case let found?: mistakes.append(RuleMistake(path: key, reason: "expected a list, found \(found.kind)"))
            }
        }
    }

    private mutating func read(_ file: KeyedDecodingContainer<AnyKey>, _ name: String) throws {
        let key = AnyKey(stringValue: name)
        guard name != "lists" else { return try readLists(try file.nestedUnkeyedContainer(forKey: key)) }
        let records = try file.decode(RuleRecords.self, forKey: key)
        mistakes += records.mistakes
        if records.furtherMistakes > 0 {
            mistakes.append(RuleMistake(path: name, reason: "and \(records.furtherMistakes) mistakes more"))
        }
        switch name {
        case "allow": content.allow = records.rules
        case "deny": content.deny = records.rules
        default: content.rules = records.rules
        }
    }

    private mutating func readLists(_ container: any UnkeyedDecodingContainer) throws {
        var container = container
        while !container.isAtEnd {
            guard container.currentIndex < 64 else {
                mistakes.append(RuleMistake(path: "lists", reason: "expected at most 64 lists, found \(container.count ?? 65)"))
                return
            }
            let path = "lists[\(container.currentIndex)]"
            var record = ListRecord(path)
            if let list = record.list(from: try container.superDecoder()) { lists.append(list) }
            mistakes += record.mistakes
        }
    }
}

/// The reader of one list's object.
private struct ListRecord {
    private let path: String
    private(set) var mistakes: [RuleMistake] = []

    private static let keys = ["label", "senders", "hosts", "country", "form"]

    init(_ path: String) { self.path = path }

    mutating func list(from decoder: any Decoder) -> RuleDocument.List? {
        guard let record = try? decoder.container(keyedBy: AnyKey.self) else {
            fail("", "an object", (try? JSONValue(from: decoder).kind) ?? "something else")
            return nil
        }
        var texts: [String: String] = [:]
        for key in record.allKeys.map(\.stringValue).sorted() {
            guard ListRecord.keys.contains(key) else {
                mistakes.append(.unknown(key, in: path, known: ListRecord.keys))
                continue
            }
            switch try? record.decode(JSONValue.self, forKey: AnyKey(stringValue: key)) {
            case .text(let text)?: texts[key] = text
            case nil: break
            case let found?: fail(key, "a text", found.kind)
            }
        }
        return list(texts)
    }

    private mutating func list(_ texts: [String: String]) -> RuleDocument.List? {
        let label = texts["label"]
        if label != "allow", label != "junk" { fail("label", "allow or junk", label.map(RuleMistake.shortened) ?? "none") }
        let form = texts["form"] ?? "exact"
        if form != "exact", form != "compact" { fail("form", "exact or compact", RuleMistake.shortened(form)) }
        // Whoever sends may look for a sender that a compact list takes for one of its own.
        if form == "compact", label == "allow" { fail("form", "exact for a list of what is let through", form) }
        if (texts["senders"] == nil) == (texts["hosts"] == nil) {
            fail("", "either senders or hosts, the path of a file", texts["senders"] == nil ? "none" : "both")
        }
        if let country = texts["country"] {
            if texts["senders"] == nil { fail("country", "no country for a list of hosts", "one") }
            if Rule(.junk, senderCountry: country) == nil {
                fail("country", "the two letters of a country, such as KR", RuleMistake.shortened(country))
            }
        }
        guard mistakes.isEmpty, let file = texts["senders"] ?? texts["hosts"] else { return nil }
        return RuleDocument.List(
            isAllowed: label == "allow", kind: texts["senders"] == nil ? .hosts : .senders, file: file, country: texts["country"],
            form: form == "compact" ? .compact : .exact, path: path)
    }

    private mutating func fail(_ key: String, _ expected: String, _ found: String) {
        let at = key.isEmpty ? path : "\(path).\(key)"
        mistakes.append(RuleMistake(path: at, reason: "expected \(expected), found \(found)"))
    }
}
