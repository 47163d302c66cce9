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
        for count in [2, 5] {
            #expect(try bytes(InventedMessages.dealt(count), trainer) == one, "\(count) partitions")
            #expect(try bytes(InventedMessages.dealt(count).reversed() + [[]], trainer) == one, "\(count) partitions, reversed")
        }
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

    @Test func aDriverThatStopsGoesOnToTheSameBytes() throws {
        let whole = try bytes(InventedMessages.dealt(2), BlendedRegression())
        for steps in [0, 1, 2, 5, 9] {
            let cluster = try ClusterInMemory(InventedMessages.dealt(2), settings(BlendedRegression()))
            try cluster.advance(most: steps)
            // All that it knew is in the folder.
            let other = try ClusterInMemory(InventedMessages.dealt(3), settings(BlendedRegression()))
            other.folder.files = cluster.folder.files
            #expect(try other.model().bytes == whole, "after \(steps) steps")
        }
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

    @Test func aModelThatIsCutLearnsAgain() throws {
        var small = settings(BlendedRegression())
        small.maxBytes = 9000
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

    @Test func messagesThatChangeAreRefused() throws {
        let cluster = try cluster()
        let status = try cluster.advance(to: .sum)
        var changed = cluster.partitions
        changed[0][0].message.body = changed[0].last!.message.body
        changed[0][0].group = InventedMessages.named[0].group
        let plan = try cluster.plan
        let weights = try cluster.folder.files[RunFiles.weightsName(status.pass)]!.withUnsafeBytes { try PassWeights($0, plan) }
        let results = try changed.map { messages in
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
        settings.trainer = ElasticNet()
        #expect(error { _ = try self.cluster(ElasticNet()).advance() } == .trainer("lr"))
        #expect(error { _ = try cluster.run.finish() } == .missing("results of phase sum"))
    }
}
