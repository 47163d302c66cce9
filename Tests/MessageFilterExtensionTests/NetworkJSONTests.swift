// JSON version 1: strict when writing, lenient when reading, and safe against hostile bytes.

import Foundation
import SpamFilter
import Testing

@testable import MessageFilterExtension

@Suite struct NetworkQueryTests {
    @Test func theSystemsOwnExampleIsRead() throws {
        let json =
            #"{"_version":1,"query":{"sender":"14085550001","message":{"text":"This is a message"}},"app":{"version":"1.1"}}"#
        let query = try NetworkQuery(json: Data(json.utf8))
        #expect(query == NetworkQuery(sender: "14085550001", text: "This is a message", appVersion: "1.1"))
        #expect(query.message == Message(body: "This is a message", sender: "14085550001"))
    }

    @Test(
        arguments: [
            (#"{"app":{"version":"1.1"},"query":{"message":{"text":"a"},"sender":"b"},"_version":1}"#, "b", "a"),
            (#"{"_version":1,"query":{"message":{"text":"a","lang":null},"sender":"b","x":[{}]},"more":1.5e3}"#, "b", "a"),
            (#"{"_version":1,"query":{"message":{"text":"a"}}}"#, nil, "a"),
            (#"{"_version":1,"query":{"sender":"b"}}"#, "b", nil),
            (#"{"query":{"sender":null,"message":null},"app":null}"#, nil, nil), ("{}", nil, nil), (" \n{ } ", nil, nil),
            (#"{"query":{"message":{"text":"a"}},"app":7}"#, nil, "a"),
            (#"{"query":{"sender":"b"},"app":{"version":2}}"#, "b", nil),
            (#"{"_version":1.0,"query":{"message":{"text":"\u00e9\ud83d\ude00\/"}}}"#, nil, "é😀/"),
        ] as [(String, String?, String?)])
    func unknownKeysAnyOrderAndMissingPartsAreFine(json: String, sender: String?, text: String?) throws {
        let query = try NetworkQuery(json: Data(json.utf8))
        #expect(query.sender == sender && query.text == text)
    }

    @Test(arguments: [
        ("", NetworkJSONError.notJSON), ("null", .notJSON), ("[]", .notJSON), ("{", .notJSON), ("{}{}", .notJSON),
        ("\u{FEFF}", .notJSON),
        (#"{"query":7}"#, .wrongType(key: "query")),
        (#"{"query":{"message":{"text":1}}}"#, .wrongType(key: "query.message.text")),
        (#"{"_version":2}"#, .version(expected: 1, found: 2)),
        (#"{"_version":2,"query":"new"}"#, .version(expected: 1, found: 2)),
        (#"{"_version":0}"#, .version(expected: 1, found: 0)), (#"{"_version":"1"}"#, .wrongType(key: "_version")),
        (#"{"_version":1e99}"#, .notJSON),
        // A lone surrogate is no character, so this is no text.
        (#"{"query":{"sender":"\ud800"}}"#, .notJSON), (#"{"query":{"sender":"\udc00x"}}"#, .notJSON),
        (#"{"query":{"sender":"\ud800\ud800"}}"#, .notJSON),
        (#"{"query":{"sender":"a","sender":"b"}}"#, .repeated(key: nil)), (#"{"query":{},"que\u0072y":{}}"#, .repeated(key: nil)),
        (#"{"x":[{"y":1,"y":2}],"query":{}}"#, .repeated(key: nil)),
    ])
    func whatIsNoQueryIsATypedError(json: String, error: NetworkJSONError) {
        #expect(throws: error) { try NetworkQuery(json: Data(json.utf8)) }
        let answer = Answer.networkJSON(answering: Data(json.utf8)) { _ in Answer(.junk) }
        #expect(String(decoding: answer, as: UTF8.self) == #"{"_version":1,"action":"none"}"#)
    }

    @Test(arguments: [
        "", "a", "\"\\/\u{0}\u{8}\u{1F}\u{7F}\u{2028}", "한글😀\u{FFFC}\u{10FFFF}", String(repeating: "무료", count: 10_000),
    ])
    func whatIsSentIsReadAgainAndHasTheSystemsKeysAlone(text: String) throws {
        let query = NetworkQuery(sender: text, text: text, appVersion: "1.1")
        #expect(try NetworkQuery(json: query.json()) == query)
        let object = try #require(JSONSerialization.jsonObject(with: query.json()) as? [String: Any])
        #expect(Set(object.keys) == ["_version", "query", "app"] && object["_version"] as? Int == 1)
        let empty = NetworkQuery()
        #expect(String(decoding: empty.json(), as: UTF8.self) == #"{"_version":1,"query":{}}"#)
    }

    @Test func theServerAnswersWhatItDecides() throws {
        let query = NetworkQuery(sender: "1", text: Texts.junk)
        let answer = Answer.networkJSON(answering: query.json()) { message in
            #expect(message == Message(body: Texts.junk, sender: "1"))
            return Answer(.transaction, .transactionalPublicServices)
        }
        #expect(String(decoding: answer, as: UTF8.self) == #"{"_version":1,"action":"transaction","subAction":"publicServices"}"#)
    }
}

@Suite struct NetworkAnswerTests {
    @Test(arguments: Action.allCases, SubAction.allCases)
    func everyPairCrosses(action: Action, subAction: SubAction) throws {
        let answer = Answer(action, subAction)
        #expect(try Answer(networkJSON: answer.networkJSON()) == answer)
    }

    @Test(arguments: [
        (#"{"action":"junk","subAction":"offers"}"#, Answer(.junk)),
        (#"{"subAction":"others","action":"promotion"}"#, Answer(.promotion, .promotionalOthers)),
        (#"{"action":"transaction","subAction":"coupons","why":[]}"#, Answer(.transaction)),
        (#"{"action":"transaction","subAction":"new"}"#, Answer(.transaction)), (#"{"action":"JUNK"}"#, .none),
        (#"{"action":"scam"}"#, .none),
        (#"{"action":"none","subAction":"offers"}"#, .none), (#"{"action":"junk","subAction":7}"#, Answer(.junk)),
        (#"{"action":"promotion","subAction":["offers"]}"#, Answer(.promotion)),
    ])
    func answersAreReadLeniently(json: String, answer: Answer) throws {
        #expect(try Answer(networkJSON: Data(json.utf8)) == answer)
    }

    @Test(arguments: [
        ("{}", NetworkJSONError.missing(key: "action")), (#"{"action":2}"#, .wrongType(key: "action")), ("junk", .notJSON),
        (#"{"_version":3,"verdict":"junk"}"#, .version(expected: 1, found: 3)),
    ])
    func whatIsNoAnswerIsATypedError(json: String, error: NetworkJSONError) {
        #expect(throws: error) { try Answer(networkJSON: Data(json.utf8)) }
    }
}

@Suite struct HostileJSONTests {
    private static let hostile: [(name: String, json: Data)] = [
        ("arrays in arrays", Data(repeating: UInt8(ascii: "["), count: 200_000)),
        ("objects in objects", Data(String(repeating: #"{"query":"#, count: 20_000).utf8)),
        (
            "deep but closed",
            Data((#"{"x":"# + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000) + "}").utf8)
        ),
        (
            "a string of 10 MB",
            Data(#"{"query":{"message":{"text":""#.utf8) + Data(repeating: UInt8(ascii: "a"), count: 10 << 20)
                + Data(#""}}}"#.utf8)
        ),
        ("a string without an end", Data(#"{"query":{"sender":""#.utf8) + Data(repeating: UInt8(ascii: "\\"), count: 100_001)),
        ("damaged UTF-8", Data(#"{"query":{"sender":""#.utf8) + Data([0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80]) + Data(#""}}"#.utf8)),
        ("a long number", Data((#"{"_version":"# + String(repeating: "9", count: 100_000) + "}").utf8)),
        ("zero bytes", Data(count: 1_000)),
    ]

    /// It is a typed error as a query and as an answer, and the answer to it is none.
    @Test(arguments: hostile.indices)
    func harmfulInputIsRefused(index: Int) throws {
        let (name, json) = HostileJSONTests.hostile[index]
        #expect(throws: NetworkJSONError.self, "\(name)") { try NetworkQuery(json: json) }
        #expect(throws: NetworkJSONError.self, "\(name)") { try Answer(networkJSON: json) }
        // Settings know none of these keys and pass over what stands there, or refuse it.
        _ = try? FilterSettings(json: json)
        let none = Answer.networkJSON(answering: json) { _ in Answer(.junk) }
        #expect(try Answer(networkJSON: none) == .none)
    }

    /// Which of two equal keys counts is no matter, as long as it is one of them.
    @Test func repeatedKeysGiveOneOfTheirValues() throws {
        let json = #"{"action":"junk","action":"allow","_version":1,"_version":1}"#
        let answer = try Answer(networkJSON: Data(json.utf8))
        #expect([Action.junk, .allow].contains(answer.action))
    }

    @Test func errorsNeverSayWhatTheyFound() {
        let secret = "my secret words"
        for json in ["\(secret)", #"{"query":{"message":{"text":["\#(secret)"]}}}"#, #"{"\#(secret)":1,"query":"\#(secret)"}"#] {
            do {
                _ = try NetworkQuery(json: Data(json.utf8))
                Issue.record("expected an error")
            } catch {
                #expect(!"\(error)".contains("secret") && !error.description.contains("secret"))
            }
        }
    }
}
