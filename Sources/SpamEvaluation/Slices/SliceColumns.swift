// Evaluation: what slices are cut by. The values of each message in, their numbers kept. No figure
// is formed here.

import Statistics

/// What messages can be sliced by.
public enum SliceDimension: String, CaseIterable, Hashable, Sendable, Codable {
    /// The language that the corpus names, else the script of the text.
    case lang
    /// The script of the text.
    case script
    /// Where the message was collected.
    case source
    /// The receiver's country.
    case country
    /// The true action.
    case action
    /// The true label, sub-action and all.
    case `class` = "class"
    /// Whether the model protects the true label.
    case protected
    /// How long the body is, in bands of characters.
    case length
    /// Whether there is a link; a picture.
    case link, image
    /// The kind of sender.
    case sender
    /// Whether words are hidden, and how.
    case hidden
    /// When the message was received, in UTC: `2026-03-01`, `2026-W09`, `2026-03`.
    case day, week, month

    /// Those that a report has unless others are asked for: all but times, and but countries, which
    /// languages mostly tell.
    public static let usual = allCases.filter { $0.period == nil && $0 != .country }

    /// The stretch of the calendar that messages are divided by; `nil` for anything but times.
    public var period: CalendarPeriod? { CalendarPeriod(rawValue: rawValue) }
}

/// For each message its value in each of some dimensions.
///
/// Memory: 4 bytes a message and dimension, and every different value once.
public struct SliceColumns: Sendable {
    /// The dimensions that messages have values of.
    public private(set) var dimensions: [SliceDimension]
    /// By dimension: the values met, and for each message the index of its own.
    private(set) var values: [[String]]
    private(set) var indices: [[UInt32]]
    private var indexOf: [[String: UInt32]]

    /// Columns for these dimensions, without a message.
    public init(_ dimensions: [SliceDimension]) {
        self.dimensions = dimensions
        values = dimensions.map { _ in [] }
        indices = dimensions.map { _ in [] }
        indexOf = dimensions.map { _ in [:] }
    }

    /// Adds the next message, in the order in which its outcome is added to an evaluation.
    ///
    /// - Parameter value: the message's value in a dimension; asked for each of `dimensions`.
    public mutating func add(_ value: (SliceDimension) -> String) {
        for (i, dimension) in dimensions.enumerated() {
            let value = value(dimension)
            let index = indexOf[i][value] ?? UInt32(values[i].count)
            if Int(index) == values[i].count {
                values[i].append(value)
                indexOf[i][value] = index
            }
            indices[i].append(index)
        }
    }

    /// These columns without the dimensions in which all messages have one value.
    public var telling: SliceColumns {
        var telling = self
        for i in dimensions.indices.reversed() where values[i].count < 2 {
            telling.dimensions.remove(at: i)
            telling.values.remove(at: i)
            telling.indices.remove(at: i)
            telling.indexOf.remove(at: i)
        }
        return telling
    }
}
