// Studio: what is known of one message, and the messages like it; search.

import CorpusStore
import Foundation
import SpamFilter

/// A row of a list of messages.
public struct MessageRow: Sendable, Equatable, Codable {
    public let id: Int64
    public let label: String?
    public let text: TextLine
    /// The share of features in common with the message asked for, 0...1; `nil` in other lists.
    public let likeness: Double?

    init(_ stored: StoredMessage, likeness: Double? = nil) {
        id = stored.number
        label = stored.label?.description
        text = TextLine(stored)
        self.likeness = likeness
    }
}

/// Messages that are like one.
public struct SimilarMessages: Sendable, Equatable, Codable {
    /// The others of its template: how many have each label ("" for none), and the first few.
    public let templateLabels: [String: Int]
    public let template: [MessageRow]
    /// The most alike of other templates that have a label.
    public let nearest: [MessageRow]
}

/// A message with all that is known of it.
public struct MessageDetails: Sendable, Equatable, Encodable {
    public let message: ShownMessage
    public let history: [LabelOfHistory]
}

/// What a search found.
public struct FoundMessages: Sendable, Equatable, Codable {
    public let rows: [MessageRow]
    /// Whether there may be more than these.
    public let isCut: Bool
}

extension Studio {
    static let mostRows = 100
    private static let mostAlike = 6

    func stored(_ id: Int64) throws -> StoredMessage {
        guard let stored = try store.message(id) else { throw StudioError.noMessage(id) }
        return stored
    }

    public func details(of id: Int64) throws -> MessageDetails {
        MessageDetails(message: ShownMessage(try stored(id), shelf.asking), history: try store.labelHistory(of: id))
    }

    /// - Complexity: reads all messages, some 10 us each.
    public func similar(to id: Int64) throws -> SimilarMessages {
        let asked = try stored(id)
        let mates = try store.templateMates(of: id, most: Studio.mostAlike)
        return SimilarMessages(
            templateLabels: mates.labels, template: try rows(mates.first),
            nearest: try store.nearest(to: asked, most: Studio.mostAlike).compactMap { near in
                try store.message(near.id).map { MessageRow($0, likeness: near.likeness) }
            })
    }

    /// Messages with all the words, or the one with a number: `#40`.
    public func search(_ query: String) throws -> FoundMessages {
        // As the page prints it, too: `#1,584`.
        let digits = query.dropFirst().filter { $0 != "," }.trimmingCharacters(in: .whitespaces)
        if query.hasPrefix("#"), let id = Int64(digits) {
            return FoundMessages(rows: try rows([id]), isCut: false)
        }
        let ids = try store.search(query, limit: Studio.mostRows + 1)
        return FoundMessages(rows: try rows(ids.prefix(Studio.mostRows)), isCut: ids.count > Studio.mostRows)
    }

    private func rows(_ ids: some Sequence<Int64>) throws -> [MessageRow] {
        try ids.compactMap { try store.message($0).map { MessageRow($0) } }
    }
}
