// Training: the calibration of a model of a corpus, by folds of it or by messages set aside.

extension Learner {
    /// The calibration by folds, with false junk on sources left out, if there are any. From then
    /// on models are learned with what scores lack by script.
    ///
    /// - Parameters:
    ///   - groups: of every message.
    ///   - remembered: as of `OutOfFoldScores`.
    mutating func calibration(
        _ groups: [UInt64], _ leftOut: SourcesLeftOut?, _ plan: ModelPlan, _ settings: TrainingSettings,
        remembering remembered: Set<Int> = []
    ) throws(TrainingError) -> OutOfFoldCalibration {
        let mostBuckets = try plan.mostBucketsBesidePromise()
        var scores = outOfFoldScores(groups, mostBuckets: mostBuckets, settings, remembering: remembered)
        scripts = ScriptOffsets(scores, features.matrix, features.vocabulary, levels)
        scores.add(scripts, features.matrix)
        let background = outOfFoldScores(
            ofBackground: levels.background(of: settings.protected, groups: groups, withLacking: settings.measuresElsewhere),
            groups, mostBuckets: mostBuckets, settings)
        var calibration = OutOfFoldCalibration(
            scores, levels, settings, background: background, source: leftOut.map { sources in { sources.name(ofRow: $0) } })
        calibration.scores = scores
        if let leftOut {
            let found = falseJunk(of: leftOut, groups, calibration, mostBuckets: mostBuckets, threads: settings.threads)
            calibration.promise?.sourcesLeftOut = found.map { Array($0.prefix(FalseJunkPromise.mostSourcesLeftOut)) }
        }
        return calibration
    }
}

extension OutOfFoldCalibration {
    /// By messages that the model has not learned from.
    ///
    /// - Parameters:
    ///   - model: reads the columns of the messages.
    ///   - kept: the calibration of wanted actions that stays; `nil` to learn it too.
    init(
        _ model: any RowScorer, on messages: borrowing CollectedCorpus, _ settings: TrainingSettings,
        keeping kept: Calibration? = nil
    ) {
        let scores = OutOfFoldScores(
            messages.matrix, labels: messages.levels.labels, groups: messages.groups, by: model)
        self.init(scores, messages.levels, settings, keeping: kept)
    }
}
