// Extension: what the system sends to the app's server when the extension defers, and the answer.
//
//     {"_version":1,"query":{"sender":"14085550001","message":{"text":"This is a message"}},
//      "app":{"version":"1.1"}}
//     {"_version":1,"action":"transaction","subAction":"finance"}

import Foundation
import SpamFilter

/// A query as it reaches the server. The system writes it; `json()` is for simulations and for
/// tests of a server.
public struct NetworkQuery: Sendable, Hashable {
    /// The sender, as far as the system gives it; `nil` where it does not.
    public var sender: String?
    /// The text of the message; `nil` where it is missing.
    public var text: String?
    /// The app's build number, CFBundleVersion; `nil` where it is missing. It is not looked at.
    public var appVersion: String?

    /// A query of what is known.
    public init(sender: String? = nil, text: String? = nil, appVersion: String? = nil) {
        self.sender = sender
        self.text = text
        self.appVersion = appVersion
    }

    /// Reads a query. Sender, message and app may be missing or null.
    ///
    /// - Throws: `tooLarge` above 256 KiB, `notJSON`, `version`, `wrongType` or `repeated`.
    public init(json: Data) throws(NetworkJSONError) {
        let record = try QueryRecord(strictly: json)
        guard repeatedKey(in: json) == nil else { throw .repeated(key: nil) }
        self.init(sender: record.query?.sender, text: record.query?.message?.text, appVersion: record.app?.version)
    }

    /// The query as the system sends it, for tests of a server.
    public func json() -> Data {
        encodedJSON(
            QueryRecord(
                version: 1, query: .init(sender: sender, message: text.map { .init(text: $0) }),
                app: appVersion.map { .init(version: $0) }))
    }

    /// The message as a filter reads it. The system does not send the receiver's country.
    public var message: Message { Message(body: text ?? "", sender: sender) }
}

extension Answer {
    /// Reads a server's answer: the names of `Action` and `SubAction`. An unknown action or
    /// sub-action reads as `none`.
    ///
    /// - Throws: `tooLarge` above 256 KiB, `notJSON`, `version`, `wrongType`, or `missing` without
    ///   an action.
    public init(networkJSON json: Data) throws(NetworkJSONError) {
        let record = try AnswerRecord(strictly: json)
        let action = Action.allCases.first { $0.name == record.action } ?? .none
        // Both promotions and transactions have a sub-action named `others`.
        let subAction = SubAction.allCases.first { $0.parent == action && $0.name == record.subAction }
        self.init(action, subAction ?? .none)
    }

    /// The answer as a server sends it.
    public func networkJSON() -> Data {
        encodedJSON(AnswerRecord(version: 1, action: action.name, subAction: subAction == .none ? nil : subAction.name))
    }

    /// A server's answer to a query: what `decide` says about the message, or `none` for a query of
    /// a later version or one that cannot be read.
    public static func networkJSON(answering query: Data, _ decide: (Message) -> Answer) -> Data {
        guard let query = try? NetworkQuery(json: query) else { return Answer.none.networkJSON() }
        return decide(query.message).networkJSON()
    }
}

private struct QueryRecord: VersionedJSON, Encodable {
    struct Query: Codable {
        var sender: String?
        var message: Body?
    }
    struct Body: Codable {
        var text: String?
    }
    struct App: Codable {
        var version: String?
    }

    var version: Int?
    var query: Query?
    var app: App?

    enum CodingKeys: String, CodingKey {
        case version = "_version", query, app
    }
}

extension QueryRecord {
    /// The app does not affect the answer, so one that cannot be read is left out.
    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        version = try record.decodeIfPresent(Int.self, forKey: .version)
        query = try record.decodeIfPresent(Query.self, forKey: .query)
        app = try? record.decodeIfPresent(App.self, forKey: .app)
    }
}

private struct AnswerRecord: VersionedJSON, Encodable {
    var version: Int?
    var action: String
    var subAction: String?

    enum CodingKeys: String, CodingKey {
        case version = "_version", action, subAction
    }
}

extension AnswerRecord {
    /// A sub-action that cannot be read is left out, and the action stays.
    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        version = try record.decodeIfPresent(Int.self, forKey: .version)
        action = try record.decode(String.self, forKey: .action)
        subAction = try? record.decodeIfPresent(String.self, forKey: .subAction)
    }
}
