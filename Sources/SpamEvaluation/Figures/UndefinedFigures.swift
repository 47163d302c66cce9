// Evaluation: why a figure has no value, in one wording. Measurements in, a clause out.

import Statistics

extension Figure {
    typealias Reason = @Sendable (Measurements) -> String

    static let empty: Reason = { _ in "no messages in the test set" }
    static let noJunk: Reason = { _ in "no junk in the test set" }
    static let noWanted: Reason = { _ in "no wanted message in the test set" }
    static let noneDecided: Reason = { _ in "no message was decided" }
    static let noSubAction: Reason = { _ in "no label has a sub-action" }

    /// Of figures that rest on the order of scores.
    static let notRanked: Reason = { measured in
        if measured.nanScores > 0 { return "scores that are not numbers: \(grouped(measured.nanScores))" }
        return (measured.confusion.junk == 0 ? noJunk : noWanted)(measured)
    }

    /// Of the logistic average.
    static let notAveraged: Reason = { measured in
        let confusion = measured.confusion
        if confusion.junk == 0 { return noJunk(measured) }
        return confusion.wanted == 0 ? noWanted(measured) : "one kind of mistake is 0 %, the other 100 %"
    }
}
