// What a model's card says of its messages.

import Drift
import SpamFilter
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct TrafficProfileTests {
    private static let rows = InventedMessages.all

    private static func profile(_ model: TrainedModel) throws -> TrafficProfile? {
        try withModel(model.bytes) { TrafficProfile($0) }
    }

    @Test func trainingSaysWhatItsMessagesAreMadeOf() throws {
        let model = try train(Self.rows)
        let profile = try #require(try Self.profile(model))
        #expect(profile.new.messages > 0 && profile.new.messages <= Self.rows.count)
        #expect(profile.new.templates > 0 && profile.new.templates <= profile.new.messages)
        #expect(profile.new.unknown.reduce(0, +) == profile.new.templates && profile.seen.templates == profile.new.templates)
        #expect(try withModel(model.bytes) { ModelCard($0)?.profile } == profile)
        // What was learned is known better.
        func mean(_ unknown: [Int]) -> Double {
            Double(unknown.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(unknown.reduce(0, +))
        }
        #expect(mean(profile.seen.unknown) < mean(profile.new.unknown))
    }

    @Test func messagesThatComeAgainAreOneTemplate() throws {
        let repeated = Array(Self.rows.prefix(20))
        let once = try #require(try Self.profile(train(Self.rows)))
        let again = try #require(try Self.profile(train(Self.rows + repeated + repeated + repeated)))
        #expect(again.new.messages == once.new.messages + 60 && again.new.templates == once.new.templates)
    }

    @Test(arguments: [1, 2])
    func theSameRowsHaveTheSameProfile(threads: Int) throws {
        let (first, again) = (try train(Self.rows) { $0.threads = 1 }, try train(Self.rows) { $0.threads = threads })
        #expect(first.bytes == again.bytes)
    }

    @Test func withoutFoldsOrRoomThereIsNoProfile() throws {
        #expect(try Self.profile(train(Self.rows) { $0.folds = 0 }) == nil)
        #expect(try Self.profile(train(Self.rows) { $0.maxBytes = 16 << 10 }) == nil)
    }

    @Test func aSmallModelKeepsToItsSizeWithAProfile() throws {
        let model = try train(Self.rows) { $0.maxBytes = 32 << 10 }
        #expect(try Self.profile(model) != nil && model.bytes.count <= 32 << 10)
    }

    /// The reader of a stream finds the features that training calls known; by its fingerprints
    /// maybe a few more.
    @Test func aStreamOfTrainingMessagesIsAsSeen() throws {
        let model = try train(Self.rows)
        let profile = try #require(try Self.profile(model))
        try withModel(model.bytes) { view in
            var classifier = Classifier(view), reader = TrafficReader(view, profile), counter = TrafficCounter()
            for row in Self.rows { counter.add(reader.read(row.message, classifier.classify(row.message))) }
            let seen = profile.seen.unknown, found = counter.counts.unknown
            let total = Double(found.reduce(0, +)), all = Double(seen.reduce(0, +))
            func mean(_ unknown: [Int], _ all: Double) -> Double {
                unknown.enumerated().reduce(0) { $0 + Double($1.offset * $1.element) } / all
            }
            #expect(mean(found, total) <= mean(seen, all) + 1 && mean(found, total) >= mean(seen, all) - 4)
        }
    }
}
