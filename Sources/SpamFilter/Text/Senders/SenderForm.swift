// Text: what the characters of a sender show.

/// A sender after folding: digits of every script and width, and the marks that people group them
/// with.
struct SenderForm {
    private(set) var kind = SenderKind.signs
    /// Digits of a number, bytes of anything else.
    private(set) var length = 0
    /// The digits, where there is nothing else.
    private(set) var number: PhoneDigits?
    private(set) var hasPlus = false
    private(set) var hasDigits = false
    /// The class behind an Indian header (`VK-MYBANK-S`): p, s, t or g for promotion, service,
    /// transaction, government; 0 where there is none.
    private(set) var headerClass: UInt32 = 0

    init(_ sender: UnsafeBufferPointer<UInt8>) {
        let table = FoldingTable(simplifiesHan: false)
        var digits = PhoneDigits()
        var next = 0, seen = 0, hyphens = 0, firstHyphen = 0, others = 0, hasAt = false
        // The last two scalars.
        var secondLast: UInt32 = 0, last: UInt32 = 0
        while next < sender.count {
            let folded = table.fold(decodeScalar(sender, &next))
            switch folded.kind {
            case .ignorable, .mark: continue
            case .digit: digits.append(folded.scalar - scalarValue("0"))
            case .space: break
            case .symbol where folded.scalar == "+": hasPlus = hasPlus || digits.count == 0
            case .symbol where SenderForm.groupsDigits(folded.scalar): break
            default:
                hasAt = hasAt || folded.kind == .symbol && folded.scalar == "@"
                others += 1
            }
            seen += 1
            if folded.scalar == "-" {
                hyphens += 1
                if hyphens == 1 { firstHyphen = seen }
            }
            (secondLast, last) = (last, folded.scalar)
        }
        hasDigits = digits.count > 0
        if others > 0 {
            kind = hasAt ? .email : .header
            length = sender.count
            if kind == .header, hyphens == 2, firstHyphen == 3, secondLast == "-" {
                switch last {
                case "p", "s", "t", "g": headerClass = last
                default: break
                }
            }
        } else if hasDigits {
            number = digits
            length = digits.count
        }
    }

    /// Parentheses, - . / and the hyphens and dashes of typesetters.
    private static func groupsDigits(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "(", ")", "-", ".", "/", "\u{2010}"..."\u{2015}", "\u{2212}": true
        default: false
        }
    }
}
