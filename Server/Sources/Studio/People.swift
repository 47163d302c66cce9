// Studio: how far labelling is, who has done it, and how far people agree.

import CorpusStore

/// The labels of two people for the same messages.
public struct AgreementRow: Sendable, Equatable, Codable {
    public struct Difference: Sendable, Equatable, Codable {
        public let message: Int64
        public let text: TextLine
        public let first: String
        public let second: String
    }

    public let first: String
    public let second: String
    public let messages: Int
    public let agreed: Int
    /// Cohen's kappa, of all labels and of junk against the rest; `nil` where it is not defined.
    public let kappa: Double?
    public let junkKappa: Double?
    /// The first messages on which they differ.
    public let differences: [Difference]
}

/// All people of a store.
public struct People: Sendable, Equatable, Codable {
    public let progress: LabelingProgress
    public let agreements: [AgreementRow]
}

extension Studio {
    private static let mostDifferences = 50

    /// - Complexity: O(labels).
    public func people() throws -> People {
        People(progress: try store.labelingProgress(), agreements: try store.agreements().map(row))
    }

    private func row(_ agreement: LabelAgreement) throws -> AgreementRow {
        let apart = agreement.pairs.filter { $0.first != $0.second }
        let messages = apart.flatMap { pair in pair.messages.map { ($0, pair) } }
        let differences = try messages.prefix(Studio.mostDifferences).compactMap { id, pair in
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
