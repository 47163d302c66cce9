// Text: the letters of a hidden word in order, and the letters that digits and symbols are
// written for.

/// Room for the letters of one hidden word, and the byte at which each begins.
struct HiddenLetters: ~Copyable {
    /// Only the first letters of a longer word are read.
    static let capacity = 64
    static let heapBytes = (capacity + 1) * MemoryLayout<FoldedScalar>.stride + (capacity + 2) * MemoryLayout<UInt32>.stride

    /// With a space behind the last letter of `word`.
    private let scalars = UnsafeMutablePointer<FoldedScalar>.allocate(capacity: capacity + 1)
    /// `starts[count]` is the byte behind the last letter, `starts[count + 1]` any.
    private let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity + 2)
    private(set) var count = 0
    /// Letters between two others for which a digit or symbol is written.
    private(set) var substitutes = 0

    deinit {
        scalars.deallocate()
        starts.deallocate()
    }

    var isFull: Bool { count == HiddenLetters.capacity }
    var word: WordLetters {
        scalars[count] = .space
        starts[count + 1] = starts[count]
        return WordLetters(scalars: scalars, starts: starts, count: count)
    }

    mutating func removeAll() {
        count = 0
        substitutes = 0
    }

    @inline(__always)
    mutating func add(_ scalar: UInt32, start: UInt32, end: UInt32, isSubstitute: Bool = false) {
        scalars[count] = FoldedScalar(scalar, .letter)
        starts[count] = start
        count &+= 1
        starts[count] = end
        if isSubstitute { substitutes += 1 }
    }
}

/// The letters that digits and symbols are written for: those of leetspeak, and those of symbols
/// that look like letters.
struct WrittenLetters {
    let table: FoldingTable

    /// The letter that a digit or symbol is written for, 0 if none.
    func letter(for folded: FoldedScalar, amongCyrillic: Bool = false) -> UInt32 {
        if amongCyrillic, let letter = WrittenLetters.cyrillic(folded.scalar) { return letter.value }
        if let letter = WrittenLetters.latin(folded.scalar) { return letter.value }
        return folded.kind == .symbol && folded.isLookAlike ? table.lookAlike(of: folded) : 0
    }

    private static func cyrillic(_ scalar: UInt32) -> Unicode.Scalar? {
        switch scalar {
        case "0": "о"
        case "3": "з"
        case "4": "ч"
        case "6": "б"
        default: nil
        }
    }

    private static func latin(_ scalar: UInt32) -> Unicode.Scalar? {
        switch scalar {
        case "0": "o"
        case "1", "!", "|", "¡": "i"
        case "2": "z"
        case "3", "€": "e"
        case "4", "@": "a"
        case "5", "$", "§": "s"
        case "6", "8": "b"
        case "7", "+", "†": "t"
        case "9": "g"
        case "£": "l"
        case "©": "c"
        default: nil
        }
    }
}
