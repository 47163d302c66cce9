// What tests of rules share: a message decided with a model and without one, in every way that a
// body can be read.

import Testing

@testable import SpamFilter

private let ruleModels = [TokenizerSettings(), TokenizerSettings(simplifiesHan: false)].map {
    ModelContent.sample(settings: $0).encoded()
}

/// What rules decide of a message. A model, and one that reads Han in another way, must not matter.
func ruleDecision(
    _ make: () throws -> RuleMatcher, _ message: Message, _ location: SourceLocation = #_sourceLocation
) throws -> DecidingRule? {
    var alone = MessageFilter(rules: try make())
    let decided = alone.decide(message)
    #expect(decided.verdict == nil, sourceLocation: location)
    for model in ruleModels {
        try withModel(model) { view in
            var filter = MessageFilter(Classifier(view), rules: try make())
            // The message before must not matter.
            _ = filter.decide(Message(body: "[Web발신] 대출 loan https://win.example/x \u{FFFC}", sender: "MYBANK"))
            let decision = filter.decide(message)
            #expect(decision.rule == decided.rule, "with a model", sourceLocation: location)
            if let verdict = decision.verdict {
                var classifier = Classifier(view)
                #expect(verdict.junkLogOdds == classifier.classify(message).junkLogOdds, sourceLocation: location)
            }
        }
    }
    return decided.rule
}

func meets(
    _ rule: Rule?, _ body: String, from sender: String? = nil, to country: String? = nil,
    _ location: SourceLocation = #_sourceLocation
) throws -> Bool {
    let rule = try #require(rule, sourceLocation: location)
    return try ruleDecision(
        { RuleMatcher([rule]) }, Message(body: body, sender: sender, receiverCountry: country), location) != nil
}
