// A filter whose model and rules change while it is used: as one that was made with them.

import Testing

@testable import SpamFilter

@Suite struct ChangedFilterTests {
    private let messages = [
        Message(body: "Win at win.example/x, claim now", sender: "+15550100"), Message(body: "see you at lunch"),
        Message(body: "an image \u{FFFC}", sender: "MYBANK"), Message(body: "", sender: "MYBANK"), Message(body: ""),
    ]

    private func said(_ filter: inout MessageFilter) -> [String] { messages.map { "\(filter.decide($0))" } }

    @Test func aChangedFilterDecidesAsANewOne() throws {
        let rules = try [
            #require(Rule(.junk, host: "win.example")), #require(Rule(.allow, hasImage: true)),
            #require(Rule(.junk, word: "lunch")), #require(Rule(.allow, sender: "MYBANK")),
        ]
        try withModel(ModelContent.sample().encoded()) { model in
            var changed = MessageFilter()
            for (hasModel, count) in [(false, 3), (true, 3), (true, 0), (true, 4), (false, 4), (false, 0), (true, 3)] {
                changed.replaceClassifier(nil)
                if hasModel { changed.replaceClassifier(Classifier(model)) }
                changed.replaceRules(RuleMatcher(Array(rules.prefix(count))))
                var new = MessageFilter(hasModel ? Classifier(model) : nil, rules: RuleMatcher(Array(rules.prefix(count))))
                for _ in 0..<2 { #expect(said(&changed) == said(&new)) }
                // The other way round, which a host's rule is met by too.
                changed.replaceRules(RuleMatcher(Array(rules.prefix(1))))
                changed.replaceClassifier(hasModel ? Classifier(model) : nil)
                #expect(changed.decide(messages[0]).answer == Answer(.junk))
                #expect(changed.count(of: .model) == (hasModel ? 1 : 0) && changed.count(of: .groups) == 1)
            }
        }
    }

    /// The model can be asked alone, of what rules decide and of an empty body too.
    @Test func theModelOfAFilterSaysWhatItSaysAlone() throws {
        let rule = try #require(Rule(.junk, sender: "MYBANK"))
        try withModel(ModelContent.sample().encoded()) { model in
            var filter = MessageFilter(Classifier(model), rules: RuleMatcher([rule])), alone = Classifier(model)
            for message in messages {
                let decision = filter.decide(message), verdict = alone.classify(message)
                #expect((decision.verdict == nil) == (message.sender == "MYBANK" || message.body.isEmpty))
                if let found = decision.verdict { #expect("\(found)" == "\(verdict)") }
                let asked = filter.withClassifier { $0.classify(message) }
                #expect(asked.map { "\($0)" } == "\(verdict)")
                let expected = decision.rule == nil ? message.body.isEmpty ? .none : Answer(verdict) : Answer(.junk)
                #expect(decision.answer == expected)
            }
        }
    }
}
