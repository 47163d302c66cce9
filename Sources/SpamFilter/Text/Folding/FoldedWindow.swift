// Text: bytes to folded scalars, a window at a time. In: UTF-8, whole or damaged. Out: scalars after case, width, compatibility
// forms, diacritics and invisible characters, with Hangul and kana composed, each with the byte it began at. No token is made here.

/// A window of folded text, and the state to fill the next one.
///
/// The window has a fixed size, so that a message of any length is read in bounded memory. It ends at a space where there is one in
/// its second half, so that a word is cut only when it alone fills half a window. Memory: 5 KiB, allocated once.
struct FoldedWindow: ~Copyable {
    /// Scalars a window holds.
    static let capacity = 376
    /// Room for the longest expansion behind the last scalar, for eight ASCII ones at once, and for the spaces behind the end.
    private static let slack = 40

    /// What a window allocates.
    static let heapBytes =
        (capacity + slack) * (MemoryLayout<FoldedScalar>.stride + MemoryLayout<UInt32>.stride)
        + 0x80 * MemoryLayout<FoldedScalar>.stride

    let table: FoldingTable
    let scalars: UnsafeMutablePointer<FoldedScalar>
    /// `starts[i]` is the byte of the message at which `scalars[i]` begins; `starts[count]` the byte after the last one.
    let starts: UnsafeMutablePointer<UInt32>
    /// What the scalars below 0x80 fold to; of classes below 8, but for control characters.
    private let ascii: UnsafeMutablePointer<FoldedScalar>
    private(set) var count = 0
    /// Whether Han, kana or Hangul stands in the window.
    private(set) var holdsSyllabic = false
    private var holdsEmoji = false
    /// Whether each scalar of the window is one byte of the message.
    private(set) var isSingleBytes = false
    /// All flags of all scalars in the window, but that a sign is of another width; and nothing else of meaning.
    private(set) var flags: UInt32 = 0
    /// How many words of the window mix Latin letters with those of another alphabet after look-alikes were replaced, where the first begins
    /// and the last ends.
    var mixedWords = 0
    var firstMixed = 0
    var lastMixedEnd = 0
    /// The byte at which the last jamo that joined a syllable begins.
    private var joinedStart: UInt32 = 0
    /// How many marks stand on the scalar of which index.
    private var marks = (index: 0, count: 0)

    init(simplifiesHan: Bool) {
        table = FoldingTable(simplifiesHan: simplifiesHan)
        scalars = .allocate(capacity: FoldedWindow.capacity + FoldedWindow.slack)
        starts = .allocate(capacity: FoldedWindow.capacity + FoldedWindow.slack)
        ascii = .allocate(capacity: 0x80)
        for scalar in 0..<0x80 { ascii[scalar] = table.fold(UInt32(scalar)) }
    }

    deinit {
        scalars.deallocate()
        starts.deallocate()
        ascii.deallocate()
    }

    /// Fills the window from byte `offset` of `text` on and returns the byte at which the next window begins. Three spaces stand behind
    /// the last scalar, so that no look at a neighbour needs a bound.
    ///
    /// - Complexity: O(bytes read), at most some 2 KiB for visible text; invisible characters are passed over without a bound.
    mutating func fill(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        var next = scalarsOf(text, from: offset)
        starts[count] = UInt32(truncatingIfNeeded: next)
        if next < text.count, let space = lastSpace() {
            count = space + 1
            next = Int(starts[space + 1])
        }
        scalars[count] = FoldedScalar(0x20, .space)
        scalars[count + 1] = FoldedScalar(0x20, .space)
        scalars[count + 2] = FoldedScalar(0x20, .space)
        if holdsEmoji { readRegionalLetters() }
        if flags & FoldedScalar.lookAlikeFlag != 0 { replaceLookAlikes() }
        return next
    }

    /// The index of the last space, if it stands in the second half of the window and not within what one sign stands for (U+FDFA).
    private func lastSpace() -> Int? {
        var i = count - 1
        while i > FoldedWindow.capacity / 2, scalars[i].kind != .space || starts[i] == starts[i + 1] { i -= 1 }
        return i > FoldedWindow.capacity / 2 ? i : nil
    }

    /// Three ways through the bytes: eight of ASCII at once, scalars of three bytes in a loop of their own, all else one by one.
    /// Tied: looking all Han up in the table from the first Traditional character on, without a guess. Lost, though fewer branches were
    /// guessed wrong, as each scalar then waits for the length of the one before: the space behind a syllable taken without a branch (5 %
    /// of a Korean message), four scalars of three bytes decoded at once (16 % of a Chinese one), one and two bytes in one loop without a
    /// branch (19 % of a text of look-alikes) (2026-11).
    @inline(__always)
    private mutating func scalarsOf(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        // In registers: as members they would be loaded and stored again with every scalar.
        let table = table, scalars = scalars, starts = starts, ascii = ascii
        guard let bytes = text.baseAddress else { return offset }
        let end = text.count
        var count = 0
        var classes: UInt32 = 0
        var flags: UInt32 = 0
        var next = offset
        holdsSyllabic = false
        isSingleBytes = true
        self.flags = 0
        mixedWords = 0
        marks = (0, 0)
        while next < end, count < FoldedWindow.capacity {
            if next &+ 8 <= end, FoldedWindow.isASCII(bytes + next) {
                // Written whole, and kept unless a control character is among them.
                var any: UInt32 = 0
                let eight = bytes + next, place = scalars + count
                for i in 0..<8 {
                    let folded = ascii[Int(eight[i])]
                    any |= folded.bits
                    place[i] = folded
                }
                let first = SIMD8(repeating: UInt32(truncatingIfNeeded: next))
                UnsafeMutableRawPointer(starts + count).storeBytes(of: first &+ FoldedWindow.eightPlaces, as: SIMD8<UInt32>.self)
                if any & 8 == 0 {
                    count = count &+ 8
                    next = next &+ 8
                    continue
                }
            }
            let byte = bytes[next]
            if byte < 0x80 {
                let folded = ascii[Int(byte)]
                if folded.bits & 8 == 0 {
                    scalars[count] = folded
                    starts[count] = UInt32(truncatingIfNeeded: next)
                    count = count &+ 1
                    next = next &+ 1
                    continue
                }
            }
            isSingleBytes = false
            let before = count
            var others = 0
            // One that is not simply added.
            var rare: FoldedScalar?
            // Four bytes are read there, and room is left: two scalars need four bytes at least.
            let lastStart = min(end &- 4, next &+ 2 &* (FoldedWindow.capacity &- count &- 2))
            while next <= lastStart {
                let four = fourBytes(bytes + next)
                guard isThreeByteScalar(four) else { break }
                let scalar = threeByteScalar(four)
                starts[count] = UInt32(truncatingIfNeeded: next)
                if scalar &- 0xAC00 < 11_172 {
                    scalars[count] = FoldedScalar(scalar, .syllable)
                    count = count &+ 1
                    next = next &+ 3
                    // The space behind a word of Korean, if another follows: with ASCII behind it, it is one of eight.
                    if four >> 24 == 0x20, next &+ 1 < end, bytes[next &+ 1] >= 0x80 {
                        scalars[count] = FoldedScalar(0x20, .space)
                        starts[count] = UInt32(truncatingIfNeeded: next)
                        count = count &+ 1
                        next = next &+ 1
                    }
                    continue
                }
                if table.isCommonHan(scalar) {
                    scalars[count] = FoldedScalar(scalar, .han)
                } else {
                    guard scalar >= 0x800, scalar & 0xF800 != 0xD800 else { break }
                    let folded = table.fold(scalar)
                    let classBit: UInt32 = 1 << UInt32(folded.kind.rawValue)
                    if classBit & FoldedWindow.rareClasses != 0 {
                        rare = folded
                        break
                    }
                    scalars[count] = folded
                    classes |= classBit
                    // Full-width stops and commas, as every Chinese text has them, hide nothing.
                    flags |= folded.kind == .symbol ? folded.bits & ~FoldedScalar.styledFlag : folded.bits
                    others = others &+ 1
                }
                count = count &+ 1
                next = next &+ 3
            }
            if count > before {
                if count &- before > others { classes |= 1 << UInt32(ScalarClass.han.rawValue) }
                if rare == nil { continue }
            }
            let start = UInt32(truncatingIfNeeded: next)
            let folded = rare ?? table.fold(decodeScalar(text, &next))
            if rare != nil { next = next &+ 3 }
            let classBit: UInt32 = 1 << UInt32(folded.kind.rawValue)
            if classBit & FoldedWindow.rareClasses != 0 {
                self.count = count
                append(folded, at: start)
                count = self.count
                continue
            }
            scalars[count] = folded
            starts[count] = start
            classes |= classBit
            flags |= folded.kind == .symbol ? folded.bits & ~FoldedScalar.styledFlag : folded.bits
            count = count &+ 1
        }
        if classes & FoldedWindow.syllabicClasses != 0 { holdsSyllabic = true }
        holdsEmoji = classes >> UInt32(ScalarClass.emoji.rawValue) & 1 != 0
        self.flags |= flags
        self.count = count
        return next
    }

    private static var eightPlaces: SIMD8<UInt32> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

    /// Whether eight bytes are ASCII.
    @inline(__always)
    private static func isASCII(_ bytes: UnsafePointer<UInt8>) -> Bool {
        UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    }

    /// A bit for each class of `FoldedScalar.isSyllabic`.
    private static var syllabicClasses: UInt32 {
        1 << UInt32(ScalarClass.han.rawValue) | 1 << UInt32(ScalarClass.kana.rawValue) | 1
            << UInt32(ScalarClass.syllable.rawValue)
    }

    /// A bit for each class that is not simply added to the window.
    private static var rareClasses: UInt32 {
        1 << UInt32(ScalarClass.ignorable.rawValue) | 1 << UInt32(ScalarClass.mark.rawValue) | 1
            << UInt32(ScalarClass.expansion.rawValue)
            | 1 << UInt32(ScalarClass.jamo.rawValue) | 1 << UInt32(ScalarClass.voicing.rawValue)
    }

    /// Adds a scalar that expands or joins the one before, or drops it.
    private mutating func append(_ folded: FoldedScalar, at start: UInt32) {
        switch folded.kind {
        case .ignorable:
            if folded.scalar == 0x200D { flag(FoldedScalar.joinedFlag) }
            if !isVariationSelector(folded.scalar) { flag(FoldedScalar.interruptedFlag) }
        case .mark: mark(folded.scalar)
        case .expansion:
            let styled = folded.bits & FoldedScalar.styledFlag
            table.forEachScalar(of: folded) { join(table.fold($0).with(styled), at: start) }
        default: join(folded, at: start)
        }
    }

    /// Whether an invisible scalar chooses the look of the one before: a keycap's digit, a Han character.
    private func isVariationSelector(_ scalar: UInt32) -> Bool {
        guard count > 0, 0xFE00 <= scalar && scalar <= 0xFE0F || 0xE0100 <= scalar && scalar <= 0xE01EF else { return false }
        return scalars[count - 1].kind == .digit || scalars[count - 1].kind == .han
    }

    /// Reads the scalar at an index as a letter of a style.
    mutating func readStyled(_ i: Int, as letter: UInt32) {
        scalars[i] = FoldedScalar(letter, .letter, flags: scalars[i].bits & FoldedScalar.allFlags | FoldedScalar.styledFlag)
        flags |= FoldedScalar.styledFlag
    }

    /// Flags the last scalar.
    private mutating func flag(_ flag: UInt32) {
        guard count > 0 else { return }
        scalars[count - 1] = scalars[count - 1].with(flag)
        flags |= flag
    }

    /// A mark that is dropped. No alphabet stacks three on a letter but Hebrew and Arabic with all their points, and Greek with the iota
    /// below; overlays strike it out, and enclosing marks belong to keycaps alone.
    private mutating func mark(_ scalar: UInt32) {
        guard scalar != 0x345, scalar < 0x483 || scalar > 0x670 else { return }
        marks = marks.index == count ? (count, marks.count + 1) : (count, 1)
        switch scalar {
        case 0x334...0x338, 0x20D2, 0x20D3, 0x20D8...0x20DA, 0x20E5...0x20E6, 0x20EA...0x20EB:
            // On a sign it makes another, as ≠ is when decomposed.
            if count > 0, scalars[count - 1].kind != .symbol { flag(FoldedScalar.stackedFlag) }
        default: if marks.count > 2 { flag(FoldedScalar.stackedFlag) }
        }
    }

    @inline(__always)
    private mutating func push(_ folded: FoldedScalar, at start: UInt32) {
        scalars[count] = folded
        starts[count] = start
        flags |= folded.bits
        count += 1
    }

    /// Adds a scalar that may compose with the one before.
    private mutating func join(_ folded: FoldedScalar, at start: UInt32) {
        if folded.isSyllabic { holdsSyllabic = true }
        if count > 0 {
            switch folded.kind {
            case .voicing:
                if let voiced = voicedKana(scalars[count - 1], mark: folded.scalar) {
                    scalars[count - 1] = voiced.with(scalars[count - 1].bits & FoldedScalar.interruptedFlag)
                }
                return
            case .jamo:
                switch HangulComposition.join(scalars[count - 1], folded) {
                case .apart:
                    break
                case .one(let syllable):
                    scalars[count - 1] = syllable
                    flags |= syllable.bits
                    joinedStart = start
                    holdsSyllabic = true
                    return
                case .two(let first, let second):
                    scalars[count - 1] = first
                    push(second, at: joinedStart)
                    joinedStart = start
                    return
                }
            default:
                break
            }
        } else if folded.kind == .voicing {
            return
        }
        push(folded, at: start)
    }
}
