// Evaluation: a value that may be undefined, as JSON. The key is always there, null where there is
// no value.

/// Has an optional property coded as null where the synthesised form would leave out its key.
@propertyWrapper
public struct OrNull<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The value; `nil` is written as null, not left out.
    public var wrappedValue: Value?

    /// Wraps a value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        let field = try decoder.singleValueContainer()
        wrappedValue = field.decodeNil() ? nil : try field.decode(Value.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var field = encoder.singleValueContainer()
        if let wrappedValue { try field.encode(wrappedValue) } else { try field.encodeNil() }
    }
}
