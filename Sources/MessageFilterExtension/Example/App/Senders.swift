// Example: what a person decides about a sender.

import MessageFilterExtension
import SpamFilter

nonisolated extension FilterSettings {
    /// Lets a sender through, or denies it: in the tiers that go before a publisher's lists, as
    /// `rules` do not. The last word on a sender counts, so the one before goes. Nothing happens
    /// where there is nothing to compare.
    mutating func decide(_ label: Label, sender typed: String, receiverCountry: String?) {
        let sender = typed.asTheSystemWritesIt(receiverCountry: receiverCountry)
        guard let rule = Rule(label, sender: sender) else { return }
        let isOther: (Rule) -> Bool = { $0.conditions.sender.map { SenderKey($0) } != SenderKey(sender) }
        allow = allow.filter(isOther)
        deny = deny.filter(isOther)
        if label == .junk { deny.append(rule) } else { allow.append(rule) }
    }
}

nonisolated extension String {
    /// A phone number with its calling code, as the system hands it to the extension: in Korea
    /// `010-1234-5678` is `+821012345678`. Other senders stay as they are.
    func asTheSystemWritesIt(receiverCountry: String?) -> String {
        var sender = self, country = receiverCountry ?? ""
        let number = sender.withUTF8 { sender in country.withUTF8 { SenderNumber.key(of: sender, receiverCountry: $0) } }
        // Keys of phone numbers are their digits; above are short codes and words.
        guard let number, number < 1_000_000_000_000_000 else { return self }
        return "+\(number)"
    }
}
