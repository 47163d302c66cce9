// Studio: what is known of a store: a message and those like it, search, texts with several labels,
// and how far people are and agree.

import CorpusStore
import Foundation
import SpamFilter

/// Looks things up in a store.
public struct Lookup: Sendable {
    let store: CorpusStore
    let models: ModelShelf

    private static let mostAlike = 6, mostDifferences = 50, mostSearched = 1000

    func stored(_ id: Int64) throws -> StoredMessage {
        guard let stored = try store.message(id) else { throw StudioError.noMessage(id) }
        return stored
    }

    /// What is known of one message.
    public func details(of id: Int64) throws -> MessageDetails {
        MessageDetails(message: ShownMessage(try stored(id), models.asking), history: try store.labels.history(of: id))
    }

    /// The messages that are like one.
    ///
    /// - Complexity: reads all messages, some 10 us each.
    public func similar(to id: Int64) throws -> SimilarMessages {
        let asked = try stored(id)
        let mates = try store.groups.mates(of: id, most: Lookup.mostAlike)
        return SimilarMessages(
            templateLabels: mates.labels, template: try rows(mates.first),
            nearest: try store.curation.nearest(to: asked, most: Lookup.mostAlike).compactMap { near in
                try store.message(near.id).map { MessageRow($0, likeness: near.likeness) }
            })
    }

    /// Messages with all the words, or the one with a number: `#40`.
    public func search(_ query: String) throws -> FoundMessages {
        // SQLite takes no expression of any depth.
        let length = query.unicodeScalars.count
        guard length <= Lookup.mostSearched else { throw StudioError.longSearch(most: Lookup.mostSearched, found: length) }
        // To SQLite a text ends there.
        guard !query.unicodeScalars.contains("\0") else { return FoundMessages(rows: [], isCut: false) }
        // As the page prints it, too: `#1,584`.
        let digits = query.dropFirst().filter { $0 != "," }.trimmingCharacters(in: .whitespaces)
        if query.hasPrefix("#"), let id = Int64(digits) {
            return FoundMessages(rows: try rows([id]), isCut: false)
        }
        let ids = try store.curation.search(query, limit: Studio.mostRows + 1)
        return FoundMessages(rows: try rows(ids.prefix(Studio.mostRows)), isCut: ids.count > Studio.mostRows)
    }

    /// Texts that have more than one label.
    ///
    /// - Complexity: reads all messages twice.
    public func conflicts() throws -> ConflictList {
        let found = try store.curation.conflicts()
        let rows = try found.prefix(Studio.mostRows).compactMap { conflict in
            try store.message(conflict.messages[0].id).map { ConflictRow(TextLine($0), conflict) }
        }
        return ConflictList(texts: found.count, rows: rows)
    }

    /// How far labelling is, and how far people agree.
    ///
    /// - Complexity: O(labels).
    public func people() throws -> People {
        People(progress: try store.labels.progress(), agreements: try store.labels.agreements().map(row))
    }

    private func rows(_ ids: some Sequence<Int64>) throws -> [MessageRow] {
        try ids.compactMap { try store.message($0).map { MessageRow($0) } }
    }

    private func row(_ agreement: LabelAgreement) throws -> AgreementRow {
        let apart = agreement.pairs.filter { $0.first != $0.second }
        let messages = apart.flatMap { pair in pair.messages.map { ($0, pair) } }
        let differences = try messages.prefix(Lookup.mostDifferences).compactMap { id, pair in
            try store.message(id).map {
                AgreementRow.Difference(
                    message: id, text: TextLine($0), first: pair.first.description, second: pair.second.description)
            }
        }
        return AgreementRow(
            first: agreement.first, second: agreement.second, messages: agreement.count, agreed: agreement.agreed,
            kappa: agreement.kappa, junkKappa: agreement.junkKappa, differences: differences)
    }
}
