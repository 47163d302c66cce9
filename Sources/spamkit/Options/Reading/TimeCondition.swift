// A condition of the time of a message, such as time>=2026-01-01: its spelling in; whether a time
// holds it, out.

import ArgumentParser
import Corpus

struct TimeCondition: Equatable {
    enum Relation: String, CaseIterable {
        // The longer ones first, as they are looked for in this order.
        case atLeast = ">=", atMost = "<=", above = ">", below = "<"
    }

    let relation: Relation
    /// The time as it was spelled.
    let spelling: String
    /// The first second that is meant, and the one after the last: a date is a whole day.
    private let first, end: Int

    /// `nil` for another key than `time`.
    init?(parsing spelling: String) throws {
        let key = "time"
        guard spelling.hasPrefix(key), let sign = spelling.dropFirst(key.count).first, "=<>".contains(sign) else { return nil }
        let rest = spelling.dropFirst(key.count)
        guard let relation = Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            throw ValidationError("expected time and one of >= <= > <, such as time>=2026-01-01, found \(spelling)")
        }
        let text = rest.dropFirst(relation.rawValue.count).trimmingCharacters(in: .whitespaces)
        guard let seconds = MessageTime.seconds(text) else {
            throw ValidationError(
                "expected a time in UTC such as 2026-01-01 or 2026-01-01T10:20:30Z, found \(spelling) (spamkit help times)")
        }
        (self.relation, self.spelling, first) = (relation, text, seconds)
        end = seconds + (text.contains(":") || seconds % 86_400 != 0 ? 1 : 86_400)
    }

    /// A time that is not there, or not read, holds no condition.
    func holds(_ time: MessageTime?) -> Bool {
        guard let seconds = time?.secondsByItself else { return false }
        return switch relation {
        case .atLeast: seconds >= first
        case .atMost: seconds < end
        case .above: seconds >= end
        case .below: seconds < first
        }
    }
}
