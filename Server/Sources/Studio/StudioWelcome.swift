// Studio: what a page needs to know when it opens.

import CorpusStore

/// The first answer to a page.
public struct StudioWelcome: Sendable, Equatable, Codable {
    /// To be sent with everything that the page asks for.
    public let token: String
    /// `nil`: the page asks for a name.
    public let person: String?
    public let store: String
    /// The labels by their keys.
    public let choices: [LabelingKeys.Choice]
    public let models: [ModelSummary]
    public let jobs: [JobState]
}

extension Studio {
    public func welcome(_ session: StudioSession) -> StudioWelcome {
        StudioWelcome(
            token: session.token, person: session.person, store: storeName, choices: LabelingKeys.choices, models: models,
            jobs: jobStates)
    }
}
