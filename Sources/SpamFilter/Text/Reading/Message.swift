// Text: the raw message, where reading begins.

/// A message as the system hands it over: what a filter may know, and nothing else.
public struct Message: Sendable, Hashable {
    /// The text. A picture arrives as one character; U+FFFC is taken for it, and any other that is
    /// no letter, digit, sign or space where it is the whole text.
    public var body: String
    /// A number, a word such as `MYBANK`, an e-mail address; `nil` or empty when unknown.
    public var sender: String?
    /// ISO 3166-1 code of the receiver's country, such as `KR`; `nil` or empty when unknown.
    public var receiverCountry: String?

    /// A message of Swift strings. What the system does not say of sender and country is `nil`.
    public init(body: String, sender: String? = nil, receiverCountry: String? = nil) {
        self.body = body
        self.sender = sender
        self.receiverCountry = receiverCountry
    }
}

/// A message as bytes in UTF-8, whole or damaged, that somebody else owns: nothing is copied. They
/// must stay as they are while the message is in use.
public struct MessageBytes {
    /// The text in UTF-8; damaged bytes are read as U+FFFD.
    public var body: UnsafeBufferPointer<UInt8>
    /// The sender in UTF-8, as `Message.sender`; empty when unknown.
    public var sender: UnsafeBufferPointer<UInt8>
    /// The code of the receiver's country, as `Message.receiverCountry`; empty when unknown.
    public var receiverCountry: UnsafeBufferPointer<UInt8>

    /// A message of bytes that outlive it.
    public init(
        body: UnsafeBufferPointer<UInt8>, sender: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        receiverCountry: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    ) {
        self.body = body
        self.sender = sender
        self.receiverCountry = receiverCountry
    }
}

extension Message {
    /// Calls `use` with the message's bytes; a text that is no Swift string in memory is copied
    /// first.
    package func withBytes<Result>(_ use: (MessageBytes) -> Result) -> Result {
        var body = body, sender = sender ?? "", country = receiverCountry ?? ""
        return body.withUTF8 { body in
            sender.withUTF8 { sender in
                country.withUTF8 { use(MessageBytes(body: body, sender: sender, receiverCountry: $0)) }
            }
        }
    }
}
