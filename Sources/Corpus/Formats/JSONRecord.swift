// Corpus: one object of JSON as the decoder reads it, whatever the types of its values.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the keys of labels and directions say of their values.
struct KeyMeaning {
    private(set) var isLabelLoose = false
    private var direction: DirectionField.Column?

    init() {}

    init(_ keys: [CorpusColumns.Role: String], _ columns: ColumnChoice) {
        let label = columns[.label] == nil ? keys[.label] : nil
        isLabelLoose = label.map { !CorpusColumns.numbersAreLabels($0) } ?? false
        if let key = keys[.direction] {
            direction = columns.direction(named: key)
        } else if isLabelLoose, !columns.without.contains(.direction) {
            direction = label.flatMap(CorpusColumns.directionColumn)
        }
    }

    func field(_ word: String?) -> DirectionField? {
        direction.flatMap { column in word.map { DirectionField(column: column, word: $0) } }
    }
}

/// A row as in the file.
struct JSONRecord: Decodable {
    var text, label, language, sender, country, source, group, time, direction, weight, id, answer: String?
    /// All of them, in alphabetical order: the decoder does not keep that of the file.
    let keys: [String]
    let meaning: KeyMeaning
    let part: MessagePart?
    /// Keys whose values have told directions, in this row or before.
    let telling: Set<String>
    /// Values without a role, where they are asked for.
    private(set) var others: [String: String] = [:]

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
        func flag(_ name: String) -> String? { (try? object.decode(WordOrFlag.self, forKey: Key(stringValue: name)))?.word }
        var telling = decoder.userInfo[.tellingKeys] as? Set<String> ?? []
        let names = columns.keys(in: present.map(\.stringValue)) { name, column in
            if let word = flag(name), DirectionField.areTold([word], column) { telling.insert(name) }
            return telling.contains(name)
        }
        self.telling = telling
        func value<Value: Decodable>(_ type: Value.Type, _ role: CorpusColumns.Role) throws -> Value? {
            try names[role].map { try object.decode(Value.self, forKey: Key(stringValue: $0)) }
        }
        meaning = KeyMeaning(names, columns)
        if decoder.userInfo[.keepsOthers] as? Bool == true {
            let read = Set(names.values)
            for key in present where !read.contains(key.stringValue) {
                let name = key.stringValue
                // Flags of another kind, such as read or not, are no labels.
                let isFlag = CorpusColumns.numbersAreLabels(name) || CorpusColumns.meansWanted(name)
                others[name] = isFlag ? flag(name) : (try? object.decode(WordOrNumber.self, forKey: key))?.word
            }
        }
        direction = names[.direction].flatMap(flag)
        let answers = present.first { CorpusColumns.isOfAnswers($0.stringValue) && !names.values.contains($0.stringValue) }
        answer = answers.flatMap { flag($0.stringValue) }
        let total = present.first { MessagePart.isTotal($0.stringValue) }
        let number = present.first { MessagePart.isNumber($0.stringValue, besideTotal: total != nil) }
        part =
            total ?? number == nil
            ? nil : MessagePart(number: number.flatMap { flag($0.stringValue) }, total: total.flatMap { flag($0.stringValue) })
        text = try value(String.self, .text)
        label = try value(LabelWordOrList.self, .label)?.word
        language = try value(String.self, .language)
        sender = try value(WordOrNumber.self, .sender)?.word
        // What it has in common with receivers is looked for.
        if !others.isEmpty, let sender, let key = names[.sender] { others[key] = sender }
        country = try value(String.self, .country)
        source = try value(String.self, .source)
        group = try value(WordOrNumber.self, .group)?.word
        time = try value(WordOrFlag.self, .time)?.word
        weight = try value(Numeral.self, .weight)?.numeral
        // An id of another type is none: the message is good without it.
        id = (try? value(WordOrNumber.self, .id))?.word
    }
}

extension CodingUserInfoKey {
    static let columnChoice = CodingUserInfoKey(rawValue: "columns")!
    static let tellingKeys = CodingUserInfoKey(rawValue: "telling")!
    static let keepsOthers = CodingUserInfoKey(rawValue: "others")!
}

/// A string, or a whole number in its place: a sender 1588.
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

/// A string, a number, or true or false.
private struct WordOrFlag: Decodable {
    let word: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            word = String(flag)
        } else if let whole = try? value.decode(WordOrNumber.self) {
            word = whole.word
        } else {
            word = String(try value.decode(Double.self))
        }
    }
}

/// A label, or a list of one word or none, as of Doccano.
struct LabelWordOrList: Decodable {
    let word: String?
    /// A list of several words, or of places in the text.
    static let isLong = "a long list"

    init(from decoder: any Decoder) throws {
        do {
            word = try WordOrFlag(from: decoder).word
        } catch {
            guard var list = try? decoder.unkeyedContainer() else { throw error }
            let isOfLists = (try? list.nestedUnkeyedContainer()) != nil
            if isOfLists || list.count ?? 0 > 1 {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: LabelWordOrList.isLong))
            }
            word = list.isAtEnd ? nil : try list.decode(String.self)
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
