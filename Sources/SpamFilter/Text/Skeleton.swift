// Text: what stays of a message when figures, links' numbers, signs and spaces are taken away. Messages of one template mostly share it.

extension MessageReader {
    /// A hash of the folded letters of a body, in order: equal for messages that differ in digits, case, spacing and signs only.
    ///
    /// - Complexity: O(bytes), no allocation.
    public mutating func skeleton(of message: Message) -> UInt64 {
        var body = message.body
        return body.withUTF8 { text in
            var hash: UInt64 = 0
            var offset = 0
            while offset < text.count {
                offset = window.fill(text, from: offset)
                for i in 0..<window.count {
                    let folded = window.scalars[i]
                    if folded.kind == .letter || folded.isSyllabic { hash = FeatureHash.roll(hash, folded.scalar) }
                }
            }
            return FeatureHash.close(hash, .word)
        }
    }
}
