// Text: what kind of sender it is, never which one: no number is a feature, so none can be read out of a model.
// Features: the kind, the kind with its length, the kind with the receiver's country; of foreign numbers the calling code, of headers what
// their form says. A number of the receiver's own country reads alike with and without its calling code. A message without a sender has
// none of these: corpora without senders would else teach that a missing one means something.

/// The kinds of sender that a filter can tell apart without a directory.
public enum SenderKind: UInt64, CaseIterable, Sendable {
    /// Signs only.
    case signs = 0
    /// 1 to 6 digits.
    case shortCode = 1
    /// Letters: an alphanumeric header such as `MYBANK` or `VK-MYBANK`.
    case header = 2
    case email = 3
    /// Begins with + or what calls abroad begin with, and another country's code or one unknown here.
    case foreign = 5
    case mobile = 6
    /// A company's line (Korean 15xx, 16xx, 18xx; Chinese 400, 95xxx; Japanese 0570), or a port that only sends text (Chinese 106).
    case business = 7
    /// Any other national number.
    case national = 8
    case landline = 9
    case tollFree = 10
    case voip = 11
    case premium = 12
}

/// What else is said of some senders. Part of the feature's hash.
private enum SenderTrait: UInt64 {
    /// A number of the receiver's country, written with its calling code.
    case ownCountry = 1
    case callingCode, headerClass, headerDigits
}

extension MessageReader {
    /// Adds the features of the sender and of the receiver's country, both in UTF-8, empty when unknown.
    mutating func readSender(
        _ sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>
    ) {
        guard !sender.isEmpty else { return }
        func add(_ feature: UInt64) { features.add(feature, start: outsideBody, end: outsideBody) }
        func add(_ trait: SenderTrait, _ value: UInt64) {
            add(FeatureHash.close(value &* FeatureHash.m4 &+ trait.rawValue &* FeatureHash.m1, .sender))
        }

        let country = countryCode(receiverCountry)
        let form = SenderForm(sender)
        var kind = form.kind, length = form.length
        if let number = form.number {
            let plan = DialingPlan(country: country)
            let access = number.prefix(of: plan.access)
            let isInternational = form.hasPlus || access > 0 && number.count > 6
            if isInternational {
                let abroad = form.hasPlus ? number : number.dropFirst(access)
                let own = abroad.prefix(of: plan.calling)
                if own > 0 {
                    (kind, length) = national(abroad.dropFirst(own), plan)
                    add(.ownCountry, 1)
                } else {
                    (kind, length) = (.foreign, abroad.count)
                    add(.callingCode, DialingPlan.callingCode(of: abroad))
                }
            } else if number.count > 6 {
                kind = plan.kind(of: number) ?? .national
            } else {
                kind = .shortCode
            }
        }
        add(FeatureHash.close(kind.rawValue, .sender))
        add(FeatureHash.close(kind.rawValue &* FeatureHash.m2 &+ UInt64(min(length, 15)), .sender))
        if form.headerClass != 0 { add(.headerClass, UInt64(form.headerClass)) }
        if kind == .header, form.hasDigits { add(.headerDigits, 1) }
        if country != 0 { add(FeatureHash.close(kind.rawValue &* FeatureHash.m3 &+ UInt64(country), .country)) }
    }

    /// The kind and length that a number has at home, where its trunk prefix 0 may stand before it.
    private mutating func national(_ number: Digits, _ plan: DialingPlan) -> (SenderKind, Int) {
        if let kind = plan.kind(of: number) { return (kind, number.count) }
        let longer = number.withTrunkPrefix()
        if let kind = plan.kind(of: longer) { return (kind, longer.count) }
        return (.national, number.count)
    }
}

/// What the characters of a sender show, after folding: digits of every script and width, and the signs that people group them with.
private struct SenderForm {
    var kind = SenderKind.signs
    /// Digits of a number, bytes of anything else.
    var length = 0
    /// The digits, where there is nothing else.
    var number: Digits?
    var hasPlus = false
    var hasDigits = false
    /// The class behind an Indian header (`VK-MYBANK-S`): p, s, t or g for promotion, service, transaction, government; 0 where there is none.
    var headerClass: UInt32 = 0

    init(_ sender: UnsafeBufferPointer<UInt8>) {
        let table = FoldingTable(simplifiesHan: false)
        var digits = Digits()
        var next = 0, seen = 0, hyphens = 0, firstHyphen = 0, others = 0, hasAt = false
        // The last two scalars.
        var secondLast: UInt32 = 0, last: UInt32 = 0
        while next < sender.count {
            let folded = table.fold(decodeScalar(sender, &next))
            switch folded.kind {
            case .ignorable, .mark: continue
            case .digit: digits.append(folded.scalar - 0x30)
            case .space: break
            default:
                switch folded.kind == .symbol ? folded.scalar : 0 {
                case 0x2B: hasPlus = hasPlus || digits.count == 0
                // Parentheses, - . / and the hyphens and dashes of typesetters.
                case 0x28, 0x29, 0x2D, 0x2E, 0x2F, 0x2010...0x2015, 0x2212: break
                case 0x40:
                    hasAt = true
                    others += 1
                default: others += 1
                }
            }
            seen += 1
            if folded.scalar == 0x2D {
                hyphens += 1
                if hyphens == 1 { firstHyphen = seen }
            }
            (secondLast, last) = (last, folded.scalar)
        }
        hasDigits = digits.count > 0
        if others > 0 {
            kind = hasAt ? .email : .header
            length = sender.count
            if kind == .header, hyphens == 2, firstHyphen == 3, secondLast == 0x2D {
                switch last {
                case 0x70, 0x73, 0x74, 0x67: headerClass = last
                default: break
                }
            }
        } else if hasDigits {
            number = digits
            length = digits.count
        }
    }
}
