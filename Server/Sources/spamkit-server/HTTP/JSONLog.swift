// HTTP: the log, one JSON object a line on standard error. Events and their numbers in; never a
// text of a message, a sender or an address.

import DeferralServer
import Foundation
import Logging

/// Writes this program's own events. Of libraries it writes warnings and errors, without their
/// metadata: what they would tell of a request, nobody has checked.
struct JSONLog: LogHandler {
    /// The label of this program's logger.
    static let label = "spamkit"

    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let isOwn: Bool

    init(label: String) {
        isOwn = label == JSONLog.label
        if !isOwn { logLevel = .warning }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields: [(String, Logger.MetadataValue)] = [
            ("time", .string(Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))),
            ("level", .string(event.level.rawValue)),
            ("event", .string(isOwn ? "\(event.message)" : "an error of a library")),
        ]
        if isOwn { fields += (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { ($0, $1) } }
        let line = "{" + fields.map { "\"\($0)\":\(JSONLog.json($1))" }.joined(separator: ",") + "}\n"
        LogStream.standardError.write(line)
    }

    /// A number as it is, all else as text.
    private static func json(_ value: Logger.MetadataValue) -> String {
        if case .stringConvertible(let number) = value, number is Int { return "\(number)" }
        return jsonText("\(value)")
    }
}
