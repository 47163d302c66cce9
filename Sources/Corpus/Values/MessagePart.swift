// Corpus: parts of long messages, which a phone shows as one and a gateway logs as several. What a
// row says of its part in, a judgement out. Parts are told of, and never joined here.

/// What columns say of the part of a message that a row has.
struct MessagePart {
    /// Its number, `2` or `2/3`, or the head that phones send before it: `050003A00302`.
    var number: String?
    /// How many parts the message has.
    var total: String?

    /// Whether the row has a part alone. A gateway that joins parts still counts them: a text too
    /// long for one message is a whole one, unless a number says which part it is.
    func isPart(_ text: String) -> Bool {
        let words = number?.trimmingSpaces().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) } ?? []
        if Self.isHead(words.joined()) { return true }
        let place = words.first.flatMap { Int($0) },
            all = (total?.trimmingSpaces() ?? words.last.map(String.init)).flatMap { Int($0) }
        if total == nil, words.count == 1, let place { return (2...Self.most).contains(place) }
        guard (1...Self.most).contains(place ?? 1), let all, (2...Self.most).contains(all) else { return false }
        return place != nil || text.utf16.count <= (text.utf8.count == text.utf16.count ? 153 : 67)
    }

    private static let most = 255

    /// Whether a text in hexadecimal begins with the head of one part of several (3GPP TS 23.040):
    /// 05 00 03 or 06 08 04, a reference of one or two bytes, how many parts there are, and which
    /// it is.
    static func isHead(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "0"),
            case let length = text.hasPrefix("050003") ? 8 : text.hasPrefix("060804") ? 10 : 0,
            length > 0, text.utf8.count >= length + 4
        else { return false }
        guard let both = Int(String(decoding: text.utf8.dropFirst(length).prefix(4), as: UTF8.self), radix: 16) else {
            return false
        }
        return both >> 8 > 1 && (1...(both >> 8)).contains(both & 255)
    }

    // MARK: Names

    /// Whether a column of this name has numbers of parts. A `seq` may count rows, where no column
    /// has how many parts there are.
    static func isNumber(_ name: String, besideTotal: Bool) -> Bool {
        let folded = name.foldedName
        return numbers.contains(folded) || besideTotal && ["seq", "seqno", "seqnum", "sequence", "index"].contains(folded)
    }

    static func isTotal(_ name: String) -> Bool { totals.contains(name.foldedName) }

    private static let numbers: Set<String> = """
        part partno partnum partnumber partindex segment segmentno segmentnum segmentnumber segmentindex segmentseqnum \
        sarsegmentseqnum concatpart udh userdataheader
        """.setOfWords
    private static let totals: Set<String> = """
        parts total totalparts partcount partscount numparts numberofparts segments totalsegments numsegments segmentcount \
        numberofsegments sartotalsegments concattotal
        """.setOfWords
}
