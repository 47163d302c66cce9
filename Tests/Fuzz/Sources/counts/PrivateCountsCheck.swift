// Fuzzing: any bytes as private counts: a plan, contributions to a fixed plan, or a release. They
// must give a typed error, or what gives the same bytes when written again.

import Corpus
import SpamFilter
import SpamTraining

/// As the seeds have it.
let plan: PrivacyPlan = {
    var run = CountingRun()
    for (text, label) in [("see you at home", Label.allow), ("free prize at home", .junk), ("free loan", .junk)] {
        try! run.add(LabeledMessage(Message(body: text), label))
    }
    return try! run.finish().withUnsafeBytes {
        try PrivacyPlan([CountsView($0)], features: 12, labels: [.allow, .junk], clip: 1, noise: .discreteGaussian)
    }
}()

func openPrivate(_ bytes: UnsafeRawBufferPointer) {
    if let opened = try? PrivacyPlan(bytes) { precondition(opened.bytes == Array(bytes), "another plan when it is written") }
    if let opened = try? Contributions(bytes, to: plan) {
        precondition(opened.bytes == Array(bytes), "other contributions when they are written")
        precondition((try? Contributions.contributorCount(in: bytes)) == opened.contributorCount, "contributors that are none")
        var sum = ContributionSum(plan)
        try! sum.add(opened)
        precondition((try? sum.add(opened)) == nil, "a contributor is added twice")
    }
    guard let release = try? PrivateRelease(bytes) else { return }
    precondition(release.bytes == Array(bytes), "another release when it is written")
    precondition((try? PrivateRelease(adding: [release, release])) == nil, "a release is added to itself")
    let guarantee = release.guarantee
    precondition(guarantee.epsilon > 0 && guarantee.epsilon.isFinite && 0..<1 ~= guarantee.delta, "a promise that is none")
    var settings = TrainingSettings()
    settings.trainer = NaiveBayes()
    settings.maxBytes = 16 << 10
    guard let model = try? CountedCorpus(release).train(settings) else { return }
    precondition(model.bytes.withUnsafeBytes { (try? ModelView($0)) != nil }, "a model that does not open")
}
