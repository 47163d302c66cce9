// Extension: JSON version 1 of the network. Reading accepts unknown keys and any order, and every
// other deviation is a typed error. Writing gives the keys in one order and no others.

import Foundation

/// Why some bytes are not the expected JSON. Never quotes them.
public enum NetworkJSONError: Error, Equatable, CustomStringConvertible {
    /// More JSON than is read, in bytes.
    case tooLarge(most: Int, found: Int)
    /// Rules that take more memory than `FilterSettings.mostRuleBytes`, in bytes.
    case rulesTooLarge(most: Int, found: Int)
    /// More rules than there may be: the elements of a list, rules or not, or the rules of all
    /// lists.
    case tooManyRules(found: Int)
    /// No JSON in UTF-8.
    case notJSON
    /// A version that this build does not read.
    case version(expected: Int, found: Int)
    /// A value of another type than its key has. `key` is a path such as `query.message.text`.
    case wrongType(key: String)
    /// A key that stands twice in one object, where nobody can say which value counts; a path such
    /// as `deny[0].contains`, or `nil` where another wrote the JSON.
    case repeated(key: String?)
    /// A key that must be there; a path as in `wrongType`.
    case missing(key: String)

    public var description: String {
        switch self {
        case .tooLarge(let most, let found): "expected at most \(most) bytes of JSON, found \(found); send or save less"
        case .rulesTooLarge(let most, let found):
            "expected rules of at most \(most) bytes in memory, found \(found); leave some out"
        case .tooManyRules(let found): "expected a list of rules, found \(found) elements, too many for rules; leave some out"
        case .notJSON: "expected one JSON object in UTF-8, found something else; check who sent it"
        case .version(let expected, let found): "expected _version \(expected), found \(found); update this program"
        case .wrongType(let key): "expected another type of value for the key \(key); check who sent it"
        case .repeated(let key?): "expected the key \(key) once, found it twice; leave one out, or put both values into one list"
        case .repeated(nil): "expected each key once, found one twice in an object; check who sent it"
        case .missing(let key): "expected a value for the key \(key), found none; check who sent it"
        }
    }
}

/// The most bytes that are read from a network. An extension has some megabytes in all, and a long
/// SMS 2 KB.
package let mostNetworkBytes = 1 << 18

/// An object with a version.
protocol VersionedJSON: Decodable {
    /// 1 where it is missing.
    var version: Int? { get }
}

extension VersionedJSON {
    init(strictly json: Data, most: Int = mostNetworkBytes) throws(NetworkJSONError) {
        self = try decoded(json, most: most)
        let version = version ?? 1
        guard version == 1 else { throw .version(expected: 1, found: version) }
    }
}

/// Only the version: a later one may have changed everything else.
private struct VersionOnly: Decodable {
    var _version: Int?
}

/// Reads one object by the rules of all JSON that comes from a network: UTF-8, of limited length,
/// no key twice, and errors that quote nothing of it.
///
/// - Parameters:
///   - json: an object. Where it has a version, that is 1.
///   - most: bytes that it may have.
/// - Complexity: O(bytes), at most `most`.
public func decodedJSON<Value: Decodable>(_ json: Data, most: Int) throws(NetworkJSONError) -> Value {
    let value: Value = try decoded(json, most: most)
    // Whoever looked at it before may have read the other value.
    guard repeatedKey(in: json) == nil else { throw .repeated(key: nil) }
    return value
}

/// The same where a key may stand twice: the caller looks for it, or the first one will do.
func decoded<Value: Decodable>(_ json: Data, most: Int) throws(NetworkJSONError) -> Value {
    guard json.count <= most else { throw .tooLarge(most: most, found: json.count) }
    // Some decoders take UTF-16 and UTF-32 too. Both have zeros, which JSON in UTF-8 never has.
    guard !json.contains(0), String(validating: json, as: UTF8.self) != nil else { throw .notJSON }
    let decoder = JSONDecoder()
    do {
        return try decoder.decode(Value.self, from: json)
    } catch {
        // A later version may have other types, so its number comes first.
        if let version = try? decoder.decode(VersionOnly.self, from: json)._version, version != 1 {
            throw .version(expected: 1, found: version)
        }
        throw (error as? NetworkJSONError) ?? NetworkJSONError(error)
    }
}

extension NetworkJSONError {
    fileprivate init(_ error: any Error) {
        // Only our keys are named: errors of other values have no path.
        func path(_ keys: [any CodingKey]) -> String {
            keys.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
        }
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            self = context.codingPath.isEmpty ? .notJSON : .wrongType(key: path(context.codingPath))
        case DecodingError.keyNotFound(let key, let context): self = .missing(key: path(context.codingPath + [key]))
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .wrongType(key: path(context.codingPath))
        default: self = .notJSON
        }
    }
}

/// - Precondition: encoding the value cannot fail, as it cannot for strings, whole numbers and
///   lists.
func encodedJSON(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return try encoder.encode(value)
    } catch {
        preconditionFailure("a value of strings and numbers is no JSON")
    }
}
