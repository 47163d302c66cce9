// Store: how a message is recognised when its file is read again.

import SpamFilter

/// Equal for messages with the same source, text, sender and time.
enum MessageIdentity {
    static func of(_ message: Message, source: String, time: Int?) -> Int64 {
        var hash = SipHash(key: (1, 0))
        hash.add(source)
        hash.add(message.body)
        hash.add(message.sender ?? "")
        hash.add(UInt64(bitPattern: Int64(time ?? .min)))
        return Int64(bitPattern: hash.value)
    }
}
