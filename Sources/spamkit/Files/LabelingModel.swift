// A model that is asked while a person labels: how unsure it is, and what it says.

import CorpusStore
import Foundation
import SpamFilter
import SpamFilterIO

final class LabelingModel {
    private let file: ModelFile
    private var classifier: Classifier

    init(_ file: consuming ModelFile) {
        classifier = Classifier(file.view)
        self.file = file
    }

    /// 1 where junk is as probable as not, 0 where it is certain or impossible.
    func uncertainty(_ message: Message) -> Double {
        let odds = exp(-abs(Double(classifier.classify(message).junkLogOdds)))
        return 2 * odds / (1 + odds)
    }

    /// The most probable action: `junk 83 %`.
    func opinion(_ message: Message) -> String {
        let verdict = classifier.classify(message), classes = file.view.classes
        let action = Label(verdict.label.action)
        let share = (0..<classes.count).first { classes.label($0) == action }.map { Double(verdict.probabilities[$0]) }
        // Nothing is certain, however sure a model is.
        let percent = share.map { " \(min(99, max(1, Int(($0 * 100).rounded())))) %" } ?? ""
        return verdict.label.action.name + percent
    }
}

extension LabelingReason {
    /// Why a message is asked for, in a few words.
    var words: String {
        switch self {
        case .moreOfTemplate: "another one of a template"
        case .unsure: "the model is unsure"
        case .newKind: "a kind not labelled yet"
        case .firstOfTemplate: "several messages are like it"
        case .left: "nothing left tells more"
        }
    }
}
