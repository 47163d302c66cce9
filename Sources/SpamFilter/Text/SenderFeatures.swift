// Text: what kind of sender it is, never which one: no number is a feature, so none can be read out of a model.
// Features: the kind, the kind with the receiver's country, and whether a foreign prefix does not fit that country.

/// The kinds of sender that a filter can tell apart without a directory.
enum SenderKind: UInt64 {
    case missing = 0
    /// 3 to 6 digits.
    case shortCode = 1
    /// Letters: an alphanumeric header such as `MYBANK` or `VK-MYBANK`.
    case header = 2
    case email = 3
    /// Begins with + or 00 and the receiver's own country code.
    case ownInternational = 4
    /// Begins with + or 00 and another country's code, or one unknown here.
    case foreign = 5
    /// A national number that begins with a mobile prefix of the receiver's country.
    case mobile = 6
    /// A national number that is free to call, or a business line (Korean 15xx, 16xx, 18xx; Chinese 95xxx, 106…).
    case business = 7
    /// Any other national number.
    case national = 8
}

extension MessageReader {
    /// Adds the features of the sender and of the receiver's country, both in UTF-8, empty when unknown.
    mutating func readSender(
        _ sender: UnsafeBufferPointer<UInt8>, receiverCountry: UnsafeBufferPointer<UInt8>
    ) {
        guard !sender.isEmpty else { return }
        let country = DialingPlan(receiverCountry)
        let (kind, length) = country.kind(of: sender)
        func add(_ feature: UInt64) { features.add(feature, start: outsideBody, end: outsideBody) }
        add(FeatureHash.close(kind.rawValue, .sender))
        add(FeatureHash.close(kind.rawValue &* FeatureHash.m2 &+ UInt64(min(length, 15)), .sender))
        if country.code != 0 {
            add(FeatureHash.close(kind.rawValue &* FeatureHash.m3 &+ UInt64(country.code), .country))
        }
    }
}

/// The little that is needed of a country's numbering plan (ITU-T E.164 and the national plans).
private struct DialingPlan {
    /// The two capital letters of the country as one number; 0 when unknown.
    let code: UInt16

    init(_ country: UnsafeBufferPointer<UInt8>) {
        func capital(_ b: UInt8) -> UInt8 { b >= 0x61 && b <= 0x7A ? b - 32 : b }
        if country.count == 2, (0x41...0x5A).contains(capital(country[0])), (0x41...0x5A).contains(capital(country[1])) {
            code = UInt16(capital(country[0])) << 8 | UInt16(capital(country[1]))
        } else {
            code = 0
        }
    }

    /// Country calling code, mobile prefixes and business prefixes of the national form, each list between spaces.
    private var plan: (calling: StaticString, mobile: StaticString, business: StaticString) {
        switch code {
        case 0x4B52: ("82", " 010 011 016 017 018 019 ", " 080 15 16 18 070 ")  // KR
        case 0x434E: ("86", " 13 14 15 16 17 18 19 100 ", " 106 400 800 95 96 12 ")  // CN
        case 0x5457: ("886", " 09 ", " 0800 0809 ")  // TW
        case 0x484B: ("852", " 5 6 7 9 ", " 800 ")  // HK
        case 0x4A50: ("81", " 090 080 070 060 ", " 0120 0800 0570 ")  // JP
        case 0x5553, 0x4341: ("1", " ", " 800 888 877 866 855 844 833 ")  // US CA: no mobile prefixes
        case 0x4742: ("44", " 07 ", " 0800 0808 03 ")  // GB
        case 0x494E: ("91", " 6 7 8 9 ", " 1800 140 160 ")  // IN
        case 0x4E47: ("234", " 070 080 081 090 091 ", " 0800 ")  // NG
        case 0x5347: ("65", " 8 9 ", " 1800 ")  // SG
        case 0x5048: ("63", " 09 ", " 1800 ")  // PH
        case 0x4944: ("62", " 08 ", " 0800 1500 ")  // ID
        case 0x5452: ("90", " 05 ", " 0800 0850 444 ")  // TR
        default: ("", " ", " ")
        }
    }

    /// The kind of a sender and how many digits (or, for headers and e-mail addresses, bytes) it has.
    func kind(of sender: UnsafeBufferPointer<UInt8>) -> (SenderKind, length: Int) {
        var digits = 0, others = 0, at = false
        for b in sender {
            switch b {
            case 0x30...0x39: digits += 1
            case 0x40:
                at = true
                others += 1
            case 0x20, 0x28, 0x29, 0x2B, 0x2D, 0x2E, 0x2F: break
            default: others += 1
            }
        }
        if at { return (.email, sender.count) }
        if others > 0 { return (.header, sender.count) }
        if digits == 0 { return (.missing, 0) }
        let plan = plan
        let isInternational = sender.first == 0x2B || begins(sender, with: " 00 ")
        if isInternational {
            let skip = sender.first == 0x2B ? 0 : 2
            return (begins(sender, withDigitsOf: plan.calling, skipping: skip) ? .ownInternational : .foreign, digits)
        }
        if digits <= 6 { return (.shortCode, digits) }
        if begins(sender, with: plan.business) { return (.business, digits) }
        return (begins(sender, with: plan.mobile) ? .mobile : .national, digits)
    }

    /// Whether the digits of `sender` begin with any of the prefixes that stand between spaces in `list`.
    private func begins(_ sender: UnsafeBufferPointer<UInt8>, with list: StaticString) -> Bool {
        let bytes = list.utf8Start
        var i = 0
        while i + 1 < list.utf8CodeUnitCount {
            var length = 0
            while bytes[i + 1 + length] != 0x20 { length += 1 }
            if length > 0, begins(sender, withDigits: bytes + i + 1, length, skipping: 0) { return true }
            i += length + 1
        }
        return false
    }

    private func begins(_ sender: UnsafeBufferPointer<UInt8>, withDigitsOf code: StaticString, skipping skip: Int) -> Bool {
        code.utf8CodeUnitCount > 0 && begins(sender, withDigits: code.utf8Start, code.utf8CodeUnitCount, skipping: skip)
    }

    private func begins(
        _ sender: UnsafeBufferPointer<UInt8>, withDigits prefix: UnsafePointer<UInt8>, _ length: Int, skipping skip: Int
    ) -> Bool {
        var matched = 0, passed = 0
        for b in sender where (0x30...0x39).contains(b) {
            if passed < skip {
                passed += 1
                continue
            }
            if matched == length { break }
            guard b == prefix[matched] else { return false }
            matched += 1
        }
        return matched == length
    }
}
