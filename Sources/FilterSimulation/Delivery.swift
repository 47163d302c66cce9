// Simulation: what became of one message.

import MessageFilterExtension
import SpamFilter

/// Where a message goes and why.
public struct Delivery: Sendable, Hashable {
    /// Why a message reaches the filter or does not: the first that applies.
    public enum Way: Int, Sendable, CaseIterable {
        case iMessage, contact, replied, off, filter

        public var name: String { "\(self)" }
    }

    public enum Deferral: String, Sendable {
        case notMade, answered, failed
    }

    public enum Folder: String, Sendable {
        case inbox, junk, promotions, transactions
    }

    public let way: Way
    /// The last answer of the filter; `none` where it was not asked.
    public let answer: Answer
    public let deferral: Deferral
    public let folder: Folder
    /// Whether it is in Junk for an earlier verdict and not its own.
    public let isStuck: Bool
}

extension Delivery.Folder {
    /// Where the system files a message with this answer.
    init(_ action: Action) {
        switch action {
        case .none, .allow: self = .inbox
        case .junk: self = .junk
        case .promotion: self = .promotions
        case .transaction: self = .transactions
        }
    }
}
