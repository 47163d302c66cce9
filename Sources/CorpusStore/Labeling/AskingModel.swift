// Store: a model that is asked about single messages while a person labels: how unsure it is, what
// it says, and why. Messages in, opinions out; several threads may ask.

import Foundation
import SpamFilter
import SpamFilterIO

/// A model behind a lock.
public final class AskingModel: @unchecked Sendable {
    private let lock = NSLock()
    private let file: ModelFile
    private var classifier: Classifier

    /// Takes a model that is open.
    public init(_ file: consuming ModelFile) {
        classifier = Classifier(file.view)
        self.file = file
    }

    /// The model itself. Valid as long as this is kept.
    public var view: ModelView { file.view }

    /// What the model would do.
    package func verdict(_ message: Message) -> Verdict { lock.withLock { classifier.classify(message) } }

    /// Why its most probable action is that.
    package func explanation(_ message: Message) -> Explanation { lock.withLock { classifier.explain(message) } }

    /// Why a message is junk or not, whatever is most probable; as `explanation(_:)` where the
    /// model has no junk.
    public func junkExplanation(_ message: Message) -> Explanation {
        lock.withLock { classifier.explainJunk(message) ?? classifier.explain(message) }
    }

    /// 1 where junk is as probable as not, 0 where it is certain or impossible.
    public func uncertainty(_ message: Message) -> Double {
        let odds = exp(-abs(Double(verdict(message).junkLogOdds)))
        return 2 * odds / (1 + odds)
    }

    /// The most probable action, and its share in percent, from 1 to 99: nothing is certain,
    /// however sure a model is. `nil` where the model has no such class.
    public func mostProbable(_ verdict: Verdict) -> (action: Action, percent: Int?) {
        let classes = file.view.classes, action = Label(verdict.label.action)
        let share = (0..<classes.count).first { classes.label($0) == action }.map { Double(verdict.probabilities[$0]) }
        return (verdict.label.action, share.map { min(99, max(1, Int(($0 * 100).rounded()))) })
    }

    /// The most probable action: `junk 83 %`.
    package func opinion(_ message: Message) -> String {
        let (action, percent) = mostProbable(verdict(message))
        return action.name + (percent.map { " \($0) %" } ?? "")
    }
}
