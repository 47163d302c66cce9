// Text: the loop that fills a window, the hottest of folding.

extension FoldedWindow {
    /// Fills `scalars` and `starts` from byte `offset` on. Returns the byte behind what it took.
    ///
    /// Three ways through the bytes: eight of ASCII at once, scalars of three bytes in a loop of
    /// their own, all else one by one (Benchmarks/decisions/decision-speed.md), ampersands too.
    @inline(__always)
    mutating func scalarsOf(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        guard let bytes = text.baseAddress else { return offset }
        var filling = WindowFilling(
            bytes: bytes, end: text.count, table: table, scalars: window.mutableScalars, starts: window.mutableStarts,
            ascii: ascii, next: offset)
        holdsCJK = false
        isSingleBytes = true
        flags = 0
        mixedWords = 0
        marks = (0, 0)
        if holdsReferences { (references, holdsReferences) = (SIMD8(repeating: 0), false) }
        while filling.next < filling.end, filling.count < FoldedWindow.capacity {
            if filling.takeEightOfASCII() || filling.takeOneOfASCII() { continue }
            isSingleBytes = false
            let (some, special) = filling.takeScalarsOfThreeBytes()
            if some, special == nil { continue }
            let start = filling.start
            let folded: FoldedScalar
            if let special {
                folded = special
                filling.next = filling.next &+ 3
            } else if bytes[filling.next] == UInt8(ascii: "&") {
                (folded, filling.next) = readReference(text, at: filling.next, index: filling.count)
            } else {
                folded = filling.table.fold(decodeScalar(text, &filling.next))
            }
            let kind = folded.classes
            if !kind.isDisjoint(with: .special) {
                count = filling.count
                append(folded, at: start)
                filling.count = count
            } else {
                filling.add(folded, kind, at: start)
            }
        }
        if !filling.classes.isDisjoint(with: .cjk) { holdsCJK = true }
        holdsEmoji = !filling.classes.isDisjoint(with: .emoji)
        flags |= filling.flags
        count = filling.count
        return filling.next
    }
}

/// What the loop changes, and what it reads, as values of its own: as members of the window they
/// would be loaded and stored again with every scalar.
private struct WindowFilling {
    let bytes: UnsafePointer<UInt8>
    let end: Int
    let table: FoldingTable
    let scalars: UnsafeMutablePointer<FoldedScalar>
    let starts: UnsafeMutablePointer<UInt32>
    let ascii: UnsafeMutablePointer<FoldedScalar>
    var next: Int
    var count = 0
    var classes: ScalarClasses = []
    var flags: UInt32 = 0

    /// The next byte, as `starts` has it.
    @inline(__always) var start: UInt32 { UInt32(truncatingIfNeeded: next) }

    /// Control characters have classes from 8 on, and so has the ampersand here.
    private static var controlBit: UInt32 { 8 }
    private static var eightPlaces: SIMD8<UInt32> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

    /// Takes eight bytes if all are ASCII, none a control character or an ampersand. They are
    /// written in any case.
    @inline(__always)
    mutating func takeEightOfASCII() -> Bool {
        guard next &+ 8 <= end, isEightOfASCII(bytes + next) else { return false }
        var any: UInt32 = 0
        let eight = bytes + next, place = scalars + count
        for i in 0..<8 {
            let folded = ascii[Int(eight[i])]
            any |= folded.bits
            place[i] = folded
        }
        let first = SIMD8(repeating: start)
        UnsafeMutableRawPointer(starts + count).storeBytes(of: first &+ WindowFilling.eightPlaces, as: SIMD8<UInt32>.self)
        guard any & WindowFilling.controlBit == 0 else { return false }
        count = count &+ 8
        next = next &+ 8
        return true
    }

    /// Takes one byte if it is ASCII, no control character and no ampersand.
    @inline(__always)
    mutating func takeOneOfASCII() -> Bool {
        let byte = bytes[next]
        guard byte < 0x80 else { return false }
        let folded = ascii[Int(byte)]
        guard folded.bits & WindowFilling.controlBit == 0 else { return false }
        take(folded, bytes: 1)
        return true
    }

    /// Takes as many scalars of three bytes as follow each other, and single spaces between them,
    /// as Korean has. Returns whether it took any, and a special one, which is not taken, if that
    /// ended them.
    ///
    /// Han and Hangul have loops of their own: with all else in it, a loop has more values than a
    /// processor has registers (Benchmarks/decisions/decision-speed.md).
    @inline(__always)
    mutating func takeScalarsOfThreeBytes() -> (some: Bool, special: FoldedScalar?) {
        let before = count
        var others = 0
        var special: FoldedScalar?
        // Four bytes are read there, and room is left: two scalars need four bytes at least.
        let lastStart = min(end &- 4, next &+ 2 &* (FoldedWindow.capacity &- count &- 2))
        scan: while next <= lastStart {
            guard var scalar = threeByteScalar(bytes + next) else {
                guard isSpaceBeforeBeyondASCII(bytes + next) else { break }
                take(.space, bytes: 1)
                others = others &+ 1
                continue
            }
            while table.isCommonHan(scalar) {
                take(FoldedScalar(scalar, .han), bytes: 3)
                guard next <= lastStart, let following = threeByteScalar(bytes + next) else { continue scan }
                scalar = following
            }
            while scalar &- HangulComposition.firstSyllable < HangulComposition.syllableCount {
                take(FoldedScalar(scalar, .syllable), bytes: 3)
                guard next <= lastStart, let following = threeByteScalar(bytes + next) else { continue scan }
                scalar = following
            }
            // Too small for three bytes, or a surrogate.
            guard scalar >= 0x800, scalar & 0xF800 != 0xD800 else { break }
            let folded = table.fold(scalar)
            let kind = folded.classes
            if !kind.isDisjoint(with: .special) {
                special = folded
                break
            }
            note(folded, kind)
            take(folded, bytes: 3)
            others = others &+ 1
        }
        guard count > before else { return (false, special) }
        if count &- before > others { classes.formUnion(.han) }
        return (true, special)
    }

    /// Takes a scalar as it is.
    @inline(__always)
    private mutating func take(_ folded: FoldedScalar, bytes: Int) {
        scalars[count] = folded
        starts[count] = start
        count = count &+ 1
        next = next &+ bytes
    }

    @inline(__always)
    mutating func add(_ folded: FoldedScalar, _ kind: ScalarClasses, at start: UInt32) {
        scalars[count] = folded
        starts[count] = start
        note(folded, kind)
        count = count &+ 1
    }

    /// Notes the class and the flags. Full-width stops and commas, as every Chinese text has them,
    /// hide nothing.
    @inline(__always)
    private mutating func note(_ folded: FoldedScalar, _ kind: ScalarClasses) {
        classes.formUnion(kind)
        flags |= folded.kind == .symbol ? folded.bits & ~FoldedScalar.styledFlag : folded.bits
    }
}

/// Whether two bytes are a space and the first of a scalar beyond ASCII. With ASCII behind it, a
/// space is one of eight.
@inline(__always)
private func isSpaceBeforeBeyondASCII(_ bytes: UnsafePointer<UInt8>) -> Bool {
    bytes[0] == UInt8(ascii: " ") && bytes[1] >= 0x80
}

/// Whether eight bytes are ASCII.
@inline(__always)
private func isEightOfASCII(_ bytes: UnsafePointer<UInt8>) -> Bool {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
}
