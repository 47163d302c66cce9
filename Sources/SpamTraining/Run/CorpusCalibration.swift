// Training: the calibration of a model of a corpus, by folds of it or by messages set aside.

extension Learner {
    /// The calibration by folds, with false junk on sources left out, if there are any.
    ///
    /// - Parameters:
    ///   - groups: of every message.
    ///   - remembered: as of `OutOfFoldScores`.
    func calibration(
        _ groups: [UInt64], _ leftOut: SourcesLeftOut?, _ plan: ModelPlan, _ settings: TrainingSettings,
        remembering remembered: Set<Int> = []
    ) throws(TrainingError) -> OutOfFoldCalibration {
        let mostBuckets = try plan.mostBucketsBesidePromise()
        var calibration = OutOfFoldCalibration(
            foldsOf: self, groups: groups, mostBuckets: mostBuckets, settings, remembering: remembered)
        if let leftOut {
            let found = falseJunk(of: leftOut, calibration, mostBuckets: mostBuckets, threads: settings.threads)
            calibration.promise?.sourcesLeftOut = found.map { Array($0.prefix(FalseJunkPromise.mostSourcesLeftOut)) }
        }
        return calibration
    }
}

extension OutOfFoldCalibration {
    /// By models of all folds but one each, in the form of the model that is to be shipped.
    ///
    /// - Parameters:
    ///   - groups: of every message; messages of one are in one fold.
    ///   - mostBuckets: how many the feature table of each may have.
    ///   - remembered: as of `OutOfFoldScores`.
    init(
        foldsOf learner: Learner, groups: [UInt64], mostBuckets: Int, _ settings: TrainingSettings,
        remembering remembered: Set<Int> = []
    ) {
        let scores = learner.outOfFoldScores(groups, mostBuckets: mostBuckets, settings, remembering: remembered)
        let background = learner.outOfFoldScores(
            ofBackground: learner.levels.background(
                of: settings.protected, groups: groups, withActions: settings.measuresElsewhere),
            groups, mostBuckets: mostBuckets, settings)
        self.init(scores, learner.levels, settings, background: background)
        self.scores = scores
    }

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
