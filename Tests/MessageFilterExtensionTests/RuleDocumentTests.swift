// Documents of rules: every mistake by its place, and what is right beside them.

import Foundation
import SpamFilter
import Testing

@testable import MessageFilterExtension

@Suite struct RuleDocumentTests {
    private func read(_ json: String) throws -> RuleDocument { try RuleDocument(json: Data(json.utf8)) }

    @Test func tiersAndListsAreRead() throws {
        let document = try read(
            #"""
            {"_version":1,"allow":[{"sender":"MYBANK"}],"deny":[{"host":"win.example"},{"word":"대출","hasLink":true}],
             "lists":[{"label":"junk","senders":"bad.txt","country":"KR","form":"compact"},{"label":"allow","hosts":"ours.txt"}],
             "rules":[{"label":"promotion/offers","contains":"sale","longerThan":9}]}
            """#)
        #expect(document.mistakes.isEmpty)
        let offers = try #require(Label("promotion/offers"))
        #expect(document.content.allow == [Rule(.allow, sender: "MYBANK")])
        #expect(document.content.deny == [Rule(.junk, host: "win.example"), Rule(.junk, word: "대출", hasLink: true)])
        #expect(document.content.rules == [Rule(offers, contains: "sale", longerThan: 9)])
        #expect(document.lists.map(\.file) == ["bad.txt", "ours.txt"] && document.lists.map(\.isAllowed) == [false, true])
        #expect(document.lists.map(\.kind) == [.senders, .hosts] && document.lists.map(\.form) == [.compact, .exact])
        #expect(document.lists.map(\.country) == ["KR", nil] && document.lists[1].path == "lists[1]")
    }

    @Test func severalPhrasesAreAList() throws {
        let document = try read(
            #"""
            {"deny":[{"contains":["majoration","rappel"]},{"word":["a"]},{"contains":[]},{"word":["a",7]},{"contains":["a",""]},
                     {"senderSuffix":"-CTAXKR","senderDomain":"gold.example"},{"senderDomain":"a b"},{"sender":["a"]}]}
            """#)
        #expect(
            document.content.deny == [
                Rule(.junk, contains: "majoration", "rappel"), Rule(.junk, word: "a"),
                Rule(.junk, senderSuffix: "-CTAXKR", senderDomain: "gold.example"),
            ])
        let places = ["deny[2].contains", "deny[3].word", "deny[4].contains", "deny[6].senderDomain", "deny[7].sender"]
        #expect(document.mistakes.map(\.path) == places)
        for rule in document.content.deny {
            let again = try read(#"{"deny":[\#(rule.json(hasLabel: false))]}"#)
            #expect(again.content.deny == [rule] && again.mistakes.isEmpty, "\(rule)")
        }
    }

    /// Decoders keep one of the values, and the other would be lost.
    @Test(arguments: [
        (#"{"deny":[{"contains":"a"}],"deny":[{"contains":"b"}]}"#, "deny"),
        (#"{"deny":[{"word":"a"},{"contains":"a","contains":"b"}]}"#, "deny[1].contains"),
        (#"{"rules":[{"label":"junk","word":"a","label":"allow"}]}"#, "rules[0].label"),
        (#"{"_version":1,"allow":[],"_version":1}"#, "_version"), (#"{"deny":[],"den\u0079":[]}"#, "deny"),
        (#"{"lists":[{"label":"junk","senders":"a","senders":"b"}]}"#, "lists[0].senders"),
        (#"{"deny":[{"word":"\"}],{\"deny"}],"allow":[{"sender":"\\"}], "deny":[]}"#, "deny"),
        (#"{"x":[[{"a":1},{"a":{"b":2,"b":3}}]]}"#, "x[0][1].a.b"),
    ])
    func aKeyThatStandsTwiceIsRefused(json: String, path: String) {
        #expect(throws: NetworkJSONError.repeated(key: path)) { try read(json) }
        #expect(throws: NetworkJSONError.repeated(key: path)) { try FilterSettings(json: Data(json.utf8)) }
    }

    @Test(arguments: [
        #"{"deny":[{"word":"a"},{"word":"a"}],"allow":[{"word":"deny"}]}"#, #"{"allow":[{"word":"a:{\"word\":1,"}]}"#, "{}",
    ])
    func keysOfTwoObjectsAreNotTwice(json: String) throws { #expect(try read(json).mistakes.isEmpty) }

    @Test func everyMistakeHasItsPlace() throws {
        let document = try read(
            #"""
            {"_version":"1","alow":[],"deny":{},"allow":[{"sender":"A","label":"junk"},{"sender":"A"}],
             "lists":[{"label":"promotion","senders":"a","hosts":"b","form":"small"},{"label":"allow","senders":"a","form":"compact"},
                      {"label":"junk","hosts":"b","country":"KR"},7,{"label":"junk","senders":"a","country":"Korea","file":"x"}],
             "rules":[{"label":"junk","senderKind":"mobil","word":7}]}
            """#)
        let places = document.mistakes.map(\.path)
        #expect(
            places == [
                "alow", "_version", "allow[0].label", "deny", "lists[0].label", "lists[0].form", "lists[0]", "lists[1].form",
                "lists[2].country", "lists[3]", "lists[4].file", "lists[4].country", "rules[0].senderKind", "rules[0].word",
            ])
        #expect(document.content.allow == [Rule(.allow, sender: "A")] && document.lists.isEmpty)
        for mistake in document.mistakes { #expect(mistake.reason.hasPrefix("expected "), "\(mistake)") }
    }

    /// `null` asks nothing, and so would make a rule wider than it was meant.
    @Test func nullIsNoValue() throws {
        let document = try read(
            #"""
            {"deny":[{"sender":null,"word":"a"},{"hasLink":null}],"rules":[{"label":null,"word":"a"}],
             "lists":[{"label":"junk","senders":"a","country":null}]}
            """#)
        #expect(
            document.mistakes.map(\.path) == [
                "deny[0].sender", "deny[1].hasLink", "lists[0].country", "rules[0].label",
            ])
        for mistake in document.mistakes { #expect(mistake.reason.hasSuffix("found null"), "\(mistake)") }
        #expect(document.content.isEmpty && document.lists.isEmpty)
    }

    @Test(arguments: [
        ("", NetworkJSONError.notJSON), ("[]", .notJSON), (#"{"_version":2,"rules":7}"#, .version(expected: 1, found: 2)),
    ])
    func whatIsNoDocumentIsRefused(json: String, error: NetworkJSONError) {
        #expect(throws: error) { try read(json) }
    }
}
