// Evaluation: one figure as every kind of page takes it.

import Statistics

package typealias Limits = (lower: Double, upper: Double)

/// A figure with its intervals, or why it is undefined.
package struct FigureLine: Sendable {
    package let title: String
    package let value: FigureValue
    /// The interval that follows from counts: Wilson's of a rate.
    package let exact: Limits?
    /// The interval of a bootstrap.
    package let drawn: Limits?
    package let reason: String

    package init(_ title: String, _ value: FigureValue, exact: Limits?, drawn: Limits?, reason: String) {
        (self.title, self.value, self.exact, self.drawn, self.reason) = (title, value, exact, drawn, reason)
    }

    /// A rate with its Wilson interval.
    package init(_ title: String, _ rate: Rate, ifUndefined reason: String) {
        self.init(title, .rate(rate), exact: rate.interval95.map { ($0.lower, $0.upper) }, drawn: nil, reason: reason)
    }
}
