// What the user chose: written and read again, and never read wider than it was meant.

import Foundation
import SpamFilter
import Testing

@testable import MessageFilterExtension

@Suite struct FilterSettingsTests {
    private func read(_ json: String) throws -> FilterSettings { try FilterSettings(json: Data(json.utf8)) }

    @Test func whatIsWrittenIsReadAgain() throws {
        let finance = try #require(Label("transaction/finance"))
        let rules = try [
            Rule(.allow, sender: "MYBANK"), Rule(.junk, senderPrefix: "+82", contains: "[Web발신] \"\\\u{0}\u{1F600}"),
            Rule(.junk, hasImage: true),
            Rule(finance, sender: "a@bank.example", senderPrefix: "a", contains: "/", hasImage: true),
            Rule(
                finance, senderKind: .tollFree, senderCountry: "KR", word: "a", host: "bank.example", hasLink: true,
                hasImage: false,
                shorterThan: 9, longerThan: 3),
        ].map { try #require($0) }
        let allow = try [#require(Rule(.allow, sender: "MYBANK"))], deny = try [#require(Rule(.junk, host: "한국.com"))]
        for settings in [
            FilterSettings(), FilterSettings(defersToNetwork: true, rules: rules),
            FilterSettings(allow: allow, deny: deny, rules: rules),
        ] {
            #expect(try FilterSettings(json: settings.json()) == settings)
            #expect(try FilterSettings.leftOut(of: settings.json()).isEmpty)
        }
    }

    @Test func theFormatIsAsDocumented() throws {
        let text =
            #"{"_version":1,"defersToNetwork":false,"rules":[{"contains":"[Web발신]","label":"junk","senderPrefix":"+82"}]}"#
        let rule = try #require(Rule(.junk, senderPrefix: "+82", contains: "[Web발신]"))
        #expect(String(decoding: FilterSettings(rules: [rule]).json(), as: UTF8.self) == text)
        #expect(try read(text).rules == [rule])
    }

    @Test(arguments: [
        "{}", #"{"_version":1}"#, #"{"rules":null}"#, #"{"rules":[],"colour":{"a":[1]}}"#, #"{"rules":[{}]}"#,
        #"{"rules":[{"label":"junk","sender":null,"word":"a"}]}"#, #"{"deny":[{"host":"a.example","word":null}]}"#,
        #"{"allow":[{"host":"com"}],"deny":[{"contains":" "}]}"#,
        #"{"rules":[1,null,"x",[],{"label":"junk"}]}"#, #"{"rules":[{"label":"junk","sender":""}]}"#,
        #"{"rules":[{"label":"spam","sender":"A"}]}"#, #"{"rules":[{"label":"junk","sender":"A","language":"ko"}]}"#,
        #"{"rules":[{"label":"junk","sender":7,"hasImage":true}]}"#, #"{"rules":[{"label":"none","sender":"A"}]}"#,
        #"{"allow":[{"label":"allow","sender":"A"}],"deny":[{"host":"a b"}]}"#, #"{"allow":[{"host":"bänk.example"}]}"#,
        #"{"deny":[{"senderKind":"mobil"},{"hasLink":"yes"},{"longerThan":1.5},{"senderCountry":"ZZ"}]}"#,
    ])
    func aRuleThatIsNotUnderstoodIsLeftOut(json: String) throws { #expect(try read(json) == FilterSettings()) }

    /// Composed and decomposed texts are equal strings of different bytes.
    @Test(arguments: [("é", "e\u{301}"), ("e\u{301}", "é"), ("가", "\u{1100}\u{1161}"), ("\u{1100}\u{1161}", "가")])
    func canonicallyEqualRulesAreRead(_ pair: (String, String)) throws {
        let settings = try read(
            #"{"rules":[{"label":"junk","contains":"\#(pair.0)"},{"label":"junk","contains":"\#(pair.1)"}]}"#)
        #expect(settings.rules.count == 2)
        var filter = MessageFilter(rules: try RuleMatcher(settings: settings.content))
        #expect(filter.decide(Message(body: "a \(pair.1) b")).answer.action == .junk)
    }

    /// More elements than rules fit into a file are refused before they take memory, and reasons
    /// are given for the first.
    @Test(arguments: ["{}", "[]", "0", #"{"a":0}"#])
    func aListOfAnythingIsBounded(element: String) throws {
        func list(_ count: Int) -> Data {
            Data("{\"rules\":[\(Array(repeating: element, count: count).joined(separator: ","))]}".utf8)
        }
        #expect {
            try FilterSettings(json: list(30_000))
        } throws: { error in
            guard case .tooManyRules(let found)? = error as? NetworkJSONError else { return false }
            return found > 5_000
        }
        #expect(try FilterSettings(json: list(5_000)) == FilterSettings())
        #expect(try FilterSettings.leftOut(of: list(5_000)).count == 20)
    }

    @Test func wordsOfTheFileAreShownInPart() throws {
        let long = String(repeating: "x", count: 10_000)
        for rule in [#"{"label":"\#(long)","sender":"A"}"#, #"{"label":"junk","\#(long)":"A"}"#] {
            let reasons = try FilterSettings.leftOut(of: Data(#"{"rules":[\#(rule)]}"#.utf8))
            #expect(reasons.count == 1 && reasons[0].count < 400 && reasons[0].contains("xxx…"))
        }
    }

    /// What was left out can be asked for: each key and rule with what was found and what is known.
    @Test(
        arguments: [
            ("{}", []), (#"{"_version":1,"defersToNetwork":true,"rules":[{"label":"junk","sender":"A"}]}"#, []),
            (
                #"{"rulez":[],"colour":1}"#,
                ["colour: expected one of the keys _version", "rulez: expected one of the keys _version"]
            ),
            (
                #"{"rules":[{"label":"junk","sender":"A"},{"label":"junk","senders":"A"}]}"#,
                ["rules[1].senders: expected one of the keys label, sender, senderPrefix, senderSuffix"]
            ),
            (
                #"{"rules":[{"label":"spam","sender":7}]}"#,
                ["rules[0].label: expected one of allow, junk, promotion", "rules[0].sender: expected a text, found a number"]
            ),
            (
                #"{"rules":[{"label":"junk"},{"label":"junk","sender":""}]}"#,
                ["rules[0]: expected a condition, found none; known are sender", "rules[1].sender: expected a text with"]
            ),
            (
                #"{"rules":[7,{"label":"junk","sender":7},{}]}"#,
                [
                    "rules[0]: expected an object, found a number", "rules[1].sender: expected a text",
                    "rules[2].label: expected a label, found none",
                ]
            ),
            (
                #"{"deny":[{"senderKind":"mobil","hasLink":1,"shorterThan":"9"}],"allow":[{"host":"bänk.example"}]}"#,
                [
                    "allow[0].host: expected a host in plain ASCII", "deny[0].hasLink: expected true or false, found a number",
                    "deny[0].senderKind: expected one of signs, short code",
                    "deny[0].shorterThan: expected a whole number, found a text",
                ]
            ),
        ] as [(String, [String])])
    func whatIsLeftOutIsSaid(json: String, reasons: [String]) throws {
        let found = try FilterSettings.leftOut(of: Data(json.utf8))
        #expect(found.count == reasons.count)
        for (found, reason) in zip(found, reasons) { #expect(found.contains(reason), "\(found)") }
    }

    @Test(arguments: [
        ("", NetworkJSONError.notJSON), ("[]", .notJSON), ("{\"rules\":{}}", .wrongType(key: "rules")),
        (#"{"_version":2,"rules":7}"#, .version(expected: 1, found: 2)),
        (#"{"defersToNetwork":1}"#, .wrongType(key: "defersToNetwork")),
    ])
    func whatIsNoSettingsIsRefused(json: String, error: NetworkJSONError) {
        #expect(throws: error) { try read(json) }
    }
}
