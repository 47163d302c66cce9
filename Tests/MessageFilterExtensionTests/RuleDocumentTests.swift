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
