// Contributions to private counts: what a contributor counts, its bound, and the sum.

import Corpus
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct ContributionTests {
    private let plan: PrivacyPlan

    init() throws { plan = try PrivateCounts.plan() }

    /// "ok" has the feature of the word and its n-grams; each is counted by hand.
    @Test func valuesAreThoseOfCountsTimesTheWeight() throws {
        let message = LabeledMessage(Message(body: "ok"), .junk, source: "any")
        let (plan, single) = try withCounts([counts([message, LabeledMessage(Message(body: "no ok"), .allow)])]) { views in
            let plan = try PrivacyPlan(views, features: 99, labels: [.allow, .junk], clip: 1024, noise: .discreteGaussian)
            var tallies: [UInt64: Int64] = [:]
            for cell in views[0].cells where cell.name.label == .junk {
                var features = cell.features
                while let (feature, tally) = try features.next() { tallies[feature] = tally.sum }
            }
            return (plan, tallies)
        }
        #expect(single.count == 4)
        var run = try ContributionRun(plan, contributor: "a")
        #expect(run.add(message) && run.add(message))
        let contribution = run.finish()
        let junk = Array(contribution.values[plan.stride...])
        #expect(contribution.values[..<plan.stride].allSatisfy { $0 == 0 })
        #expect(junk[0] == 2 * Int64(PrivateCountsLayout.messageUnits))
        for (place, feature) in plan.features.enumerated() {
            #expect(junk[1 + place] == 2 * (single[feature] ?? 0) * Int64(plan.weights[place]))
        }
    }

    @Test func frequentFeaturesComeFirstAndWeighLess() throws {
        let few = try PrivateCounts.plan(features: 8), many = try PrivateCounts.plan(features: 4096)
        #expect(few.featureCount == 8 && many.featureCount > 500)
        #expect(Set(few.features).isSubset(of: many.features))
        #expect(few.features == few.features.sorted() && few.weights.contains(16) && many.weights.max()! > 60)
    }

    @Test func labelsCountAsTheirActionOrAsAllowed() throws {
        func counted(_ labels: [String], _ messages: [String]) throws -> [Int64] {
            let plan = try PrivateCounts.plan(labels: labels.map { Label($0)! }, clip: 100)
            var run = try ContributionRun(plan, contributor: "a")
            for label in messages { run.add(LabeledMessage(Message(body: "ok"), Label(label)!)) }
            let values = run.finish().values
            return plan.labels.indices.map { values[$0 * plan.stride] / Int64(PrivateCountsLayout.messageUnits) }
        }
        let messages = ["promotion/coupons", "promotion/offers", "promotion/offers", "transaction/finance", "junk", "allow"]
        #expect(try counted(["allow", "junk", "promotion", "promotion/offers"], messages) == [2, 1, 1, 2])
        #expect(try counted(["allow", "junk"], messages) == [5, 1])
        #expect(try counted(["junk", "promotion"], messages) == [1, 3])
    }

    @Test(arguments: IntegerNoise.Kind.allCases, [0.5, 4, 1024])
    func normsAreWithinTheBoundAndReachIt(noise: IntegerNoise.Kind, clip: Double) throws {
        let plan = try PrivateCounts.plan(features: 500, clip: clip, noise: noise)
        let whole = try PrivateCounts.plan(features: 500, clip: 1024, noise: noise)
        for messages in [1, 3, 40] {
            let contribution = try PrivateCounts.contribution(plan, "a", messages: 0..<messages)
            let norm = try PrivateCounts.contribution(whole, "a", messages: 0..<messages).norm
            #expect(plan.isWithinBound(contribution.values, contributors: 1))
            #expect(abs(contribution.norm - min(norm, clip)) < 1e-5 * clip, "\(contribution.norm) of \(norm)")
        }
    }

    /// Whatever the numbers, also where floating point would round up.
    @Test func noVectorPassesTheBoundByAUnit() throws {
        var random = SplitMix(seed: 5)
        for noise in IntegerNoise.Kind.allCases {
            let plan = try PrivateCounts.plan(features: 3, clip: 1, noise: noise)
            for bits in [1, 8, 27, 28, 29, 40, 50] as [UInt64] {
                for _ in 0..<200 {
                    let values = (0..<plan.dimension).map { _ in random.next() >> (64 - bits) }
                    let clipped = plan.clipped(values)
                    #expect(plan.isWithinBound(clipped.map { Int64($0) }, contributors: 1), "\(values)")
                    let isWithin = plan.isWithinBound(values.map { Int64($0) }, contributors: 1)
                    #expect(!isWithin || clipped == values)
                }
            }
            let most = [UInt64](repeating: PrivateCountsLayout.mostBeforeClip, count: plan.dimension)
            #expect(plan.isWithinBound(plan.clipped(most).map { Int64($0) }, contributors: 1))
        }
    }

    @Test func millionsOfMessagesOfOneContributorAreNoTrap() throws {
        var run = try ContributionRun(plan, contributor: "a")
        for message in InventedMessages.all { for _ in 0..<2000 { run.add(message) } }
        #expect(plan.isWithinBound(run.finish().values, contributors: 1))
    }

    @Test func theSumDependsNeitherOnOrderNorOnSteps() throws {
        let parts = try (0..<6).map { try PrivateCounts.contribution(plan, "phone \($0)", messages: 7 * $0..<7 * $0 + 7) }
        let once = try PrivateCounts.sum(parts)
        let other = try PrivateCounts.sum([
            PrivateCounts.sum([parts[5], parts[2], parts[0]]), PrivateCounts.sum([parts[4], parts[1]]), parts[3],
        ])
        #expect(once.bytes == other.bytes && once.contributorCount == 6)
        for i in once.values.indices { #expect(once.values[i] == parts.reduce(0) { $0 + $1.values[i] }) }
    }

    @Test func readingGivesWhatWasWritten() throws {
        for contribution in try [
            PrivateCounts.sum(plan, contributors: 9), PrivateCounts.contribution(plan, "empty", messages: 0..<0),
        ] {
            let bytes = contribution.bytes
            #expect(try Contributions(bytes, to: plan) == contribution)
            #expect(try Contributions(bytes, to: plan).bytes == bytes)
        }
        #expect(try PrivacyPlan(plan.bytes) == plan && PrivacyPlan(plan.bytes).bytes == plan.bytes)
    }

    @Test func oneContributorIsAddedOnce() throws {
        let first = try PrivateCounts.contribution(plan, "a"), again = try PrivateCounts.contribution(plan, "a", messages: 5..<9)
        #expect(throws: PrivateCountsError.contributorTwice) { try PrivateCounts.sum([first, again]) }
        let sum = try PrivateCounts.sum([first, PrivateCounts.contribution(plan, "b")])
        #expect(throws: PrivateCountsError.contributorTwice) { try PrivateCounts.sum([sum, again]) }
    }

    @Test func filesOfOtherPlansAreRefused() throws {
        let first = try PrivateCounts.contribution(plan, "a").bytes
        for other in try [
            PrivateCounts.plan(features: 63), PrivateCounts.plan(clip: 5), PrivateCounts.plan(noise: .discreteLaplace),
            PrivateCounts.plan(labels: [.allow, .junk, Label("promotion")!]),
        ] {
            #expect(throws: PrivateCountsError.otherPlan) { try Contributions(first, to: other) }
            let contribution = try PrivateCounts.contribution(other, "b")
            #expect(throws: PrivateCountsError.otherPlan) {
                try PrivateCounts.sum([PrivateCounts.contribution(plan, "a"), contribution])
            }
        }
    }

    @Test func aContributionAboveTheBoundIsRefused() throws {
        let contribution = try PrivateCounts.contribution(plan, "a", messages: 0..<40)
        func changed(_ change: (inout [Int64]) -> Void) -> [UInt8] {
            var values = contribution.values
            change(&values)
            return Contributions(plan: plan, contributors: contribution.contributors, values: values).bytes
        }
        #expect(try Contributions(changed { _ in }, to: plan) == contribution)
        #expect(throws: PrivateCountsError.aboveClip) { try Contributions(changed { $0[0] += 1 << 27 }, to: plan) }
        #expect(throws: PrivateCountsError.aboveClip) { try Contributions(changed { $0[0] = .max }, to: plan) }
    }

    @Test func badPlansAreRefused() throws {
        func problem(_ features: Int = 8, _ labels: [Label] = [.allow, .junk], _ clip: Double = 1, source: String = "s")
            -> PrivateCountsError?
        {
            do {
                try withCounts([counts(InventedMessages.all)]) {
                    _ = try PrivacyPlan(
                        $0, features: features, labels: labels, clip: clip, noise: .discreteGaussian, source: source)
                }
            } catch { return error as? PrivateCountsError }
            return nil
        }
        #expect(problem() == nil)
        #expect(problem(0) == .tooManyFeatures(asked: 0, most: 1 << 20))
        #expect(problem(1 << 21) == .tooManyFeatures(asked: 1 << 21, most: 1 << 20))
        #expect(problem(8, [.junk, .junk]) == .tooFewLabels(found: 1))
        for clip in [0, -1, .nan, .infinity, 1e9] {
            if case .clip = problem(8, [.allow, .junk], clip) {} else { Issue.record("\(clip)") }
        }
        #expect(problem(source: "") == .source(bytes: 0, most: 256))
        #expect(throws: PrivateCountsError.noPublicFeatures) {
            try withCounts([counts([LabeledMessage]())]) {
                try PrivacyPlan($0, features: 8, labels: [.allow, .junk], clip: 1, noise: .discreteGaussian)
            }
        }
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(try plan.contributor(composed) == plan.contributor(decomposed))
        #expect(throws: PrivateCountsError.contributorName) { try ContributionRun(plan, contributor: "").finish() }
    }
}
