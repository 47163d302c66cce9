// Statistics: what is wrong with a value that a person spelled, such as costs or shares.

/// What was expected of a spelling, what was found, and how to write it.
public struct SpellingError: Error, Hashable, CustomStringConvertible {
    public let description: String

    /// - Parameter description: one sentence: `expected …, found …; write …`.
    public init(description: String) { self.description = description }
}
