// Corpus: objects of JSON as rows, for JSON Lines and for an array. Cut bytes in, rows out.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keys are those of `CorpusColumns`; others are ignored, and `null` is the same as a missing key.
///
/// A row that is no `FlatObject` is decoded with `JSONDecoder`, which reports what is wrong with
/// it: `Benchmarks/decisions/file-formats.md`.
final class JSONObjects {
    private let file: String

    private let columns: ColumnChoice
    /// Whether the first row must have what every row needs: no later one can be hoped for.
    private let isStrict: Bool
    private let needsEachLabel: Bool
    private var roles = RecentKeyRoles()
    private var seen = SeenKeys()

    init(file: String, options: CorpusOptions) {
        self.file = file
        columns = options.columns
        isStrict = !options.skipsBadRows && !options.takesUnlabelled
        needsEachLabel = options.needsEachLabel
    }

    /// The keys so far.
    var layout: FileLayout { FileLayout(found: seen.shown) }

    /// The row of an object, whose bytes are those between the line ends or commas.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(CorpusError) -> RawRow {
        // The decoder also sees keys that are null.
        let isSettled = seen.rows > 0 && columns.byRole.keys.allSatisfy(seen.roles.contains)
        if isSettled, let flat = FlatObject(bytes), let row = row(flat, line: line) { return row }
        let object: Object
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.columnChoice] = columns
            object = try decoder.decode(Object.self, from: Data(bytes))
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            throw .wrongType(file: file, line: line, key: key(context.codingPath[0].stringValue))
        } catch {
            // The decoder's own words may hold some of the text.
            _ = try String(bytes, file: file, line: line)
            throw .notJSON(file: file, line: line)
        }
        seen.add(object.keys, columns, line: line)
        guard let text = object.text else {
            try checkFirst(.text, line: line)
            throw .noText(file: file, line: line, key: columns[.text] ?? CorpusColumns.Role.text.rawValue)
        }
        if needsEachLabel, object.label == nil { try checkFirst(.label, line: line) }
        return RawRow(
            line: line, text: text, label: object.label, isLabelNamed: true, language: object.language, sender: object.sender,
            country: object.country, source: object.source, group: object.group, time: object.time,
            weight: object.weight, id: object.id)
    }

    /// Refuses a file without a chosen key, once all rows are read: some rows may lack it.
    func checkColumns() throws(CorpusError) {
        guard seen.rows > 0, let role = CorpusColumns.Role.allCases.first(where: { lacks($0) }) else { return }
        throw .noColumn(file: file, line: seen.firstLine, role: role, asked: columns[role], found: seen.shown)
    }

    private func lacks(_ role: CorpusColumns.Role) -> Bool { columns[role] != nil && !seen.roles.contains(role) }

    /// `nil` without a text, or where something is wrong: the decoder then says what.
    private func row(_ object: FlatObject, line: Int) -> RawRow? {
        if !roles.find(object) {
            guard let new = KeyRoles(object, columns) else { return nil }
            roles.add(new)
            seen.add(new.names, columns, line: line)
        }
        // A row that was filled in place would be copied when it is returned.
        var text, label, language, sender, country, source, group, time, weight, id: String?
        for (n, field) in object.fields.enumerated() {
            guard let role = roles.current.ofField[n] else {
                // An ignored key still has to be readable.
                let isPlain = !field.value.hasEscapes && field.value.bytes.allSatisfy { $0 < 0x80 }
                guard isPlain || field.value.string != nil else { return nil }
                continue
            }
            guard let value = field.value.string else { return nil }
            switch role {
            case .text: text = value
            case .label: label = value
            case .language: language = value
            case .sender: sender = value
            case .country: country = value
            case .source: source = value
            case .group: group = value
            case .time: time = value
            case .weight: weight = value
            case .id: id = value
            }
        }
        guard let text else { return nil }
        return RawRow(
            line: line, text: text, label: label, isLabelNamed: true, language: language, sender: sender, country: country,
            source: source, group: group, time: time, weight: weight, id: id)
    }

    /// Refuses a first row without the key of a role, and says which keys are there.
    private func checkFirst(_ role: CorpusColumns.Role, line: Int) throws(CorpusError) {
        guard isStrict, seen.rows == 1, !seen.roles.contains(role) else { return }
        throw .noColumn(file: file, line: line, role: role, asked: columns[role], found: seen.shown)
    }

    /// A key that was chosen or is a name of `CorpusColumns`, as an error says it.
    private func key(_ name: String) -> String { columns.isNamed(in: [name]) ? name : name.lowercased() }
}

/// The keys of the rows so far, and the roles they have.
private struct SeenKeys {
    /// Rows whose keys were looked at: some with the same keys as the row before were not.
    private(set) var rows = 0
    private(set) var firstLine = 1
    private(set) var roles: Set<CorpusColumns.Role> = []
    /// In the order of the file; the first of them, as rows may have endless ones.
    private var names: [String] = []
    private static let most = 20

    var shown: [String] { ColumnNames.shown(names) }

    mutating func add(_ keys: [String], _ columns: ColumnChoice, line: Int) {
        rows += 1
        if rows == 1 { firstLine = line }
        roles.formUnion(columns.keys(in: keys).keys)
        for key in keys where names.count < Self.most && !names.contains(key) { names.append(key) }
    }
}

/// The roles of the rows before: some rows of a file have a sender or a country, and others none.
private struct RecentKeyRoles {
    private(set) var current = KeyRoles()
    private var all: [KeyRoles] = []
    private static let most = 16

    /// Makes the roles of a row's keys the current ones; `false` where none of the last rows had
    /// these keys.
    mutating func find(_ object: FlatObject) -> Bool {
        if current.areOf(object) { return true }
        guard let same = all.first(where: { $0.areOf(object) }) else { return false }
        current = same
        return true
    }

    mutating func add(_ roles: KeyRoles) {
        if all.count == Self.most { all.removeFirst() }
        all.append(roles)
        current = roles
    }
}

/// The roles of a row's keys. Looking them up for every row took a third of the reading time.
private struct KeyRoles {
    /// The keys, concatenated, and the end of each.
    private var keys: [UInt8] = []
    private var ends: [Int] = []
    /// The role of each key; `nil` for an unknown key, or one whose role a better key has.
    private(set) var ofField: [CorpusColumns.Role?] = []
    private(set) var names: [String] = []

    init() {}

    /// `nil` where keys are not UTF-8, or two are equal: the decoder decides which of them counts.
    /// Also where a key has two roles.
    init?(_ object: FlatObject, _ columns: ColumnChoice) {
        names = object.fields.compactMap { $0.key.string }
        guard names.count == object.fields.count, Set(names).count == names.count else { return nil }
        let found = columns.keys(in: names)
        guard Set(found.values).count == found.count else { return nil }
        for (field, name) in zip(object.fields, names) {
            keys += field.key.bytes
            ends.append(keys.count)
            ofField.append(found.first { $0.value == name }?.key)
        }
    }

    func areOf(_ object: FlatObject) -> Bool {
        guard object.fields.count == ends.count else { return false }
        return keys.withUnsafeBufferPointer { keys in
            var start = 0
            for (n, field) in object.fields.enumerated() {
                guard UnsafeBufferPointer(rebasing: keys[start..<ends[n]]).isSame(as: field.key.bytes) else { return false }
                start = ends[n]
            }
            return true
        }
    }
}

/// A row as in the file.
private struct Object: Decodable {
    var text, label, language, sender, country, source, group, time, weight, id: String?
    /// All of them, in alphabetical order: the decoder does not keep that of the file.
    let keys: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let present = try object.allKeys.filter { try !object.decodeNil(forKey: $0) }
        keys = object.allKeys.map(\.stringValue).sorted()
        let columns = decoder.userInfo[.columnChoice] as? ColumnChoice ?? ColumnChoice()
        let names = columns.keys(in: present.map(\.stringValue))
        func value<Value: Decodable>(_ type: Value.Type, _ role: CorpusColumns.Role) throws -> Value? {
            try names[role].map { try object.decode(Value.self, forKey: Key(stringValue: $0)) }
        }
        text = try value(String.self, .text)
        label = try value(WordOrNumber.self, .label)?.word
        language = try value(String.self, .language)
        sender = try value(WordOrNumber.self, .sender)?.word
        country = try value(String.self, .country)
        source = try value(String.self, .source)
        group = try value(WordOrNumber.self, .group)?.word
        time = try value(WordOrNumber.self, .time)?.word
        weight = try value(Numeral.self, .weight)?.numeral
        // An id of another type is none: the message is good without it.
        id = (try? value(WordOrNumber.self, .id))?.word
    }
}

extension CodingUserInfoKey {
    fileprivate static let columnChoice = CodingUserInfoKey(rawValue: "columns")!
}

/// A string, or a whole number in its place: a label 1, a sender 1588.
private struct WordOrNumber: Decodable {
    let word: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let word = try? value.decode(String.self) {
            self.word = word
        } else {
            word = String(try value.decode(Int.self))
        }
    }
}

/// A number, whole or not, or the string of one.
private struct Numeral: Decodable {
    let numeral: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let numeral = try? value.decode(String.self) {
            self.numeral = numeral
        } else {
            numeral = String(try value.decode(Double.self))
        }
    }
}
