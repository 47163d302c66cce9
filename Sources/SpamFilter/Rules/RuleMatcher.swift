// Rules: all rules and lists of a filter, prepared for matching. In: the settings' rules and a file
// of rules. Out: tables in which RuleSearch looks a message up.

/// Rules of several tiers, prepared. Rules and lists have one order, in which the first that a
/// message meets decides: by tier, within a tier the settings first, then by their documents.
///
/// ```swift
/// let rules = RuleMatcher([Rule(.allow, sender: "MYBANK")!, Rule(.junk, contains: "loan")!])
/// var filter = MessageFilter(rules: rules)
/// filter.decide(Message(body: "Your loan is paid", sender: "MyBank")).answer.action  // allow
/// ```
public struct RuleMatcher: ~Copyable {
    /// The most bytes of memory that rules may take in an extension, which has some megabytes in
    /// all.
    public static let mostBytes = 1 << 20

    struct Prepared {
        let label: Label
        let asked: AskedConditions
        let senderKind: UInt8
        /// The calling code that the sender must have.
        let callingCode: UInt16
        /// Indices of what is compared; `none` where the rule does not ask it.
        var sender = RuleMatcher.none
        var prefix = RuleMatcher.none
        var contains = RuleMatcher.none
        var word = RuleMatcher.none
        var host = RuleMatcher.none
        let shorterThan: UInt32
        let longerThan: UInt32
        /// Where it decides among rules and lists.
        var order: UInt32 = 0
        let place: RulePlace
    }

    struct PreparedList {
        let keys: KeyList
        let isAllowed: Bool
        /// The country of its receivers among `listCountries`; `none` where it has none.
        let country: UInt16
        let order: UInt32
        let place: RulePlace
    }

    static let none = UInt16.max

    /// In their order.
    private(set) var rules: [Prepared] = []
    private(set) var lists: [PreparedList] = []
    private(set) var senders: [SenderKey.Stored] = []
    private(set) var senderBytes: [UInt8] = []
    private(set) var hosts: [UInt64] = []
    private(set) var phrases = Phrases()

    /// Rules by what is looked up first: the sender, else a phrase, else the host. All others, in
    /// order, are compared one by one.
    private(set) var bySender = RuleIndex()
    private(set) var byPhrase = RuleIndex()
    private(set) var byHost = RuleIndex()
    private(set) var others: [UInt16] = []
    /// What all rules ask together.
    private(set) var asked: AskedConditions = []
    private(set) var holdsSenderLists = false
    private(set) var holdsHostLists = false
    /// The countries of lists of senders, each once.
    private(set) var listCountries: [UInt16] = []
    let longestSender: Int

    /// Rules that a program wrote itself. Rules that were read, such as those of an app's settings,
    /// may be too many: give them to `init(settings:)`.
    ///
    /// - Precondition: `RuleContent(rules: rules).problem` is `nil`: at most 8,192 rules of 256 KiB
    ///   of text.
    public init(_ rules: [Rule]) {
        do throws(RuleFileError) {
            try self.init(settings: RuleContent(rules: rules))
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// The rules of an app's settings, of any size in memory.
    ///
    /// - Throws: `content` where `settings.problem` is not `nil`, or it has lists, which are read
    ///   in place and need a file.
    public init(settings: RuleContent) throws(RuleFileError) {
        try self.init(encoded: RuleMatcher.encoded(settings), file: nil, mostBytes: Int.max)
    }

    /// The rules of settings and of a file.
    ///
    /// - Parameter settings: what the user set.
    /// - Parameter file: its lists are read in place, so that its bytes must stay valid.
    /// - Throws: `tooLarge` where both take more than `mostBytes`, `rule` for one of the file that
    ///   cannot be asked, `list` for one that changed since the file was opened, or as of
    ///   `init(settings:)`.
    /// - Complexity: O(rules log rules + texts).
    public init(settings: RuleContent = RuleContent(), file: RuleView) throws(RuleFileError) {
        try self.init(encoded: RuleMatcher.encoded(settings), file: file, mostBytes: RuleMatcher.mostBytes)
    }

    private static func encoded(_ settings: RuleContent) throws(RuleFileError) -> [UInt8] {
        guard settings.lists.isEmpty else {
            throw .content(reason: "expected no lists in settings, found \(settings.lists.count); compile them into a file")
        }
        if let problem = settings.problem { throw .content(reason: problem) }
        return settings.encoded()
    }

    private init(encoded settings: [UInt8], file: RuleView?, mostBytes: Int) throws(RuleFileError) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: settings.count, alignment: 16)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: settings)
        try self.init(settings: try RuleView(UnsafeRawBufferPointer(bytes)), file: file, mostBytes: mostBytes)
    }

    private init(settings: RuleView, file: RuleView?, mostBytes: Int) throws(RuleFileError) {
        var builder = RuleBuilder(mostBytes: mostBytes)
        for tier in [RuleTier.allow, .deny] {
            try builder.add(settings, .settings, tier)
            if let file { try builder.add(file, .file, tier) }
        }
        let beforeLists = builder.rules.count
        if let file { try builder.addLists(of: file, order: beforeLists) }
        try builder.add(settings, .settings, .groups)
        if let file { try builder.add(file, .file, .groups) }
        builder.finish(beforeLists: beforeLists)
        rules = builder.rules
        lists = builder.lists
        senders = builder.senders
        senderBytes = builder.senderBytes
        hosts = builder.hosts
        phrases = builder.phrases
        bySender = RuleIndex(builder.senderHashes)
        byPhrase = RuleIndex(builder.phraseNumbers)
        byHost = RuleIndex(builder.hostKeys)
        others = builder.others
        asked = builder.asked
        listCountries = builder.listCountries
        holdsSenderLists = builder.lists.contains { $0.keys.kind == .senders }
        holdsHostLists = builder.lists.contains { $0.keys.kind == .hosts }
        longestSender = builder.longestSender
    }

    /// Whether there is neither a rule nor a list.
    public var isEmpty: Bool { rules.isEmpty && lists.isEmpty }

    /// Whether links must be looked at.
    var asksHosts: Bool { asked.contains(.host) || holdsHostLists }
    /// Whether more of a body is asked than its phrases.
    var asksReader: Bool { !asked.isDisjoint(with: .ofReader) || holdsHostLists }

    /// How many rules or lists of a tier there are; 0 for the model's tier.
    ///
    /// - Complexity: O(rules).
    public func count(of tier: RuleTier) -> Int {
        rules.count { $0.place.tier == tier } + lists.count { $0.place.tier == tier }
    }

    /// How many bytes the rules take, without the lists of a file, which stay where they are.
    public var heapBytes: Int {
        let own = rules.capacity * MemoryLayout<Prepared>.stride + lists.capacity * MemoryLayout<PreparedList>.stride
        let texts = senders.capacity * MemoryLayout<SenderKey.Stored>.stride + senderBytes.capacity + phrases.heapBytes
        return own + texts + 8 * hosts.capacity + bySender.heapBytes + byPhrase.heapBytes + byHost.heapBytes
            + 2 * (others.capacity + listCountries.capacity)
    }
}

/// Rules by the number that they are looked up by.
struct RuleIndex {
    /// Sorted; those of one number in the order of the rules.
    private var entries: [(key: UInt64, rule: UInt16)] = []

    init() {}

    init(_ entries: [(key: UInt64, rule: UInt16)]) {
        self.entries = entries
        self.entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.rule < $1.rule }
    }

    var isEmpty: Bool { entries.isEmpty }
    var heapBytes: Int { entries.capacity * 16 }

    /// Calls `body` with the rules of a number, in order, until it returns false.
    @inline(__always)
    func forEachRule(of key: UInt64, _ body: (Int) -> Bool) {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        while low < entries.count, entries[low].key == key {
            if !body(Int(entries[low].rule)) { return }
            low += 1
        }
    }
}
