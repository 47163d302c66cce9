// Text: bytes to folded scalars, a window at a time. In: UTF-8, whole or damaged. Out: scalars
// after case, width, compatibility forms, diacritics and invisible characters, with Hangul and kana
// composed, each with the byte at which it began. No token is made here.

/// A window of folded text, and the state to fill the next one.
///
/// The window has a fixed size, so a message of any length is read in bounded memory. It ends at a
/// space where its second half holds one, so a word is cut only if it alone fills half a window.
/// Memory: 5 KiB, allocated once.
struct FoldedWindow: ~Copyable {
    /// Scalars that a window holds.
    static let capacity = Window.capacity
    /// What a window allocates.
    static let heapBytes = Window.heapBytes + 0x80 * MemoryLayout<FoldedScalar>.stride

    let table: FoldingTable
    /// What scalars below U+0080 fold to. Control characters and the ampersand apart, their classes
    /// are below 8.
    let ascii: UnsafeMutablePointer<FoldedScalar>
    /// What tokenizers see: this window, and each that is filled after it.
    let window: Window
    var count = 0
    /// Whether the window holds Han, kana or Hangul.
    var holdsCJK = false
    var holdsEmoji = false
    /// Whether each scalar of the window is one byte of the message.
    var isSingleBytes = false
    /// The flags of all scalars in the window, except that a symbol is styled. Other bits are
    /// noise.
    var flags: UInt32 = 0
    /// The words that mix Latin letters with those of another alphabet after look-alikes were
    /// replaced: how many, where the first begins and where the last ends.
    var mixedWords = 0
    var firstMixed = 0
    var lastMixedEnd = 0
    /// The letters, digits and CJK characters that were written as numbers, such as `&#48152;`: a
    /// bit for each index.
    var references = SIMD8<UInt64>(repeating: 0)
    var holdsReferences = false
    /// The byte at which the last jamo that joined a syllable begins.
    private var joinedStart: UInt32 = 0
    /// The scalar that carries marks (its index), and how many.
    var marks = (index: 0, count: 0)

    init(simplifiesHan: Bool) {
        table = FoldingTable(simplifiesHan: simplifiesHan)
        window = .allocate()
        ascii = .allocate(capacity: 0x80)
        for scalar in 0..<0x80 { ascii[scalar] = table.fold(UInt32(scalar)) }
        // Of a class that ends runs of ASCII: a reference may begin here.
        ascii[Int(UInt8(ascii: "&"))] = FoldedScalar(scalarValue("&"), .ignorable)
    }

    deinit {
        window.deallocate()
        ascii.deallocate()
    }

    @inline(__always) var scalars: UnsafeMutablePointer<FoldedScalar> { window.mutableScalars }
    @inline(__always) var starts: UnsafeMutablePointer<UInt32> { window.mutableStarts }

    /// Fills the window from byte `offset` of `text` on. Returns the byte at which the next begins.
    ///
    /// - Complexity: O(bytes read), at most some 2 KiB for visible text; invisible characters are
    ///   skipped without a bound.
    mutating func fill(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        let sideBefore = offset == 0 ? 0 : count > 0 ? scalars[count - 1].side : window.extent.pointee.sideBefore
        var next = scalarsOf(text, from: offset)
        starts[count] = UInt32(truncatingIfNeeded: next)
        if next < text.count, let space = lastSpace() {
            count = space + 1
            next = Int(starts[space + 1])
        }
        scalars[count] = .space
        scalars[count + 1] = .space
        scalars[count + 2] = .space
        if holdsEmoji { readRegionalLetters() }
        if flags & FoldedScalar.lookAlikeFlag != 0 {
            readGreekCapitals(text)
            replaceLookAlikes()
        }
        window.mutableExtent.pointee = WindowExtent(
            count: count, holdsCJK: holdsCJK, isSingleBytes: isSingleBytes, isLast: next == text.count,
            sideBefore: sideBefore)
        return next
    }

    /// The index of the last space in the window's second half, if there is one outside of the
    /// several scalars that one character expands to (U+FDFA).
    private func lastSpace() -> Int? {
        var i = count - 1
        while i > FoldedWindow.capacity / 2, scalars[i].kind != .space || starts[i] == starts[i + 1] { i -= 1 }
        return i > FoldedWindow.capacity / 2 ? i : nil
    }

    /// Reads what an ampersand stands for. Letters that were written as numbers are noted.
    ///
    /// - Parameter index: of the scalar that comes next.
    @inline(never)
    mutating func readReference(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, index: Int
    ) -> (folded: FoldedScalar, end: Int) {
        let reference = CharacterReference(text, at: start)
        let folded = table.fold(reference.scalar)
        if reference.isNumber, folded.isAlphanumeric || folded.isCJK {
            references[index / 64] |= 1 << UInt64(index % 64)
            holdsReferences = true
        }
        return (folded, reference.end)
    }

    /// Adds a scalar that expands or joins the one before, or drops it.
    mutating func append(_ folded: FoldedScalar, at start: UInt32) {
        switch folded.kind {
        case .ignorable:
            if folded.scalar == "\u{200D}" { flag(FoldedScalar.joinedFlag) }
            if !isVariationSelector(folded.scalar) { flag(FoldedScalar.interruptedFlag) }
        case .mark: mark(folded.scalar)
        case .expansion:
            let styled = folded.bits & FoldedScalar.styledFlag
            table.forEachScalar(of: folded) { join(table.fold($0).with(styled), at: start) }
        default: join(folded, at: start)
        }
    }

    /// Whether an invisible scalar chooses the look of the one before: a keycap's digit, a Han
    /// character.
    private func isVariationSelector(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "\u{FE00}"..."\u{FE0F}", "\u{E0100}"..."\u{E01EF}":
            count > 0 && (scalars[count - 1].kind == .digit || scalars[count - 1].kind == .han)
        default: false
        }
    }

    /// Reads the scalar at an index as a letter of a style.
    mutating func readStyled(_ i: Int, as letter: UInt32) {
        scalars[i] = FoldedScalar(
            letter, .letter, flags: scalars[i].bits & FoldedScalar.allFlags | FoldedScalar.styledFlag)
        flags |= FoldedScalar.styledFlag
    }

    /// Flags the last scalar.
    private mutating func flag(_ flag: UInt32) {
        guard count > 0 else { return }
        scalars[count - 1] = scalars[count - 1].with(flag)
        flags |= flag
    }

    /// Counts a mark that is dropped. Only Hebrew and Arabic with all their points (U+0483 to
    /// U+0670) and Greek with the iota below stack three on a letter. Overlays strike a letter out.
    /// Enclosing marks belong to keycaps alone.
    private mutating func mark(_ scalar: UInt32) {
        guard scalar != "\u{345}", scalar < 0x483 || scalar > 0x670 else { return }
        marks = marks.index == count ? (count, marks.count + 1) : (count, 1)
        switch scalar {
        case "\u{334}"..."\u{338}", "\u{20D2}", "\u{20D3}", "\u{20D8}"..."\u{20DA}", "\u{20E5}"..."\u{20E6}",
            "\u{20EA}"..."\u{20EB}":
            // On a symbol it makes another, as ≠ is when decomposed.
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
        if folded.isCJK { holdsCJK = true }
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
                    holdsCJK = true
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
