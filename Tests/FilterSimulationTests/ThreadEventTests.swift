// Lines of events: what is read, what is refused, and that the fast reader agrees with the slow
// one.

import Foundation
import SpamFilter
import Testing

@testable import FilterSimulation

/// SplitMix64, so that a line that fails comes again.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

@Suite struct ThreadEventTests {
    private func read(_ json: String) throws -> ThreadEvent {
        try Array(json.utf8).withUnsafeBufferPointer { try ThreadEvent(json: $0) }
    }

    @Test func aMessageHasAllThatAFilterMaySee() throws {
        let json =
            #"{"thread":"t","sender":"s","text":"x","country":"KR","service":"MMS","contact":true,"label":"transaction/finance","more":[1]}"#
        let message = IncomingMessage(
            thread: "t", Message(body: "x", sender: "s", receiverCountry: "KR"), service: .mms, isFromContact: true,
            label: Label("transaction/finance"))
        #expect(try read(json) == .message(message))
        #expect(try read(#"{"sender":"s","text":""}"#) == .message(IncomingMessage(thread: "s", Message(body: "", sender: "s"))))
    }

    @Test(arguments: [
        (#"{"thread":"t","reply":true}"#, ThreadEvent.reply(thread: "t")), (#"{"sender":"s","reply":true}"#, .reply(thread: "s")),
        (#"{"filter":"off"}"#, .filter(isOn: false)), (#"{"filter":"on"}"#, .filter(isOn: true)),
        (#"{"network":"up"}"#, .network(isUp: true)),
        (#"{"network":"down"}"#, .network(isUp: false)),
        (#"{"thread":"t","text":"see you","reply":true}"#, .reply(thread: "t")),
        (#"{"thread":"t","delete":true}"#, .deletion(thread: "t")), (#"{"sender":"s","delete":true}"#, .deletion(thread: "s")),
    ])
    func otherEventsAreRead(json: String, event: ThreadEvent) throws { #expect(try read(json) == event) }

    @Test(arguments: [
        ("", ThreadEventError.notAnObject), ("[]", .notAnObject), ("{", .notAnObject), ("{}", .nothing),
        (#"{"reply":false,"thread":"t"}"#, .nothing),
        (#"{"delete":false,"thread":"t"}"#, .nothing), (#"{"delete":true}"#, .noThread),
        (#"{"delete":1}"#, .wrongType(key: "delete")),
        (#"{"thread":"t","text":"x","delete":true}"#, .twoEvents), (#"{"thread":"t","reply":true,"delete":true}"#, .twoEvents),
        (#"{"text":"x"}"#, .noThread), (#"{"reply":true}"#, .noThread), (#"{"text":7}"#, .wrongType(key: "text")),
        (#"{"text":"x","sender":"s","service":"RCS"}"#, .value(key: "service", expected: "SMS, MMS or iMessage")),
        (#"{"text":"x","sender":"s","label":"spam"}"#, .unknownLabel(found: "spam")),
        (#"{"text":"x","sender":"s","label":"call me, please"}"#, .unknownLabel(found: nil)),
        (#"{"thread":"t","text":"x","filter":"off"}"#, .twoEvents), (#"{"thread":"t","text":"x","network":"up"}"#, .twoEvents),
        (#"{"thread":"t","reply":true,"filter":"off"}"#, .twoEvents), (#"{"filter":"off","network":"up"}"#, .twoEvents),
        (#"{"network":"slow"}"#, .value(key: "network", expected: "up or down")),
        (#"{"filter":"mine"}"#, .value(key: "filter", expected: "on or off")),
    ])
    func whatIsNoEventIsATypedError(json: String, error: ThreadEventError) {
        #expect(throws: error) { try read(json) }
    }

    /// Words that corpora use mean labels, and labels stay what they are.
    @Test(arguments: [("ham", Label.allow), ("junk", .junk), ("maybe", nil)] as [(String, Label?)])
    func wordsHaveTheMeaningThatIsGiven(word: String, label: Label?) throws {
        let meanings: [String: Label] = ["ham": .allow, "junk": .allow]
        for more in ["1", "[1]"] {
            let json = #"{"text":"x","sender":"s","label":"\#(word)","more":\#(more)}"#
            let event = try? Array(json.utf8).withUnsafeBufferPointer { try ThreadEvent(json: $0, meaning: { meanings[$0] }) }
            #expect(event == label.map { .message(IncomingMessage(thread: "s", Message(body: "x", sender: "s"), label: $0)) })
        }
    }

    /// The fast reader never disagrees with JSONDecoder, on random lines of JSON tokens, valid or
    /// not.
    @Test func plainLinesAreReadAsJSONDecoderReadsThem() throws {
        let pieces = [
            "{", "}", ",", ":", " ", "\t", "true", "false", "null", "7", "[]", #""text""#, #""sender""#, #""thread""#,
            #""reply""#, #""delete""#, #""contact""#,
            #""label""#, #""service""#, #""country""#, #""filter""#, #""network""#, #""other""#, #""한글 😀""#, #""\n""#,
            #""\u00e9""#, "\"", "\u{1}",
        ]
        let whole = [
            #""text":"a""#, #""thread" : "b""#, #""contact":true"#, #""reply":false"#, #""delete":true"#, #""label":"junk""#,
            #""sender":"+1""#,
            #""lang":"ko""#, #""template":"t\n1""#,
        ]
        var random = SeededNumbers(state: 9)
        var plain = 0
        for i in 0..<20_000 {
            var line =
                "{"
                + (0..<Int.random(in: 1...4, using: &random)).map { _ in whole.randomElement(using: &random)! }.joined(
                    separator: ",") + "}"
            if i % 2 == 0 {
                let place = line.indices.randomElement(using: &random)!
                let end = Bool.random(using: &random) ? place : line.index(after: place)
                line.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!)
            }
            var bytes = Array(line.utf8)
            if i % 16 == 0 { bytes[Int.random(in: 0..<bytes.count)] ^= UInt8.random(in: 1...255, using: &random) }
            guard let record = bytes.withUnsafeBufferPointer({ EventRecord(plain: $0) }) else { continue }
            plain += 1
            let decoded = try? JSONDecoder().decode(EventRecord.self, from: Data(bytes))
            #expect(decoded == record, "\(line)")
        }
        #expect(plain > 3_000)
    }
}
