// Text: the n-grams of one word's characters, as they come by. Both edges of the word count as a character.

struct CharacterGrams {
    private let shortest: UInt8
    private let longest: UInt8
    /// The last three characters, 21 bits each, the latest lowest; 1 is an edge, 0 is before it.
    private var recent: UInt64
    /// The two before them.
    private var older: UInt64 = 0

    /// - Parameter beginsInside: the first character is not known to begin a word.
    @inline(__always)
    init(_ settings: TokenizerSettings, beginsInside: Bool = false) {
        shortest = settings.shortestGram
        longest = settings.longestGram
        recent = beginsInside ? 0 : CharacterGrams.edge
    }

    private static var edge: UInt64 { 1 }

    /// Adds the n-grams that end with `scalar`.
    ///
    /// - Parameter starts: points to the byte behind the scalar, the bytes of the ones before it in front.
    @inline(__always)
    mutating func add<S: FeatureSink & ~Copyable>(_ scalar: UInt32, starts: UnsafePointer<UInt32>, into sink: inout S) {
        shift(UInt64(scalar))
        addGrams(starts: starts, rightEdge: 0, into: &sink)
    }

    /// Adds the n-grams that end with the right edge, which is no character of the text.
    @inline(__always)
    mutating func addEdge<S: FeatureSink & ~Copyable>(starts: UnsafePointer<UInt32>, into sink: inout S) {
        shift(CharacterGrams.edge)
        addGrams(starts: starts, rightEdge: 1, into: &sink)
    }

    @inline(__always)
    private mutating func shift(_ character: UInt64) {
        older = older << 21 | recent >> 42
        recent = recent << 21 & 0x7FFF_FFFF_FFFF_FFFF | character
    }

    @inline(__always)
    private func addGrams<S: FeatureSink & ~Copyable>(starts: UnsafePointer<UInt32>, rightEdge: Int, into sink: inout S) {
        if shortest <= 3, longest >= 3, recent >> 42 != 0 {
            // The left edge is no character either.
            let length = 3 - rightEdge - (recent >> 42 == CharacterGrams.edge ? 1 : 0)
            sink.add(FeatureHash.close(recent, .gram), start: starts[-length], end: starts[0])
        }
        if shortest != 3 || longest != 3 { addOtherGrams(starts: starts, rightEdge: rightEdge, into: &sink) }
    }

    /// Those of 2, 4 and 5 characters.
    private func addOtherGrams<S: FeatureSink & ~Copyable>(
        starts: UnsafePointer<UInt32>, rightEdge: Int, into sink: inout S
    ) {
        func add(_ key: UInt64, _ n: Int, first: UInt64, _ sink: inout S) {
            let length = n - rightEdge - (first == CharacterGrams.edge ? 1 : 0)
            sink.add(FeatureHash.close(key, .gram), start: starts[-length], end: starts[0])
        }
        let second = recent >> 21 & 0x1F_FFFF, fourth = older & 0x1F_FFFF, fifth = older >> 21 & 0x1F_FFFF
        if shortest == 2, second != 0 { add(recent & 0x3FF_FFFF_FFFF, 2, first: second, &sink) }
        if shortest <= 4, longest >= 4, fourth != 0 { add(recent ^ fourth &* FeatureHash.m5, 4, first: fourth, &sink) }
        if longest >= 5, fifth != 0 { add(recent ^ (fifth << 21 | fourth) &* FeatureHash.m5, 5, first: fifth, &sink) }
    }
}
