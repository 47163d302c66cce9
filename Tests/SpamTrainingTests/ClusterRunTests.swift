// A training on a cluster finds what a training on one machine finds, whatever the partitions.

import Corpus
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct ClusterRunTests {
    private func settings(_ trainer: any Trainer) -> TrainingSettings {
        var settings = TrainingSettings()
        settings.trainer = trainer
        settings.maxFalseJunk = 0.5
        settings.threads = 1
        return settings
    }

    private func bytes(_ partitions: [[LabeledMessage]], _ trainer: any Trainer, folds: Int = 3) throws -> [UInt8] {
        try ClusterInMemory(partitions, settings(trainer), folds: folds).model().bytes
    }

    @Test(arguments: [0, 1, 2])
    func partitionsDoNotChangeTheModel(_ which: Int) throws {
        let trainer: any Trainer = [NaiveBayes(), LogisticRegression(), BlendedRegression()][which]
        let one = try bytes([InventedMessages.named], trainer)
        #expect(try bytes(InventedMessages.dealt(5).reversed() + [[]], trainer) == one, "an empty one among them")
    }

    @Test func naiveBayesWithoutFoldsIsThatOfOneMachine() throws {
        var alone = settings(NaiveBayes())
        alone.folds = 0
        let model = try TrainedModel(training: InventedMessages.named, alone)
        #expect(try bytes(InventedMessages.dealt(4), NaiveBayes(), folds: 1) == model.bytes)
    }

    /// With folds the cards differ: one machine's says what its messages are made of.
    @Test func naiveBayesWithFoldsHasTheWeightsAndCutoffsOfOneMachine() throws {
        var alone = settings(NaiveBayes())
        alone.folds = 3
        let model = try TrainedModel(training: InventedMessages.named, alone)
        let found = try ClusterInMemory(InventedMessages.dealt(4), settings(NaiveBayes())).model()
        #expect(found.content.features == model.content.features)
        #expect(found.content.weights == model.content.weights)
        #expect(found.content.classes == model.content.classes)
        #expect(found.content.policy == model.content.policy)
        #expect(found.promise == model.promise)
    }

    @Test(arguments: [false, true])
    func theMinimumIsThatOfOneMachine(_ isBlend: Bool) throws {
        let trainer: any Trainer = isBlend ? BlendedRegression() : LogisticRegression()
        let cluster = try ClusterInMemory(InventedMessages.dealt(3), settings(trainer))
        try cluster.advance()
        let exact = try cluster.withRows { try cluster.run.compared($0, tolerance: 1e-5) }
        #expect(exact.count > 3, "several levels of labels")
        for found in exact { #expect(abs(found.objective / found.ofOneMachine - 1) < 1e-4) }
        let usual = try cluster.withRows { try cluster.run.compared($0) }
        for found in usual { #expect(found.objective < found.ofOneMachine * (1 + 1e-4)) }
    }

    /// All that a driver knew is in the folder: each step is another driver's.
    @Test func aDriverThatStopsGoesOnToTheSameBytes() throws {
        let whole = try bytes(InventedMessages.dealt(2), BlendedRegression())
        var cluster = try ClusterInMemory(InventedMessages.dealt(2), settings(BlendedRegression())), drivers = 1
        while try cluster.advance(most: 1).next != .finish {
            let other = try ClusterInMemory(InventedMessages.dealt(2 + drivers % 2), settings(BlendedRegression()))
            other.folder.files = cluster.folder.files
            cluster = other
            drivers += 1
        }
        #expect(drivers > 5)
        #expect(try cluster.model().bytes == whole)
    }

    /// The results of a pass may come twice: the driver died before it replaced its state.
    @Test func aStepThatIsDoneAgainChangesNothing() throws {
        let cluster = try ClusterInMemory(InventedMessages.dealt(2), settings(LogisticRegression()))
        let status = try cluster.advance(most: 4)
        let before = cluster.folder.files, results = try cluster.results(status)
        _ = try cluster.run.step(results)
        let after = cluster.folder.files
        cluster.folder.files.merge(before) { $1 }
        _ = try cluster.run.step(results)
        #expect(cluster.folder.files == after)
    }

    private var small: TrainingSettings {
        var small = settings(BlendedRegression())
        small.maxBytes = 9000
        return small
    }

    /// What a search remembers of a point is what workers sum there, in both rounds.
    @Test func iteratesHoldTheGradientAtTheirPoint() throws {
        let cluster = try ClusterInMemory(InventedMessages.dealt(2), small)
        var checked: Set<Int> = [], status = try cluster.run.step([])
        while status.next != .score {
            status = try cluster.run.step(try cluster.results(status))
            let plan = try cluster.plan, files = RunFiles(folder: cluster.folder, plan: plan), state = try files.state()
            // Each round's first point, and one on its way.
            guard status.next == .sum, let descent = state.rounds[state.round][0], [1, 6].contains(descent.passes),
                let number = descent.iterates.last, let objective = try files.objectives(state.round)[0]
            else { continue }
            let found = try files.iterate(state.round, 0, number), learned = objective.weights(found.point)
            let vectors = objective.vectorCount, first = objective.classCount == 2 ? 1 : 0
            let point = PassWeights(
                pass: 0, wantsCurvature: false, problems: [0], biases: (0..<vectors).map { learned.bias[first + $0] },
                weights: (0..<vectors * objective.featureCount).map {
                    learned.weight(feature: $0 / vectors, class: first + $0 % vectors)
                })
            let rows = try cluster.prepared(InventedMessages.named).rows
            let sums = try rows.withUnsafeBytes { try GradientPass(plan, point).sums(of: PreparedRows($0, plan)) }
            let fresh = objective.iterate(found.point, sums, place: 0, vector: 0, unit: plan.problems[0].unit)
            #expect(fresh == found, "round \(state.round), pass \(descent.passes)")
            checked.insert(state.round)
        }
        #expect(checked == [0, 1])
    }

    @Test func aModelThatIsCutLearnsAgain() throws {
        let cluster = try ClusterInMemory(InventedMessages.dealt(2), small)
        let model = try cluster.model()
        let state = try #require(try cluster.folder.files[RunFiles.stateName]?.withUnsafeBytes { try RunState($0, cluster.plan) })
        #expect(state.rounds.count == 2)
        #expect(model.bytes.count <= 9000)
        #expect(model.heldFeatures < model.learnedFeatures)
        #expect(try ClusterInMemory(InventedMessages.dealt(3), small).model().bytes == model.bytes)
    }
}

@Suite struct ClusterRefusalTests {
    private func cluster(_ trainer: any Trainer = LogisticRegression()) throws -> ClusterInMemory {
        var settings = TrainingSettings()
        settings.trainer = trainer
        return try ClusterInMemory(InventedMessages.dealt(2), settings)
    }

    private func error(_ body: () throws -> Void) -> GradientError? {
        do { try body() } catch { return error as? GradientError }
        return nil
    }

    @Test func resultsOfAnotherPassAreRefused() throws {
        let cluster = try cluster()
        let first = try cluster.results(try cluster.advance(to: .sum))
        _ = try cluster.run.step(first)
        #expect(error { _ = try cluster.run.step(first) } == .otherPass(expected: 2, found: 1))
    }

    @Test func aPartitionThatIsMissingOrTwiceIsRefused() throws {
        let cluster = try cluster()
        let summaries = try cluster.results(try cluster.advance(to: .prepare))
        let count = UInt64(InventedMessages.named.count)
        #expect(
            error { _ = try cluster.run.step([summaries[0]]) }
                == .otherRows(expected: count, found: UInt64(cluster.partitions[0].count)))
        let sums = try cluster.results(try cluster.advance(to: .sum))
        guard case .otherRows(count, _) = error({ _ = try cluster.run.step(sums + [sums[1]]) }) else {
            Issue.record("expected otherRows")
            return
        }
    }

    @Test func scoresOfOtherRowsAreRefused() throws {
        let cluster = try cluster(NaiveBayes())
        let scores = try cluster.results(try cluster.advance(to: .score)), count = UInt64(InventedMessages.named.count)
        #expect(
            error { _ = try cluster.run.step([scores[0]]) }
                == .otherRows(expected: count, found: UInt64(cluster.partitions[0].count)))
        #expect(error { _ = try cluster.run.step([scores[0], scores[0]]) } != nil)
        let plan = try cluster.plan
        let models = try cluster.folder.files[RunFiles.modelsName]!.withUnsafeBytes { try FoldModels($0, plan) }
        let changed = try cluster.changed.map { messages in
            try cluster.prepared(messages).rows.withUnsafeBytes {
                try FoldScores(of: PreparedRows($0, plan), by: models, plan).encoded(plan)
            }
        }
        #expect(error { _ = try cluster.run.step(changed) } == .changedRows)
        let none = try cluster.prepared(cluster.partitions[0]).rows.withUnsafeBytes {
            try FoldScores(of: PreparedRows($0, plan), by: FoldModels([nil, nil, nil]), plan).encoded(plan)
        }
        #expect(error { _ = try cluster.run.step([none, scores[1]]) } == .otherModels)
        #expect(try cluster.run.step(scores).next == .finish)
    }

    @Test func resultsOfAnotherStepAreRefused() throws {
        let cluster = try cluster()
        let summaries = try cluster.results(try cluster.advance(to: .prepare))
        let sums = try cluster.results(try cluster.advance(to: .sum))
        #expect(error { _ = try cluster.run.step([sums[0], summaries[1]]) } == .kind(expected: "sums", found: "summary"))
        #expect(error { _ = try cluster.run.step(summaries) } == .missing("sums"))
    }

    @Test func messagesThatChangeAreRefused() throws {
        let cluster = try cluster()
        let status = try cluster.advance(to: .sum)
        let plan = try cluster.plan
        let weights = try cluster.folder.files[RunFiles.weightsName(status.pass)]!.withUnsafeBytes { try PassWeights($0, plan) }
        let results = try cluster.changed.map { messages in
            try cluster.prepared(messages).rows.withUnsafeBytes {
                try GradientPass(plan, weights).sums(of: PreparedRows($0, plan)).encoded(plan)
            }
        }
        #expect(error { _ = try cluster.run.step(results) } == .changedRows)
        var uncounted = InventedMessages.named[0]
        uncounted.source = "another"
        #expect(error { _ = try cluster.prepared([uncounted]) } == .notCounted)
    }

    @Test func otherOptionsAndTrainersAreRefused() throws {
        let cluster = try cluster()
        try cluster.advance(to: .sum)
        var settings = TrainingSettings()
        settings.trainer = LogisticRegression(.init(cost: 4))
        let folder = cluster.folder
        #expect(error { _ = try ClusterRun(settings, in: folder).step([]) } == .otherSettings)
        #expect(error { _ = try self.cluster(NBLogisticRegression()).advance() } == .trainer("nblr"))
        #expect(error { _ = try cluster.run.finish() } == .missing("results of phase sum"))
    }
}
