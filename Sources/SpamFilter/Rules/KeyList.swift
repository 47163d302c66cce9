// Lists: a list of senders or hosts, read in place. In: untrusted bytes, and the key of a sender
// (SenderNumber) or a host (HostHash). Out: whether the list holds it. Models/LISTS.md has the
// layout. Why two forms: Benchmarks/decisions/big-lists.md.

/// A list of senders or hosts in the bytes of a file. It does not own them: they must outlive it.
///
/// The list holds numbers, one for each key:
/// - Senders, exact: the key itself. Two numbers of E.164 never share one.
/// - Hosts, exact: the key times 2^44 times the list's count, over 2^64. A host that is not in the
///   list is taken for one of it once in 2^44.
/// - Compact: the key after `mixed`, times 2^16 times the list's count, over 2^64. A key that is
///   not in the list is taken for one of it once in 65,536. A list of hosts mixes with a salt with
///   which it takes no ending of many hosts, such as `com`, for its own (HostEndings).
///
/// Whoever may choose a host can look for one that a list takes for its own: 2^44 hosts tried on
/// average with an exact list, 2^16 with a compact one. So a list of what is allowed must be exact.
public struct KeyList {
    /// What the entries of a list are.
    public enum Kind: UInt8, Sendable {
        /// Senders of messages.
        case senders = 1
        /// Hosts of links.
        case hosts
    }
    /// How the entries are stored.
    public enum Form: UInt8, Sendable {
        /// Every bit of a key's number.
        case exact = 1
        /// 16 bits more than the count needs.
        case compact
    }

    enum Layout {
        static let kind = 0
        static let form = 1
        /// UInt8: the salt of a compact list of hosts; else zero.
        static let salt = 2
        /// Five bytes of zero.
        static let reserved = 3
        /// UInt64: keys are scaled to numbers below it; 0 where they are stored as they are.
        static let range = 8
        static let set = 16
    }

    /// What the entries are.
    public let kind: Kind
    /// How they are stored.
    public let form: Form
    private let salt: UInt8
    private let range: UInt64
    private let numbers: IntegerSet

    /// How many entries the list has. Two keys that share a number are one.
    public var count: Int { numbers.count }

    /// Opens the bytes of a list.
    ///
    /// - Throws: `list`, with the first thing that is wrong with them.
    /// - Complexity: O(count / 256).
    public init(_ bytes: UnsafeRawBufferPointer) throws(RuleFileError) {
        func fail(_ reason: String) -> RuleFileError { .list(0, reason: reason) }
        guard bytes.count >= Layout.set else { throw fail("expected \(Layout.set) bytes or more, found \(bytes.count)") }
        guard let kind = Kind(rawValue: bytes[Layout.kind]) else {
            throw fail("expected keys of kind 1 (senders) or 2 (hosts), found \(bytes[Layout.kind])")
        }
        guard let form = Form(rawValue: bytes[Layout.form]) else {
            throw fail("expected form 1 (exact) or 2 (compact), found \(bytes[Layout.form])")
        }
        let isSalted = kind == .hosts && form == .compact
        for i in (isSalted ? Layout.reserved : Layout.salt)..<Layout.range where bytes[i] != 0 {
            throw fail("its reserved byte \(i) is not zero")
        }
        let range = bytes.uint64(at: Layout.range)
        guard (range == 0) == KeyList.isRaw(kind, form) else { throw fail("its range does not suit its kind and form") }
        self.kind = kind
        self.form = form
        salt = bytes[Layout.salt]
        self.range = range
        numbers = try IntegerSet(UnsafeRawBufferPointer(rebasing: bytes[Layout.set...]))
    }

    /// Whether the list holds a key: of a sender by `SenderNumber.key(of:receiverCountry:)`, of a
    /// host by `HostReader.key(of:)`.
    ///
    /// - Complexity: as `IntegerSet.contains`.
    public func contains(_ key: UInt64) -> Bool { numbers.contains(KeyList.number(key, kind, form, range, salt)) }

    /// Whether keys are stored as they are.
    private static func isRaw(_ kind: Kind, _ form: Form) -> Bool { kind == .senders && form == .exact }

    @inline(__always)
    private static func number(_ key: UInt64, _ kind: Kind, _ form: Form, _ range: UInt64, _ salt: UInt8) -> UInt64 {
        switch (kind, form) {
        case (.senders, .exact): key
        case (.hosts, .exact): key.multipliedFullWidth(by: range).high
        default: mixed(key ^ UInt64(salt) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: range).high
        }
    }

    /// A bijection of 64 bits whose every bit depends on all of the key (Stafford's Mix13, as in
    /// SplitMix64: Steele, Lea and Flood, OOPSLA 2014).
    @inline(__always)
    static func mixed(_ key: UInt64) -> UInt64 {
        var x = key
        x = (x ^ x &>> 30) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ x &>> 27) &* 0x94D0_49BB_1331_11EB
        return x ^ x &>> 31
    }
}

// MARK: Writing

extension KeyList {
    /// The bytes of a list. Repeated keys count once. A compact list of senders takes the exact
    /// form where that is not larger: senders of one country are close together.
    ///
    /// - Precondition: as of `IntegerSet.encoded`.
    /// - Complexity: O(n log n).
    public static func encoded(_ kind: Kind, _ form: Form, _ keys: [UInt64]) -> [UInt8] {
        var sorted = keys
        sorted.sort()
        IntegerSet.dropRepeats(&sorted)
        switch (kind, form) {
        case (.senders, .exact): return encoded(kind, form, sorted, range: 0)
        case (.hosts, .exact): return encoded(kind, form, sorted, range: range(sorted.count, bits: 44))
        case (.hosts, .compact):
            let range = range(sorted.count, bits: 16)
            return encoded(kind, form, sorted, range: range, salt: salt(sorted, range))
        case (.senders, .compact):
            let compact = encoded(kind, form, sorted, range: range(sorted.count, bits: 16))
            let exact = encoded(kind, .exact, sorted, range: 0)
            return exact.count <= compact.count ? exact : compact
        }
    }

    /// The first salt with which the list takes none of `HostEndings` for its own: else it may deny
    /// all of `com`. Nineteen of twenty lists take the first.
    private static func salt(_ sorted: [UInt64], _ range: UInt64) -> UInt8 {
        let others = HostEndings.keys().filter { !holds(sorted, $0) }
        for salt in 0..<UInt8.max {
            var endings = others.map { number($0, .hosts, .compact, range, salt) }
            endings.sort()
            if !sorted.contains(where: { holds(endings, number($0, .hosts, .compact, range, salt)) }) { return salt }
        }
        return UInt8.max
    }

    private static func holds(_ sorted: [UInt64], _ key: UInt64) -> Bool {
        var first = 0, left = sorted.count
        while left > 0 {
            let half = left / 2
            if sorted[first + half] < key {
                first += half + 1
                left -= half + 1
            } else {
                left = half
            }
        }
        return first < sorted.count && sorted[first] == key
    }

    /// `2^bits` for each key, at most 2^64 - 1.
    private static func range(_ count: Int, bits: UInt64) -> UInt64 {
        let (range, overflow) = UInt64(max(1, count)).multipliedReportingOverflow(by: 1 << bits)
        return overflow ? UInt64.max : range
    }

    private static func encoded(_ kind: Kind, _ form: Form, _ sorted: [UInt64], range: UInt64, salt: UInt8 = 0) -> [UInt8] {
        var bytes: [UInt8] = [kind.rawValue, form.rawValue, salt, 0, 0, 0, 0, 0]
        IntegerSet.append(range, bytes: 8, to: &bytes)
        guard !isRaw(kind, form) else { return bytes + IntegerSet.encoded(sorted: sorted) }
        return bytes + IntegerSet.encoded(sorted.map { number($0, kind, form, range, salt) })
    }
}

/// The endings that hosts are registered under, and shorteners.
enum HostEndings {
    /// Top-level domains, those of countries with second levels such as `co` too, public suffixes,
    /// and shorteners.
    ///
    /// - Complexity: some 3,000 hosts are read.
    static func keys() -> [UInt64] {
        var reader = HostReader(), keys: [UInt64] = []
        func add(_ host: [UInt8]) {
            if let key = host.withUnsafeBufferPointer({ reader.key(of: $0) }) { keys.append(key.value) }
        }
        for list in [WordList.knownEndings, .nouns, .words] {
            forEachWord(of: list) { ending in
                add(ending)
                // Those of countries have two letters.
                if ending.count == 2 { forEachWord(of: .sharedLevels) { add($0 + [UInt8(ascii: ".")] + ending) } }
            }
        }
        for list in [WordList.publicSuffixes, .shorteners] { forEachWord(of: list) { add($0) } }
        return keys
    }

    private static func forEachWord(of list: WordList, _ body: ([UInt8]) -> Void) {
        let text = list.text
        var word: [UInt8] = []
        for i in 0..<text.utf8CodeUnitCount {
            let byte = text.utf8Start[i]
            if byte != UInt8(ascii: " ") {
                word.append(byte)
            } else if !word.isEmpty {
                body(word)
                word.removeAll(keepingCapacity: true)
            }
        }
    }
}
