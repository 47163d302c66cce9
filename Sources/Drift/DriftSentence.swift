// Drift: what a comparison found, in a sentence. Findings in, English out.

import Statistics

extension DriftComparison {
    /// How far the strongest alarm is above its limit, as a ratio; 0 without one.
    var strength: Double { alarms.map { $0.lower / max($0.limit, 1e-6) }.max() ?? 0 }

    /// The alarm to tell first: what is unknown, a scheme, and then what else changed; `nil`
    /// without any.
    public var leadingAlarm: DriftFinding? {
        let order: [DriftFacet] = [
            .unknown, .unfamiliarTemplates, .unfamiliarMessages, .unfamiliarity, .unsure, .scripts, .scores, .actions, .lengths,
            .signals,
        ]
        return order.lazy.compactMap { facet in alarms.first { $0.facet == facet } }.first
    }

    /// What to think of it, in one English sentence. It has no capital at its beginning, so that a
    /// time may come before it.
    public var sentence: String {
        guard counts.messages > 0 else { return "there are no messages to compare." }
        guard let alarm = leadingAlarm else {
            return
                "what comes in is like what the model was trained on, as far as \(counted(counts.messages, "message")) can tell."
        }
        let label = "label 50 of them and train anew."
        switch alarm.facet {
        case .unknown:
            return
                "a message is on average \(share(alarm.value)) made of what this model never learned, where \(share(alarm.expected ?? 0)) was expected; \(label)"
        case .unfamiliarTemplates, .unfamiliarMessages:
            return
                "\(share(alarm.value)) of the \(alarm.facet == .unfamiliarMessages ? "messages" : "templates") are of words this model never saw, where \(share(alarm.expected ?? 0)) was expected; \(label)"
        case .unfamiliarity:
            return
                "the least familiar messages are \(decimal(alarm.value, places: 1)) times as far from what the model learned as expected; \(label)"
        case .unsure:
            return
                "the model is unsure about \(share(alarm.value)) of the messages, where \(share(alarm.expected ?? 0)) was expected; \(label)"
        case .scripts: return "messages are in other scripts than in training (\(index(alarm))); \(label)"
        case .scores: return "junk scores are spread otherwise than in training (\(index(alarm))); label 50 messages and measure."
        case .actions:
            return "the shares of actions are others than in training (\(index(alarm))); label 50 messages and measure."
        case .lengths: return "messages are of other lengths than in training (\(index(alarm)))."
        case .signals: return "links or hidden words are more or less common than in training (\(index(alarm)))."
        }
    }

    private func share(_ value: Double) -> String { "\(percent((value * 1000).rounded() / 1000)) %" }

    private func index(_ finding: DriftFinding) -> String { "stability index \(decimal(finding.value, places: 2))" }
}

extension DriftFacet {
    /// The name in tables and reports, such as `unsure`.
    public var title: String {
        switch self {
        case .unfamiliarTemplates: "unfamiliar templates"
        case .unfamiliarMessages: "unfamiliar messages"
        case .unfamiliarity: "unfamiliarity"
        case .unknown: "unknown features"
        case .unsure: "unsure"
        case .actions: "index: actions"
        case .scores: "index: junk scores"
        case .lengths: "index: lengths"
        case .scripts: "index: scripts"
        case .signals: "index: links, tricks"
        }
    }
}
