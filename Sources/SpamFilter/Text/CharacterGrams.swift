// Text: the n-grams of one word's characters, as they come by. Both edges of the word count as a character.

struct CharacterGrams {
    private let shortest: UInt8
    private let longest: UInt8
    /// The last three characters, 21 bits each, the latest lowest; 1 is an edge, 0 is before it.
    private var recent: UInt64
    /// The two before them.
    private var older: UInt64 = 0
    /// Where the next n-gram goes.
    private(set) var next: UnsafeMutablePointer<Feature>

    /// The most n-grams that a word of so many characters has.
    @inline(__always)
    static func most(characters: Int) -> Int { 4 * (characters + 1) }

    /// - Parameters:
    ///   - beginsInside: the first character is not known to begin a word.
    ///   - next: has room for `most` n-grams.
    @inline(__always)
    init(_ settings: TokenizerSettings, beginsInside: Bool = false, to next: UnsafeMutablePointer<Feature>) {
        shortest = settings.shortestGram
        longest = settings.longestGram
        recent = beginsInside ? 0 : CharacterGrams.edge
        self.next = next
    }

    private static var edge: UInt64 { 1 }

    /// Adds the n-grams that end with `scalar`.
    ///
    /// - Parameter starts: points to the byte behind the scalar, the bytes of the ones before it in front.
    @inline(__always)
    mutating func add(_ scalar: UInt32, starts: UnsafePointer<UInt32>) {
        shift(UInt64(scalar))
        addGrams(starts: starts, rightEdge: 0)
    }

    /// Adds the n-grams that end with the right edge, which is no character of the text.
    @inline(__always)
    mutating func addEdge(starts: UnsafePointer<UInt32>) {
        shift(CharacterGrams.edge)
        addGrams(starts: starts, rightEdge: 1)
    }

    @inline(__always)
    private mutating func shift(_ character: UInt64) {
        older = older << 21 | recent >> 42
        recent = recent << 21 & 0x7FFF_FFFF_FFFF_FFFF | character
    }

    @inline(__always)
    private mutating func addGrams(starts: UnsafePointer<UInt32>, rightEdge: Int) {
        if shortest <= 3, longest >= 3, recent >> 42 != 0 { add(recent, 3, first: recent >> 42, starts, rightEdge) }
        if shortest != 3 || longest != 3 { addOtherGrams(starts, rightEdge) }
    }

    /// Those of 2, 4 and 5 characters.
    @inline(never)
    private mutating func addOtherGrams(_ starts: UnsafePointer<UInt32>, _ rightEdge: Int) {
        let second = recent >> 21 & 0x1F_FFFF, fourth = older & 0x1F_FFFF, fifth = older >> 21 & 0x1F_FFFF
        if shortest == 2, second != 0 { add(recent & 0x3FF_FFFF_FFFF, 2, first: second, starts, rightEdge) }
        if shortest <= 4, longest >= 4, fourth != 0 { add(recent ^ fourth &* FeatureHash.m5, 4, first: fourth, starts, rightEdge) }
        if longest >= 5, fifth != 0 { add(recent ^ (fifth << 21 | fourth) &* FeatureHash.m5, 5, first: fifth, starts, rightEdge) }
    }

    /// An edge on either side is no character of the text.
    @inline(__always)
    private mutating func add(_ key: UInt64, _ n: Int, first: UInt64, _ starts: UnsafePointer<UInt32>, _ rightEdge: Int) {
        let length = n - rightEdge - (first == CharacterGrams.edge ? 1 : 0)
        next.initialize(to: Feature(hash: FeatureHash.close(key, .gram), start: starts[-length], end: starts[0]))
        next += 1
    }
}
