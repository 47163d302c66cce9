// Text: what tokenizers see of a folded window: its scalars, where each begins, and where it ends.

/// How far a window goes, and what folding says of it as a whole.
struct WindowExtent {
    var count = 0
    /// Whether it holds Han, kana or Hangul.
    var holdsCJK = false
    /// Whether each of its scalars is one byte of the message.
    var isSingleBytes = false
    /// Whether the message ends with it.
    var isLast = true
    /// `FoldedScalar.side` of the last scalar of the window before; 0 in the first.
    var sideBefore: UInt64 = 0
}

/// A window of folded text, read only. It looks at the memory of a `FoldedWindow`, which must
/// outlive it, and shows each new window as that is filled.
///
/// Three spaces follow the last scalar, so that a look at a neighbour needs no bound.
/// One pointer, so that a copy costs each tokenizer one register
/// (Benchmarks/decisions/decision-speed.md).
struct Window {
    /// Scalars that a window holds.
    static let capacity = 376
    /// Room for the longest expansion, for eight ASCII scalars at once, and for three spaces.
    static let slack = 40

    /// The extent, the scalars and their starts lie one behind the other.
    private static let scalarsOffset = 64
    private static let startsOffset = scalarsOffset + (capacity + slack) * MemoryLayout<FoldedScalar>.stride
    static let heapBytes = startsOffset + (capacity + slack) * MemoryLayout<UInt32>.stride

    private let memory: UnsafeMutableRawPointer

    static func allocate() -> Window {
        let window = Window(memory: .allocate(byteCount: heapBytes, alignment: 64))
        window.memory.storeBytes(of: WindowExtent(), as: WindowExtent.self)
        return window
    }

    func deallocate() { memory.deallocate() }

    @inline(__always)
    var scalars: UnsafePointer<FoldedScalar> { UnsafePointer(mutableScalars) }
    /// `starts[i]` is the byte of the message at which scalar `i` begins, `starts[count]` the byte
    /// after the last one.
    @inline(__always)
    var starts: UnsafePointer<UInt32> { UnsafePointer(mutableStarts) }
    @inline(__always)
    var extent: UnsafePointer<WindowExtent> { UnsafePointer(mutableExtent) }

    /// For folding alone.
    @inline(__always)
    var mutableScalars: UnsafeMutablePointer<FoldedScalar> {
        (memory + Window.scalarsOffset).assumingMemoryBound(to: FoldedScalar.self)
    }
    @inline(__always)
    var mutableStarts: UnsafeMutablePointer<UInt32> {
        (memory + Window.startsOffset).assumingMemoryBound(to: UInt32.self)
    }
    @inline(__always)
    var mutableExtent: UnsafeMutablePointer<WindowExtent> { memory.assumingMemoryBound(to: WindowExtent.self) }

    @inline(__always) var count: Int { extent.pointee.count }
    @inline(__always) var holdsCJK: Bool { extent.pointee.holdsCJK }
    @inline(__always) var isSingleBytes: Bool { extent.pointee.isSingleBytes }
    @inline(__always) var isLast: Bool { extent.pointee.isLast }

    @inline(__always)
    subscript(i: Int) -> FoldedScalar { scalars[i] }

    /// Whether this letter or symbol is at `i`, where the window may have ended.
    @inline(__always)
    func holds(_ literal: Unicode.Scalar, at i: Int) -> Bool { i < count && scalars[i].scalar == literal }

    /// The index behind the run of one scalar, no space, at `i`: a space follows the last one.
    @inline(__always)
    func endOfRun(at i: Int) -> Int {
        let scalar = scalars[i].scalar
        var end = i &+ 1
        while scalars[end].scalar == scalar { end = end &+ 1 }
        return end
    }

    func indexBeforeSpaces(_ i: Int) -> Int {
        var j = i
        while j > 0, scalars[j - 1].kind == .space { j -= 1 }
        return j
    }

    func indexBehindSpaces(_ i: Int) -> Int {
        var j = i
        while j < count, scalars[j].kind == .space { j += 1 }
        return j
    }

    /// `FoldedScalar.side` of the scalar before `i`.
    @inline(__always)
    func side(before i: Int) -> UInt64 { i > 0 ? scalars[i &- 1].side : extent.pointee.sideBefore }

    /// `FoldedScalar.side` of the scalar at `i`; 0 behind the last one.
    @inline(__always)
    func side(at i: Int) -> UInt64 { i < count ? scalars[i].side : 0 }
}
