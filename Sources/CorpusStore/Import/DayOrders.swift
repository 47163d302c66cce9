// Store: the order of day and month in the dates of a file, such as 3/5/2025, and the times that it
// gives.

import Corpus

/// What the dates of a file say of their order. Some files have both: dates that may be either then
/// keep no time.
struct DayOrders {
    /// Once a row has told, and no other has contradicted it.
    private(set) var order: MessageTime.DayOrder?
    /// Whether a date contradicts an earlier one.
    private(set) var areTwo = false
    /// The earliest and latest time, of dates that are of one order by themselves.
    private var certain: ClosedRange<Int>?
    private var likely: ClosedRange<Int>?
    /// The messages that have a time by the order of other rows.
    private(set) var messages: [Int64] = []

    /// The earliest and latest time that was read.
    var times: ClosedRange<Int>? {
        guard !areTwo, let likely else { return certain }
        return DayOrders.range(DayOrders.range(certain, likely.lowerBound), likely.upperBound)
    }

    /// Notes what a date says of the order of all.
    mutating func meet(_ clue: MessageTime.OrderClue) {
        guard case .only(let found) = clue, !areTwo else { return }
        areTwo = order != nil && order != found
        order = areTwo ? nil : found
    }

    /// The seconds of a time, and whether they were read as UTC because it names no zone.
    mutating func read(_ time: MessageTime, _ clue: MessageTime.OrderClue) -> (seconds: Int, lacksZone: Bool)? {
        var order = order
        if case .only(let own) = clue { order = own }
        guard let found = time.read(order: order) else { return nil }
        if clue == .either {
            likely = DayOrders.range(likely, found.seconds)
        } else {
            certain = DayOrders.range(certain, found.seconds)
        }
        return found
    }

    /// Notes a message whose time depends on other rows.
    mutating func add(_ message: Int64) { messages.append(message) }

    private static func range(_ range: ClosedRange<Int>?, _ time: Int) -> ClosedRange<Int> {
        min(time, range?.lowerBound ?? time)...max(time, range?.upperBound ?? time)
    }
}
