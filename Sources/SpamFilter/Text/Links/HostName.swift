// Text: the host of one link, copied out of the window in its plain form: dots are `.` and labels
// of Punycode are decoded. So a host reads alike in plain, defanged, international and encoded
// form.

/// Room for one host. Allocates once.
struct HostName: ~Copyable {
    /// More than the 253 that a host may have. Of a longer one the last labels are kept.
    static let capacity = 256
    /// A label has at most 63 scalars.
    private static let labelCapacity = 64

    static let heapBytes = capacity * MemoryLayout<FoldedScalar>.stride + labelCapacity * MemoryLayout<UInt32>.stride

    private let table: FoldingTable
    private let room: UnsafeMutablePointer<FoldedScalar>
    private let decoded: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    /// Where the last label begins.
    private(set) var lastLabel = 0
    private(set) var labels = 0
    /// A label was written in Punycode.
    private(set) var isEncoded = false

    init(_ table: FoldingTable) {
        self.table = table
        room = .allocate(capacity: HostName.capacity)
        decoded = .allocate(capacity: HostName.labelCapacity)
    }

    deinit {
        room.deallocate()
        decoded.deallocate()
    }

    @inline(__always) var scalars: UnsafePointer<FoldedScalar> { UnsafePointer(room) }

    mutating func clear() { (count, lastLabel, labels, isEncoded) = (0, 0, 0, false) }

    /// Adds the `length` scalars from `label` on as the next label.
    mutating func append(_ label: UnsafePointer<FoldedScalar>, _ length: Int) {
        if count + length + 1 > HostName.capacity { count = 0 }
        if count > 0 { push(FoldedScalar(scalarValue("."), .symbol)) }
        lastLabel = count
        labels += 1
        let isPunycode =
            length > 4 && label[0].scalar == "x" && label[1].scalar == "n" && label[2].scalar == "-" && label[3].scalar == "-"
        if isPunycode {
            let found = Punycode.decode(label + 4, length - 4, into: decoded, capacity: HostName.labelCapacity)
            isEncoded = true
            if found > 0 {
                for i in 0..<found { pushFolded(decoded[i]) }
                return
            }
        }
        var i = 0
        while i < length {
            let escaped =
                label[i].scalar == "%" && i + 2 < length ? HostName.escaped(label[i + 1].scalar, label[i + 2].scalar) : 0
            if escaped > 0 {
                isEncoded = true
                pushFolded(escaped)
                i += 3
            } else {
                push(label[i])
                i += 1
            }
        }
    }

    /// The letter, digit, hyphen or dot of two hexadecimal digits; 0 where they stand for none.
    static func escaped(_ high: UInt32, _ low: UInt32) -> UInt32 {
        func digit(_ scalar: UInt32) -> UInt32 {
            switch scalar {
            case "0"..."9": scalar & 0xF
            case "a"..."f": scalar &- scalarValue("a") &+ 10
            default: 0x100
            }
        }
        let value = digit(high) << 4 | digit(low)
        switch value {
        case "0"..."9", "A"..."Z", "a"..."z", "-", ".": return value
        default: return 0
        }
    }

    private mutating func pushFolded(_ scalar: UInt32) {
        let folded = table.fold(scalar)
        switch folded.kind {
        case .ignorable, .mark: return
        case .expansion: table.forEachScalar(of: folded) { push(table.fold($0)) }
        default: push(folded)
        }
    }

    /// Every scalar of a host passes here. Look-alikes are read as the letters they look like in
    /// any word: that is what a host with them is for. They keep their flag.
    private mutating func push(_ folded: FoldedScalar) {
        guard count < HostName.capacity else { return }
        let isHidden = folded.isLookAlike && folded.kind == .letter && folded.scalar >= 0x80
        room[count] = isHidden ? FoldedScalar(table.lookAlike(of: folded), .letter, flags: FoldedScalar.lookAlikeFlag) : folded
        count += 1
    }

    /// What the scalars are.
    struct Content {
        var digits = 0, letters = 0, hyphens = 0
        var isBeyondASCII = false

        /// Digits and dots alone.
        var isNumeric: Bool { digits > 0 && letters == 0 && !isBeyondASCII && hyphens == 0 }
    }

    var content: Content {
        var content = Content()
        for i in 0..<count {
            switch scalars[i].kind {
            case .digit: content.digits += 1
            case .letter: content.letters += 1
            default: content.hyphens += scalars[i].scalar == "-" ? 1 : 0
            }
            if scalars[i].scalar >= 0x80 || scalars[i].isLookAlike { content.isBeyondASCII = true }
        }
        return content
    }

    /// An address such as 0x7F000001.
    var isHexadecimal: Bool { labels == 1 && count > 8 && scalars[0].scalar == "0" && scalars[1].scalar == "x" }

    /// A hash of the scalars from `start` to `end`. Digits read as 0: `win77.example` and
    /// `win88.example` are of one making.
    func hash(_ start: Int, _ end: Int) -> UInt64 {
        var hash: UInt64 = 0
        for i in start..<end {
            hash = FeatureHash.roll(hash, scalars[i].kind == .digit ? FoldedScalar.digitCode : scalars[i].scalar)
        }
        return hash
    }
}
