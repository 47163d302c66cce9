// Evaluation: what a mistake costs when it sticks to a sender. Outcomes with senders in, in the
// order of the corpus; lost messages and senders out.

import SpamFilter
import Statistics

/// What would be lost if all later messages of a sender went to Junk after its first verdict of
/// junk, as developers report of the system. One phone receives all messages in the order of the
/// corpus and answers none. Undefined values are null in JSON.
public struct SenderFigures: Hashable, Sendable, Codable {
    /// How many messages have no sender. They are left out of all that follows.
    public let withoutSender: Int
    /// How many different senders there are, as rules compare them.
    public let senders: Int
    /// Wanted messages that would be in Junk, by their own verdict or an earlier one of their
    /// sender.
    public let wantedLost: Rate
    /// Wanted messages that would be in Junk by an earlier verdict alone.
    public let laterWantedLost: Rate
    /// Senders with a wanted message in Junk, of all senders of wanted messages.
    public let wantedSendersLost: Rate
    /// Junk that its own verdict misses and an earlier one puts in Junk, of all junk.
    public let laterJunkCaught: Rate
}

/// Follows senders through a corpus.
public struct SenderHistory: Sendable {
    private struct Record {
        var isInJunk = false
        var hasWanted = false
        var hasLost = false
    }

    private var records: [SenderKey: Record] = [:]
    private var withoutSender = 0
    private var wanted = 0
    private var wantedLost = 0
    private var laterWantedLost = 0
    private var junk = 0
    private var laterJunkCaught = 0

    /// No message yet.
    public init() {}

    /// Adds the next message of the corpus.
    ///
    /// - Parameter outcome: what it is, and what was decided.
    /// - Parameter sender: as the system writes it; `nil` or without a letter or digit where it is
    ///   unknown.
    public mutating func add(_ outcome: Outcome, sender: String?) {
        guard let key = sender.map({ SenderKey($0) }), key.isUsable else {
            withoutSender += 1
            return
        }
        var record = records[key] ?? Record()
        let isStuck = record.isInJunk && outcome.action != .junk
        if outcome.action == .junk { record.isInJunk = true }
        if outcome.truth.action == .junk {
            junk += 1
            if isStuck { laterJunkCaught += 1 }
        } else {
            wanted += 1
            record.hasWanted = true
            if isStuck { laterWantedLost += 1 }
            if record.isInJunk {
                wantedLost += 1
                record.hasLost = true
            }
        }
        records[key] = record
    }

    /// What would be lost; `nil` where no message had a sender.
    public var figures: SenderFigures? {
        guard !records.isEmpty else { return nil }
        return SenderFigures(
            withoutSender: withoutSender, senders: records.count, wantedLost: Rate(wantedLost, of: wanted),
            laterWantedLost: Rate(laterWantedLost, of: wanted),
            wantedSendersLost: Rate(records.values.count { $0.hasLost }, of: records.values.count { $0.hasWanted }),
            laterJunkCaught: Rate(laterJunkCaught, of: junk))
    }
}
