// Text: the host of one link, copied out of the window in its plain form: dots are `.` however they were written, labels of Punycode are
// decoded. So a host reads alike in plain, defanged, international and encoded form.

/// Room for one host. Allocates once.
struct HostName: ~Copyable {
    /// More than the 253 that a host may have. Of a longer one the last labels are kept.
    static let capacity = 256
    /// A label has at most 63 scalars.
    private static let labelCapacity = 64

    static let heapBytes = capacity * MemoryLayout<FoldedScalar>.stride + labelCapacity * MemoryLayout<UInt32>.stride

    private let table: FoldingTable
    let scalars: UnsafeMutablePointer<FoldedScalar>
    private let decoded: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    /// Where the last label begins.
    private(set) var lastLabel = 0
    private(set) var labels = 0
    /// A label was written in Punycode.
    private(set) var isEncoded = false

    init(_ table: FoldingTable) {
        self.table = table
        scalars = .allocate(capacity: HostName.capacity)
        decoded = .allocate(capacity: HostName.labelCapacity)
    }

    deinit {
        scalars.deallocate()
        decoded.deallocate()
    }

    mutating func clear() { (count, lastLabel, labels, isEncoded) = (0, 0, 0, false) }

    /// Adds the `length` scalars from `label` on as the next label.
    mutating func append(_ label: UnsafeMutablePointer<FoldedScalar>, _ length: Int) {
        if count + length + 1 > HostName.capacity { count = 0 }
        if count > 0 { push(FoldedScalar(0x2E, .symbol)) }
        lastLabel = count
        labels += 1
        // xn--
        if length > 4, label[0].scalar == 0x78, label[1].scalar == 0x6E, label[2].scalar == 0x2D, label[3].scalar == 0x2D {
            let found = Punycode.decode(label + 4, length - 4, into: decoded, capacity: HostName.labelCapacity)
            isEncoded = true
            if found > 0 {
                for i in 0..<found { pushFolded(decoded[i]) }
                return
            }
        }
        for i in 0..<length { push(label[i]) }
    }

    private mutating func pushFolded(_ scalar: UInt32) {
        let folded = table.fold(scalar)
        switch folded.kind {
        case .ignorable, .mark: return
        case .expansion: table.forEachScalar(of: folded) { push(table.fold($0)) }
        default: push(folded)
        }
    }

    /// Every scalar of a host passes here. Look-alikes are read as the letters they look like whatever stands around them: that is what
    /// a host with them is for. They keep their flag.
    private mutating func push(_ folded: FoldedScalar) {
        guard count < HostName.capacity else { return }
        let isHidden = folded.isLookAlike && folded.kind == .letter && folded.scalar >= 0x80
        scalars[count] = isHidden ? FoldedScalar(table.lookAlike(of: folded), .letter, flags: FoldedScalar.lookAlikeFlag) : folded
        count += 1
    }

    /// A hash of the scalars from `start` to `end`. Digits read as 0: `win77.example` and `win88.example` are of one making.
    func hash(_ start: Int, _ end: Int) -> UInt64 {
        var hash: UInt64 = 0
        for i in start..<end { hash = FeatureHash.roll(hash, scalars[i].kind == .digit ? 0x30 : scalars[i].scalar) }
        return hash
    }
}
