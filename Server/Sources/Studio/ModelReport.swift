// Studio: the report of a model on the store's labels, as a page of its own.

import Corpus
import CorpusStore
import EvaluationPage
import Experiments
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// A report, and what a server's policy must allow for it.
public struct StudioReport: Sendable {
    public let html: String
    /// The `Content-Security-Policy` of the page: its own style and script, and nothing else.
    public let policy: String
}

/// Measures models on the labels of a store.
public struct ModelReport: Sendable {
    let store: CorpusStore
    let storeName: String
    let models: ModelShelf
    let job: Job<StudioReport>

    /// Measures a model; see `last`.
    ///
    /// - Throws: `StudioError.noModel` or `busy`.
    public func start(of number: Int) throws(StudioError) {
        let model = try models.model(number)
        try job.start { try report(of: model, $0) }
    }

    /// The last report.
    public func last() throws(StudioError) -> StudioReport { try job.last() }

    private func report(of model: StudioModel, _ job: JobHandle) throws -> StudioReport {
        let view = model.asking.view
        var classifier = Classifier(view)
        let classes = view.labels
        let test = TestSet(SliceDimension.usual, protected: view.policy.protected.labels, keepsMessages: false)
        var evaluation = Evaluation(), senders = SenderHistory(), mistakes = MistakeList(), wanted = WantedMessages()
        var seen = SeenMessages(view)
        try store.forEachMeasured(heldOut: model.isTrainedHere, job) { stored, message in
            let outcome = Outcome(truth: message.label, classifier.classify(message.message), view.policy, classes: classes)
            evaluation.add(outcome)
            seen.add(message.message)
            senders.add(outcome, sender: message.message.sender)
            test.add(message, traits: classifier.traits)
            wanted.add(message)
            mistakes.add(message, outcome, place: "#\(stored.number)")
        }
        guard evaluation.n > 0 else { throw StudioError.noLabels }
        try mistakes.order()
        var report = EvaluationReport(evaluation)
        report.protected = Set(view.policy.protected.labels)
        report.wantedGroups = try wanted.groups(of: evaluation)
        report.slices = test.slices(of: evaluation, asked: false)
        report.senders = senders.figures
        report.trace = TrainingTrace(own: seen.own, background: seen.background)
        var page = HTMLReport(
            model: model.name, testSet: [storeName], report: report, curve: evaluation.operatingCurve(protecting: true),
            cutoffs: PageCutoffs(view.policy, maxFalseJunk: ModelCard(view)?.maxFalseJunk))
        page.part = model.isTrainedHere ? "held out" : nil
        page.card = [CardFact(name: "size", value: "\(grouped(view.byteCount)) bytes")]
        page.card.append(CardFact(name: "classes", value: classes.map(\.description).joined(separator: ", ")))
        page.mistakes = mistakes.explained(by: view)
        let nonce = randomToken()
        page.nonce = nonce
        return StudioReport(
            html: page.html(),
            policy: "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; \(StudioPolicy.common)")
    }
}
