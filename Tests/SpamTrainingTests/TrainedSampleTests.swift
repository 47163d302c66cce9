// The hashes by which a model's card recognises messages that it was trained on.

import Foundation
import LabeledMessages
import SpamFilter
import Statistics
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct TrainedSampleTests {
    private func sample(_ bodies: some Sequence<String>) -> TrainedSample {
        var sample = TrainedSample(), reader = MessageReader(TokenizerSettings()), counter = FeatureCounter()
        for body in bodies {
            counter.startMessage()
            reader.read(Message(body: body), into: &counter)
            sample.add(counter.features, counter.counts)
        }
        return sample
    }

    /// What the sample says of messages, where it can tell.
    private func told(_ sample: TrainedSample, _ bodies: some Sequence<String>) -> [Bool] {
        var reader = MessageReader(TokenizerSettings()), counter = FeatureCounter()
        return bodies.compactMap {
            counter.startMessage()
            reader.read(Message(body: $0), into: &counter)
            return sample.holds(TrainedSample.sum(counter.features, counter.counts))
        }
    }

    /// Words, since numbers of one length are one feature.
    private func body(_ i: Int) -> String { "message \(String(i, radix: 16).map { "x\($0)y" }.joined(separator: " "))" }

    @Test func fewMessagesAreAllKnown() {
        let bodies = (0..<40).map(body), sample = sample(bodies)
        #expect(told(sample, bodies) == Array(repeating: true, count: 40))
        #expect(told(sample, ["another"]) == [false] && told(TrainedSample(), ["another"]) == [false])
    }

    @Test func aCardHoldsNoLargerSample() throws {
        let bytes = Data((0..<4 * 1000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        let sample = try JSONDecoder().decode(TrainedSample.self, from: JSONEncoder().encode(bytes))
        let written = try JSONDecoder().decode(Data.self, from: JSONEncoder().encode(sample))
        #expect(written.count == 4 * TrainedSample.sizeOfPhone)
    }

    /// Of many messages a few can be told, and of these all are right, known or not.
    @Test func ofManyMessagesSomeCanBeTold() {
        let bodies = (0..<4000).map(body), sample = sample(bodies).ofLabelled
        let known = told(sample, bodies), others = told(sample, (0..<4000).map { "other " + body($0) })
        #expect(known.count >= TrainedSample.size && known.count <= 3 * TrainedSample.size && known.allSatisfy { $0 })
        #expect((20...200).contains(others.count) && !others.contains(true))
    }

    @Test func orderAndRepetitionDoNotMatter() throws {
        let bodies = (0..<500).map { body($0 % 300) }
        #expect(sample(bodies) == sample(bodies.reversed()))
        let encoded = try JSONEncoder().encode([sample(bodies).ofLabelled])
        #expect(try JSONDecoder().decode([TrainedSample].self, from: encoded) == [sample(bodies).ofLabelled])
        #expect(encoded.count < 360)
    }

    /// A card may be written by anybody.
    @Test(arguments: [#"[""]"#, #"["AAAA"]"#, #"["AAAAAAA="]"#])
    func oddBytesAreRead(json: String) throws {
        let found = try JSONDecoder().decode([TrainedSample].self, from: Data(json.utf8))
        #expect(told(found[0], ["a"]) == [false])
    }

    /// Many general messages would leave no room for the few of a phone, which are what a person
    /// measures on by mistake.
    @Test func ownMessagesAreKnownBesideALargeBackground() throws {
        func message(_ i: Int, isBackground: Bool) -> LabeledMessage {
            var message = LabeledMessage(
                Message(body: (isBackground ? "general " : "own ") + body(i)), i % 2 == 0 ? .junk : .allow)
            message.isBackground = isBackground
            return message
        }
        let own = (0..<40).map { message($0, isBackground: false) }
        let model = try TrainedModel(training: own + (0..<4000).map { message($0, isBackground: true) })
        func seen(_ messages: [LabeledMessage]) throws -> (own: Rate, background: Rate, known: Int) {
            try withModel(model.bytes) { view in
                var seen = SeenMessages(ModelCard(view), view.settings)
                for message in messages { seen.add(message.message) }
                return (seen.own, seen.background, seen.known)
            }
        }
        #expect(try seen(own).own == Rate(40, of: 40) && seen(own).known == 40)
        let ofBackground = try seen((0..<4000).map { message($0, isBackground: true) })
        #expect(ofBackground.own == Rate(0, of: 4000))
        #expect(
            ofBackground.background.count == ofBackground.background.of && ofBackground.known == ofBackground.background.count)
        #expect((64...192).contains(ofBackground.known))
        #expect(try seen((5000..<5100).map { message($0, isBackground: false) }).known == 0)
    }

    /// A sender's features depend on the country of the receivers.
    @Test(arguments: [("IN", nil), (nil, "IN"), ("IN", "IN")] as [(String?, String?)])
    func anotherCountryHidesNoMessage(trained: String?, measured: String?) throws {
        let senders = ["AXBANK", "+919800011122", "+447700900111", "57575", "1800123456"]
        func message(_ i: Int, _ country: String?) -> Message {
            Message(body: (i % 2 == 0 ? "prize " : "home ") + body(i), sender: senders[i / 2 % 5], receiverCountry: country)
        }
        let model = try train((0..<60).map { LabeledMessage(message($0, trained), $0 % 2 == 0 ? .junk : .allow) }) {
            $0.minDocumentFrequency = 1
        }
        try withModel(model.bytes) { view in
            var seen = SeenMessages(view), others = SeenMessages(view)
            for i in 0..<60 { seen.add(message(i, measured)) }
            for i in 1000..<1060 { others.add(message(i, measured)) }
            #expect(seen.own == Rate(60, of: 60) && others.own == Rate(0, of: 60))
        }
    }

    @Test func aCardWithoutASampleTellsNothing() {
        var seen = SeenMessages(ModelCard(), TokenizerSettings())
        seen.add(Message(body: "anything"))
        #expect(seen.own.of == 0 && seen.background.of == 0 && seen.known == 0)
    }
}
