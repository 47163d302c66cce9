// The search for settings: who wins, what it may look at, and that it goes on where it stopped.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics
import Testing

@testable import Experiments
@testable import SpamTraining

@Suite struct SettingsSearchTests {
    /// Messages of 12 words, of which one tells junk; two of each template.
    private static func corpus(_ count: Int) -> [LabeledMessage] {
        var random = SplitMix(seed: 3)
        func word(_ from: Int, _ of: Int) -> String { "w" + String(from + random.below(of), radix: 26) + "x" }
        return (0..<count).map { i in
            let isJunk = i / 2 % 3 == 0
            var words = (0..<11).map { _ in word(1000, 300) }
            words.insert(word(isJunk ? 100 : 200, 30), at: random.below(12))
            return LabeledMessage(Message(body: words.joined(separator: " ")), isJunk ? .junk : .allow, group: "\(i / 2)")
        }
    }

    private static func settings(_ change: (inout TrainingSettings) -> Void = { _ in }) -> TrainingSettings {
        var settings = TrainingSettings()
        settings.folds = 0
        (settings.tokenizer.shortestNgram, settings.tokenizer.longestNgram) = (0, 0)
        settings.trainer = NaiveBayes()
        change(&settings)
        return settings
    }

    /// Features that few messages have are forgotten: all that tell anything.
    private static let bad = settings { $0.minDocumentFrequency = 30 }
    private static let good = settings()
    private static let others = [0.01, 1.0].map { smoothing in settings { $0.trainer = NaiveBayes(.init(smoothing: smoothing)) } }

    private func search(_ candidates: [TrainingSettings], _ messages: [LabeledMessage] = corpus(600), heldOut: Double = 0.2)
        throws
        -> SettingsSearch
    {
        try SettingsSearch(messages, candidates: candidates, objective: .recall, heldOut: heldOut, leastMessages: 100)
    }

    private func run(_ search: SettingsSearch) -> SettingsSearch.Ranking {
        search.run(isOutOfTime: { false }, known: { _, _ in nil }, measured: { _ in })
    }

    @Test func theWinnerBeatsDefaultsThatAreBad() throws {
        let search = try search([SettingsSearchTests.bad, SettingsSearchTests.good] + SettingsSearchTests.others)
        #expect(search.divisors == [3, 1])
        let ranking = run(search)
        #expect(ranking.isFinished && ranking.best!.candidate != 0 && ranking.trials.count == 4)
        let lead = try #require(search.lead(of: ranking, rounds: 200))
        #expect(lead.isWon && lead.inSearch.figure == "ap" && lead.heldOut!.second! > lead.heldOut!.first! + 0.1)
        // The defaults were never dropped.
        #expect(ranking.trials.first { $0.candidate == 0 }!.divisor == 1)
    }

    @Test func equalSettingsWinNothing() throws {
        let same = try search(Array(repeating: SettingsSearchTests.good, count: 3))
        let ranking = run(same)
        #expect(ranking.best!.candidate == 0 && same.lead(of: ranking) == nil)
        // Bad ones do not win either.
        let worse = try search([SettingsSearchTests.good, SettingsSearchTests.bad])
        #expect(run(worse).best!.candidate == 0)
        // Nor does what seems better by chance.
        let alike = [0.1, 0.11].map { smoothing in
            SettingsSearchTests.settings { $0.trainer = NaiveBayes(.init(smoothing: smoothing)) }
        }
        let close = try search(alike)
        #expect(close.lead(of: run(close), rounds: 200)?.isWon != true)
    }

    /// A run that is stopped after any number of models, then run again with what it has kept,
    /// finds what one run finds.
    @Test func aSearchGoesOnWhereItStopped() throws {
        let search = try search([SettingsSearchTests.bad, SettingsSearchTests.good] + SettingsSearchTests.others)
        let whole = run(search)
        for models in [0, 2, 5, 13] {
            var kept: [[Int]: TrialFigures] = [:], left = models
            func go(_ isOutOfTime: () -> Bool) -> SettingsSearch.Ranking {
                search.run(
                    isOutOfTime: isOutOfTime, known: { kept[[$0, $1]] },
                    measured: { kept[[$0.candidate, $0.divisor]] = $0.figures })
            }
            let part = go {
                left -= 1
                return left < 0
            }
            #expect(!part.isFinished && kept.count == models / 3)
            // Of four candidates all on a third, then some on all.
            let onAll = whole.trials.count { $0.divisor == 1 }
            #expect(
                part.unfinished
                    == (kept.count < 4
                        ? .init(divisor: 3, measured: kept.count, of: 4) : .init(divisor: 1, measured: kept.count - 4, of: onAll))
            )
            let missing = 4 + whole.trials.count { $0.divisor == 1 } - kept.count
            var again = 0
            let rest = go {
                again += 1
                return false
            }
            #expect(rest.trials == whole.trials && rest.best == whole.best && rest.isFinished)
            #expect(again == missing * 3)
        }
        // Nothing of it depends on what was measured when.
        #expect(search.lead(of: whole, rounds: 100) == search.lead(of: run(search), rounds: 100))
    }

    @Test func samplesHoldWholeGroupsOfAllActionsAndNothingHeldOut() throws {
        let messages = SettingsSearchTests.corpus(1200)
        let sample = try TuningSample(messages, heldOut: 0.2, seed: 1)
        let parts = [9, 3, 1].map { sample.part($0) }
        let all = Dictionary(grouping: sample.part(1), by: \.group)
        for part in parts {
            let groups = Dictionary(grouping: part, by: \.group)
            #expect(groups.allSatisfy { $0.value.count == all[$0.key]!.count && $0.value.count == 2 })
            let share = Double(part.count { $0.message.label == .junk }) / Double(part.count)
            #expect(abs(share - 1 / 3) < 0.02, "\(share)")
        }
        #expect(abs(parts[0].count * 9 - 960) <= 36 && abs(parts[1].count * 3 - 960) <= 12 && parts[2].count == 960)
        #expect(Set(parts[0].map(\.group)).isSubset(of: parts[1].map(\.group)))
        #expect(sample.heldOut.count == 240 && sample.heldOut.allSatisfy { all[$0.group] == nil })
        #expect(try TuningSample(messages, heldOut: 0, seed: 1).heldOut.isEmpty)
        // A background that holds all of it again teaches nothing of what is held out.
        let copies = messages.map { message in
            var copy = message
            copy.isBackground = true
            return copy
        }
        let teaching = try TuningSample(messages + copies, heldOut: 0.2, seed: 1).training(1)
        #expect(teaching.count == 2 * sample.count)
        #expect(Set(teaching.map(\.group)).isDisjoint(with: sample.heldOut.map(\.group)))
        // The order of the corpus does not matter.
        let turned = try TuningSample(messages.reversed(), heldOut: 0.2, seed: 1)
        #expect(Set(turned.heldOut.map(\.group)) == Set(sample.heldOut.map(\.group)))
        #expect(try Set(TuningSample(messages, heldOut: 0.2, seed: 2).heldOut.map(\.group)) != Set(sample.heldOut.map(\.group)))
    }

    @Test func aCandidateThatCannotBeTrainedIsLast() throws {
        let impossible = SettingsSearchTests.settings { $0.maxBytes = 10 }
        let ranking = try run(search([SettingsSearchTests.good, impossible]))
        #expect(ranking.best!.candidate == 0 && ranking.trials.last!.figures.problem!.contains("no model fits"))
    }

    /// The only template of a label that must be there is not in a small part, which then decides
    /// nothing.
    @Test func aPartWithoutALabelThatIsAskedForDropsNobody() throws {
        let coupons = Label("promotion/coupons")!
        var messages = SettingsSearchTests.corpus(600)
        for i in 0..<40 {
            messages.append(
                LabeledMessage(Message(body: "shop news \(i)"), i < 20 ? coupons : Label("promotion")!, group: "p\(max(i, 19))"))
        }
        let seed = try #require(
            (1...50 as ClosedRange<UInt64>).first { seed in
                let sample = try TuningSample(messages, heldOut: 0.2, seed: seed)
                func has(_ divisor: Int) -> Bool { sample.part(divisor).contains { $0.message.label == coupons } }
                return has(1) && !has(3)
            })
        func candidate(_ trainer: any Trainer) -> TrainingSettings {
            SettingsSearchTests.settings { ($0.seed, $0.declared, $0.trainer) = (seed, [coupons], trainer) }
        }
        let search = try search([0.1, 0.2, 0.3, 0.4].map { candidate(NaiveBayes(.init(smoothing: $0))) }, messages)
        #expect(search.divisors == [3, 1])
        // In the whole some part of the cross-validation lacks it too: the one template is not in
        // it to be learned from.
        let ranking = run(search)
        #expect(ranking.isFinished && ranking.trials.map(\.divisor) == [1, 1, 1, 1])
    }

    @Test(arguments: [(100, "ap"), (2499, "ap"), (2500, "recall@0.2%"), (100_000, "recall@0.2%")])
    func recallDecidesOnTheWholeWhereEnoughWantedGroupsTell(groups: Int, figure: String) {
        func figures(_ objective: TuningObjective) -> [String] {
            [1, 3].map { objective.figure(wantedGroups: groups, divisor: $0, bound: .fifthOfAPercent).description }
        }
        #expect(figures(.recall) == [figure, "ap"])
        #expect(figures(.ap) == ["ap", "ap"] && figures(.f1) == ["f1", "f1"])
    }

    @Test(arguments: FalseJunkBound.allCases)
    func recallIsToldFromTheGroupsItNeedsOn(bound: FalseJunkBound) {
        let needed = TuningObjective.groupsNeeded(for: bound)
        let figures = [needed - 1, needed].map { TuningObjective.recall.figure(wantedGroups: $0, divisor: 1, bound: bound) }
        #expect(figures == [.averagePrecision, .recallAt(bound)])
    }

    @Test(arguments: [
        (0.00001, FalseJunkBound.tenthOfAPercent), (0.002, .fifthOfAPercent), (0.0049, .fifthOfAPercent), (1, .onePercent),
    ])
    func recallIsReadOffWithinTheBound(share: Double, bound: FalseJunkBound) {
        #expect(FalseJunkBound(within: share) == bound)
    }
}
