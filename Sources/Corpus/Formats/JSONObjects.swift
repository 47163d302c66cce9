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
struct JSONObjects {
    private let file: String

    private let options: CorpusOptions
    private var columns: ColumnChoice { options.columns }
    /// Whether the first row must have what every row needs: no later one can be hoped for.
    private let isStrict: Bool
    private let needsEachLabel: Bool
    private var roles = RecentKeyRoles()
    private var words = KnownWords()
    private var seen = SeenKeys()
    /// Keys such as `status` whose values have told directions.
    private var telling: Set<String> = []

    init(file: String, options: CorpusOptions) {
        self.file = file
        self.options = options
        isStrict = !options.skipsBadRows && !options.takesUnlabelled
        needsEachLabel = options.needsEachLabel
    }

    /// The keys so far, and what the values of the first rows look like.
    var layout: FileLayout { seen.layout(options) }

    /// The row of an object, whose bytes are those between the line ends or commas.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(CorpusError) -> RawRow {
        // The decoder also sees keys that are null.
        let isSettled = seen.isSampled && columns.byRole.keys.allSatisfy(seen.roles.contains)
        if isSettled, let flat = FlatObject(bytes), !flat.repeatsNull, let row = row(flat, line: line) { return row }
        let object: JSONRecord, keys = ObjectKeys(bytes)
        if seen.rows == 0, columns == ColumnChoice(), let export = KnownExport(keys) { throw .unreadExport(file: file, export) }
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.columnChoice] = columns
            decoder.userInfo[.keepsOthers] = !seen.isSampled
            decoder.userInfo[.tellingKeys] = telling
            if let key = keys.repeated {
                throw CorpusError.repeatedKey(
                    file: file, line: line, key: CorpusColumns.isKnown(key) || columns.isNamed(in: [key]) ? key : nil)
            }
            object = try decoder.decode(JSONRecord.self, from: Data(bytes))
        } catch let error as CorpusError {
            throw error
        } catch DecodingError.dataCorrupted(let context) where context.debugDescription == LabelWordOrList.isLong {
            throw .badRecord(
                file: file, line: line, expected: "one label a message", found: "a list of several, or of places in the text")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
            throw .wrongType(file: file, line: line, key: key(context.codingPath[0].stringValue))
        } catch {
            // The decoder's own words may hold some of the text.
            _ = try String(bytes, file: file, line: line)
            throw .notJSON(file: file, line: line)
        }
        if !seen.isSampled, options.needsLabels { try checkLabels(object, line: line) }
        learn(object.telling)
        seen.add(object.keys, columns, telling, line: line)
        seen.add(object.others)
        guard let text = object.text else {
            // A chat of a phone, whose messages are inside.
            if seen.rows == 1, let list = keys.ofObjects {
                throw .jsonDocument(file: file, list: "[].\(list)")
            }
            try checkFirst(.text, line: line)
            throw .noText(file: file, line: line, key: columns[.text] ?? CorpusColumns.Role.text.rawValue)
        }
        if needsEachLabel, object.label == nil { try checkFirst(.label, line: line) }
        let direction = object.meaning.field(object.direction ?? object.label)
        if !seen.tellsDirections, direction?.direction != nil { seen.tellsDirections = true }
        return RawRow(
            line: line, text: text, label: object.label, isLabelNamed: true, isLabelLoose: object.meaning.isLabelLoose,
            language: object.language, sender: object.sender, country: object.country, source: object.source,
            group: object.group, time: object.time, weight: object.weight, id: object.id,
            direction: direction, answer: object.answer,
            part: object.part)
    }

    /// Refuses a row whose keys contradict each other: `"label":"ham","is_spam":true`.
    private func checkLabels(_ object: JSONRecord, line: Int) throws(CorpusError) {
        guard columns[.label] == nil, !object.meaning.isLabelLoose, let word = object.label,
            let key = columns.keys(in: object.keys)[.label], let mine = options.labels.below(key).meaning(of: word)
        else { return }
        for (other, word) in object.others.sorted(by: { $0.key < $1.key }) {
            guard let theirs = options.labels.below(other).meaning(of: word),
                Set([mine.label, theirs.label]) == [.allow, .junk],
                !CorpusColumns.meansWanted(other), !CorpusColumns.isPrediction(other)
            else { continue }
            // Codes beside words may count in any order, unless their name says of what.
            let isLabel = !theirs.isNumber || mine.isNumber ? CorpusColumns.mayNameLabel(other) : CorpusColumns.isAboutJunk(other)
            guard isLabel else { continue }
            throw .contradictingLabels(file: file, line: line, columns: ColumnNames.shown([key, other], isHeader: true))
        }
    }

    /// What was found of other keys may be of directions now.
    private mutating func learn(_ keys: Set<String>) {
        guard keys.count > telling.count else { return }
        telling = keys
        roles = RecentKeyRoles()
    }

    /// Refuses a file without a chosen key, once all rows are read: some rows may lack it.
    func checkColumns() throws(CorpusError) {
        guard seen.rows > 0, let role = CorpusColumns.Role.allCases.first(where: { lacks($0) }) else { return }
        throw .noColumn(file: file, line: seen.firstLine, role: role, asked: columns[role], found: seen.shown)
    }

    private func lacks(_ role: CorpusColumns.Role) -> Bool { columns[role] != nil && !seen.roles.contains(role) }

    /// `nil` without a text, or where something is wrong: the decoder then says what.
    private mutating func row(_ object: FlatObject, line: Int) -> RawRow? {
        if !roles.find(object) {
            guard let new = KeyRoles(object, columns, telling) else { return nil }
            roles.add(new)
            seen.add(new.names, columns, telling, line: line)
        }
        for (field, column) in roles.current.undecided {
            guard let word = object.fields[field].value.string, !DirectionField.areTold([word], column) else { return nil }
        }
        var part = MessagePart()
        // A row that was filled in place would be copied when it is returned.
        var text, label, language, sender, country, source, group, time, direction, weight, id, answer: String?
        for (n, field) in object.fields.enumerated() {
            guard let role = roles.current.ofField[n] else {
                // An ignored key still has to be readable.
                let isPlain = !field.value.hasEscapes && field.value.bytes.allSatisfy { $0 < 0x80 }
                guard isPlain || field.value.string != nil else { return nil }
                if n == roles.current.answers { answer = field.value.string }
                if n == roles.current.part { part.number = field.value.string }
                if n == roles.current.parts { part.total = field.value.string }
                continue
            }
            guard let value = role.isOfFewWords ? words[field.value] : field.value.string else { return nil }
            switch role {
            case .text: text = value
            case .label: label = value
            case .language: language = value
            case .sender: sender = value
            case .country: country = value
            case .source: source = value
            case .group: group = value
            case .time: time = value
            case .direction: direction = value
            case .weight: weight = value
            case .id: id = value
            }
        }
        guard let text else { return nil }
        let meaning = roles.current.meaning, way = meaning.field(direction ?? label)
        if !seen.tellsDirections, way?.direction != nil { seen.tellsDirections = true }
        return RawRow(
            line: line, text: text, label: label, isLabelNamed: true, isLabelLoose: meaning.isLabelLoose, language: language,
            sender: sender, country: country, source: source, group: group, time: time, weight: weight, id: id,
            direction: way, answer: answer,
            part: roles.current.part ?? roles.current.parts == nil ? nil : part)
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
    private static let most = 100
    /// The values of the first rows under keys without a role.
    private var sample: [[String: String]] = []
    private var keyOfRole: [CorpusColumns.Role: String] = [:]
    /// Whether a value told which way its message went.
    var tellsDirections = false
    var isSampled: Bool { sample.count >= 20 }

    var shown: [String] { ColumnNames.shown(names) }

    mutating func add(_ keys: [String], _ columns: ColumnChoice, _ telling: Set<String>, line: Int) {
        rows += 1
        if rows == 1 { firstLine = line }
        let found = columns.keys(in: keys) { name, _ in telling.contains(name) }
        roles.formUnion(found.keys)
        keyOfRole.merge(found) { first, _ in first }
        for key in keys where names.count < Self.most && !names.contains(key) { names.append(key) }
    }

    mutating func add(_ others: [String: String]) {
        if !isSampled { sample.append(others) }
    }

    func layout(_ options: CorpusOptions) -> FileLayout {
        var layout = FileLayout(hasHeader: true, found: ColumnNames.shown(names, isHeader: true))
        layout.columns = keyOfRole.compactMap { role, key in
            // Below `kind` only values tell.
            let isLoose = role == .direction && options.columns.direction(named: key) == .loose
            guard !isLoose || tellsDirections else { return nil }
            return names.firstIndex(of: key).map { FileLayout.Column(role: role, number: $0 + 1, name: layout.found[$0]) }
        }
        layout.columns.sort { $0.number < $1.number }
        layout.notice(names, sample.map { row in names.map { row[$0] ?? "" } }, options)
        return layout
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
private final class KeyRoles {
    /// The keys, concatenated, and the end of each.
    private var keys: [UInt8] = []
    private var ends: [Int] = []
    /// The role of each key; `nil` for an unknown key, or one whose role a better key has.
    private(set) var ofField: [CorpusColumns.Role?] = []
    private(set) var names: [String] = []
    /// The field of an annotator's answers.
    private(set) var answers: Int?
    /// The fields of the number of a part, and of how many there are.
    private(set) var part: Int?, parts: Int?
    private(set) var meaning = KeyMeaning()
    /// Fields that would be directions if their value were one.
    private(set) var undecided: [(field: Int, DirectionField.Column)] = []

    init() {}

    /// `nil` where keys are not UTF-8, or two are equal: the decoder decides which of them counts.
    /// Also where a key has two roles.
    init?(_ object: FlatObject, _ columns: ColumnChoice, _ telling: Set<String>) {
        names = object.fields.compactMap { $0.key.string }
        guard names.count == object.fields.count, Set(names).count == names.count else { return nil }
        var undecided: Set<String> = []
        let found = columns.keys(in: names) { name, _ in
            if !telling.contains(name) { undecided.insert(name) }
            return telling.contains(name)
        }
        guard Set(found.values).count == found.count else { return nil }
        meaning = KeyMeaning(found, columns)
        parts = names.firstIndex(where: MessagePart.isTotal)
        part = names.firstIndex { MessagePart.isNumber($0, besideTotal: parts != nil) }
        let isOpen = columns[.direction] == nil && !columns.without.contains(.direction)
        for (place, (field, name)) in zip(object.fields, names).enumerated() {
            if isOpen, undecided.contains(name), let column = CorpusColumns.saidDirection(named: name) {
                self.undecided.append((place, column))
            }
            keys += field.key.bytes
            ends.append(keys.count)
            ofField.append(found.first { $0.value == name }?.key)
            if ofField[place] == nil, CorpusColumns.isOfAnswers(name) { answers = answers ?? place }
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
