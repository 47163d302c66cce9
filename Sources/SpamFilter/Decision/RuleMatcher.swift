// Decision: rules in the user's order. In: a message. Out: the label of the first rule that it
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
    }

    /// The memory that the rules take, without the window: some 50 bytes a rule, five a scalar of a
    /// phrase, two a digit of a number.
    public var heapBytes: Int {
        rules.capacity * MemoryLayout<Conditions>.stride + senders.capacity + phrases.heapBytes
    }

    /// The label of the first rule whose conditions the message meets; `nil` where it meets none.
    ///
    /// - Complexity: O(rules with a phrase x bytes of the body).
    public mutating func label(for message: Message) -> Label? {
        guard !rules.isEmpty else { return nil }
        let sender = message.sender.map { SenderKey($0) }
        var body = message.body
        return body.withUTF8 { utf8 in
            for rule in rules {
                if let wanted = rule.sender {
                    guard let sender, sender.isSame(as: wanted, of: senders) else { continue }
                }
                if let prefix = rule.senderPrefix {
                    guard let sender, sender.begins(with: prefix, of: senders, receiverCountry: message.receiverCountry) else {
                        continue
                    }
                }
                if rule.hasImage, !RuleMatcher.hasImage(utf8) { continue }
                if let phrase = rule.phrase, !phrases.isFound(phrase, in: utf8, &window!) { continue }
                return rule.label
            }
            return nil
        }
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
