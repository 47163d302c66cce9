// Server: one line of a batch: a message as JSON in, its answer as JSON out.
//
//     {"text":"Your parcel waits","sender":"+15550100","country":"US","id":"a"}
//     {"row":1,"id":"a","action":"none","subAction":null,"probability":0.613,"model":"mine@1f0c"}

import Foundation
import MessageFilterExtension
import SpamFilter

extension ServedModel {
    /// The answer to a line of a batch, without a line break. A line that cannot be read is
    /// answered in its place, by an error that quotes nothing of it.
    ///
    /// - Parameters:
    ///   - line: an object with a text, and sender, country and id where they are known; the id is
    ///     a text or a whole number.
    ///   - row: its number, from 1.
    ///   - count: is told the answer of a line that could be read.
    public func answer(line: Data, row: Int, count: (QueryAnswer) -> Void = { _ in }) -> String {
        do throws(NetworkJSONError) {
            return "{\"row\":\(row),\(try answer(record: line, count: count))}"
        } catch {
            return BatchLine.error("\(error)", row: row)
        }
    }

    /// The same for one message in JSON, on any number of lines.
    public func answer(message: Data, count: (QueryAnswer) -> Void = { _ in }) throws(NetworkJSONError) -> String {
        "{\(try answer(record: message, count: count))}"
    }

    private func answer(record json: Data, count: (QueryAnswer) -> Void) throws(NetworkJSONError) -> String {
        let record: BatchRecord = try decodedJSON(json, most: BatchLine.mostBytes)
        let answer = answer(Message(body: record.text, sender: record.sender, receiverCountry: record.country))
        count(answer)
        return (record.id.map { "\"id\":\($0.json)," } ?? "") + answer.fields
    }
}

public enum BatchLine {
    /// The most bytes of a line.
    public static let mostBytes = 1 << 16

    /// - Parameter reason: of this program's own words, without quotation marks.
    public static func error(_ reason: String, row: Int) -> String {
        "{\"row\":\(row),\"error\":\(jsonText(reason))}"
    }
}

/// A text as a string of JSON.
package func jsonText(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain { return "\"\(text)\"" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A text always encodes.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}

private struct BatchRecord: Decodable {
    enum ID: Decodable {
        case text(String)
        case number(Int64)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int64.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        var json: String {
            switch self {
            case .text(let text): jsonText(text)
            case .number(let number): "\(number)"
            }
        }
    }

    var text: String
    var sender: String?
    var country: String?
    var id: ID?
}
