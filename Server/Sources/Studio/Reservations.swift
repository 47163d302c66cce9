// Studio: which message is in front of whom, so that two people are not asked about one at once.

import CorpusStore
import Foundation
import Synchronization

/// The messages that people look at.
final class Reservations: Sendable {
    /// Whoever has not asked for so long looks at nothing any more.
    private static let secondsReserved = 600.0

    private let reserved = Mutex<[String: (id: Int64, until: Date)]>([:])

    /// Chooses a message for a person and notes that they look at it. People choose one after
    /// another.
    ///
    /// - Parameter choose: gets the messages that others look at.
    func choose(for person: String, _ choose: (Set<Int64>) throws -> StoredMessage?) throws -> StoredMessage? {
        try reserved.withLock { reserved in
            let now = Date()
            let others = reserved.filter { $0.key != person && $0.value.until > now }
            let stored = try choose(Set(others.values.map(\.id)))
            reserved[person] = stored.map { ($0.number, now.addingTimeInterval(Reservations.secondsReserved)) }
            return stored
        }
    }

    /// The person looks at nothing that others may be asked about.
    func end(for person: String) { reserved.withLock { $0[person] = nil } }
}
