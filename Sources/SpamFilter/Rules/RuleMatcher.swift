// Rules: rules in the user's order. In: a message. Out: the label of the first rule that it
// meets. Rules come from the app. The core prepares them, so that a model file can hold them later:
// section kind 7 is kept for that.

/// Rules, prepared for matching. The first one that a message meets decides: an app shows them in
/// this order.
///
/// ```swift
/// var matcher = RuleMatcher([Rule(.allow, sender: "MYBANK")!, Rule(.junk, contains: "loan")!])
/// matcher.label(for: Message(body: "Your loan is paid", sender: "MyBank"))  // allow
/// ```
public struct RuleMatcher: ~Copyable {
    private struct Conditions {
        let label: Label
        let hasImage: Bool
        let sender: SenderKey.Stored?
        let senderPrefix: SenderKey.Stored?
        let phrase: Range<UInt32>?
    }

    private let rules: [Conditions]
    private let senders: [UInt8]
    private let phrases: Phrases
    /// The phrases that a message is searched for. Room for all of them is there from the
    /// beginning.
    private var searches: [Phrases.Search] = []
    /// 5 KiB, and only where a rule has a phrase.
    private var window: FoldedWindow?

    public init(_ rules: [Rule]) {
        var window: FoldedWindow?
        if rules.contains(where: { $0.contains != nil }) { window = FoldedWindow(simplifiesHan: true) }
        var conditions: [Conditions] = [], senders: [UInt8] = []
        var phrases = Phrases()
        conditions.reserveCapacity(rules.count)
        for rule in rules {
            var phrase: Range<UInt32>?
            if let contains = rule.contains { phrase = phrases.add(contains, &window!) }
            conditions.append(
                Conditions(
                    label: rule.label, hasImage: rule.hasImage, sender: rule.sender.map { .init(SenderKey($0), into: &senders) },
                    senderPrefix: rule.senderPrefix.map { .init(SenderKey($0), into: &senders) }, phrase: phrase))
        }
        self.rules = conditions
        self.senders = senders
        self.phrases = phrases
        self.window = window
        searches.reserveCapacity(conditions.count { $0.phrase != nil })
    }

    /// The memory that the rules take, without the window: some 50 bytes a rule, 16 more with a
    /// phrase and five a scalar of it, two a digit of a number.
    public var heapBytes: Int {
        rules.capacity * MemoryLayout<Conditions>.stride + senders.capacity + phrases.heapBytes
            + searches.capacity * MemoryLayout<Phrases.Search>.stride
    }

    /// The label of the first rule whose conditions the message meets; `nil` where it meets none.
    ///
    /// - Complexity: O(rules with a phrase x scalars of the body). The body is folded once.
    public mutating func label(for message: Message) -> Label? {
        guard !rules.isEmpty else { return nil }
        let sender = message.sender.map { SenderKey($0) }
        var body = message.body
        return body.withUTF8 { utf8 in
            // The first rule that is met without a phrase, and the phrases of those before it.
            var certain: Label?
            var hasImage: Bool?
            searches.removeAll(keepingCapacity: true)
            for (number, rule) in rules.enumerated() {
                guard meets(rule, sender, message.receiverCountry) else { continue }
                if rule.hasImage {
                    let found = hasImage ?? RuleMatcher.hasImage(utf8)
                    hasImage = found
                    guard found else { continue }
                }
                guard let phrase = rule.phrase else {
                    certain = rule.label
                    break
                }
                searches.append(phrases.search(for: phrase, rule: number))
            }
            guard !searches.isEmpty, let found = phrases.first(of: &searches, in: utf8, &window!) else { return certain }
            return rules[found].label
        }
    }

    /// Whether the sender is one that the rule asks for.
    private func meets(_ rule: Conditions, _ sender: SenderKey?, _ receiverCountry: String?) -> Bool {
        if let wanted = rule.sender {
            guard let sender, sender.isSame(as: wanted, of: senders) else { return false }
        }
        guard let prefix = rule.senderPrefix else { return true }
        guard let sender else { return false }
        return sender.begins(with: prefix, of: senders, receiverCountry: receiverCountry)
    }

    /// U+FFFC, as the system hands a picture over: EF BF BC.
    private static func hasImage(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        var i = 2
        while i < body.count {
            if body[i] == 0xBC, body[i - 1] == 0xBF, body[i - 2] == 0xEF { return true }
            i += 1
        }
        return false
    }
}
