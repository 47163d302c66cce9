// Text: the raw message, where reading begins.

/// A message as the system hands it over: what a filter may know, and nothing else.
public struct Message: Sendable, Hashable {
    /// The text. A picture arrives as U+FFFC.
    public var body: String
    /// A number, a word such as `MYBANK`, an e-mail address; `nil` or empty when unknown.
    public var sender: String?
    /// ISO 3166-1 code of the receiver's country, such as `KR`; `nil` or empty when unknown.
    public var receiverCountry: String?

    public init(body: String, sender: String? = nil, receiverCountry: String? = nil) {
        self.body = body
        self.sender = sender
        self.receiverCountry = receiverCountry
    }
}
