// Text: the placeholders of anonymised corpora. <URL> [LINK] {PHONE} <#> give the most general
// features of what they replace, so a model learnt from a corpus with them reads messages without
// them, and the other way round.
// Only a whole word in brackets is one: `number` and `phone` in a sentence are words. The word
// stays a feature too, because placeholders are unevenly spread over labels
// (Benchmarks/decisions/placeholders.md).

/// What a placeholder replaces.
enum Placeholder: Unicode.Scalar {
    case link = "L"
    case email = "E"
    case phone = "P"
    case number = "N"
    case time = "T"
    case date = "D"
    case money = "M"

    /// Names by their length, each with the letter of its kind behind.
    private static func names(ofLength length: Int) -> StaticString? {
        switch length {
        case 2: "번호N链接L网址L电话P号码N数字N金额M时间T日期D邮箱E主页L링크L금액M시간T날짜D숫자N電話P時間T日付D番号N"
        case 3: "urlLtelPnumNotpN이메일EリンクL手机号P验证码N"
        case 4: "linkLmailEtimeTdateDcodeN전화번호P인증번호N계좌번호N휴대전화P电话号码P手机号码P電話番号P电话番号P"
        case 5: "emailEphonePmoneyMdigitNpriceM"
        case 6: "numberNdigitsNamountMmobileP"
        case 7: "websiteLhttpurlLdecimalN"
        case 8: "datetimeT"
        case 9: "telephoneP"
        default: nil
        }
    }

    /// The placeholder whose name is the word from index `begin` to `end` inside a bracket; `<#>`
    /// and `(#)` have none.
    init?(in window: Window, from begin: Int, to end: Int, _ opening: UInt32) {
        if begin == end {
            guard window[begin - 1].scalar == "#" else { return nil }
            self = .number
            return
        }
        guard let names = Placeholder.names(ofLength: end - begin) else { return nil }
        // (time) and (mobile) are mostly words of a sentence; (url) is not.
        if opening == "(", window[begin].kind == .letter, window[begin].scalar != "u" { return nil }
        let text = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
        var next = 0
        let first = window[begin].scalar
        while next < text.count {
            // A name is of one script: all its characters have one byte or three.
            let isASCII = text[next] < 0x80
            if first != (isASCII ? UInt32(text[next]) : threeByteScalar(text.baseAddress.unsafelyUnwrapped + next)) {
                next += (end - begin) * (isASCII ? 1 : 3) + 1
                continue
            }
            var isEqual = true
            for i in begin..<end where decodeScalar(text, &next) != window[i].scalar { isEqual = false }
            let kind = text[next]
            next += 1
            if isEqual {
                self.init(rawValue: Unicode.Scalar(kind))
                return
            }
        }
        return nil
    }

    func add(to emitter: inout TokenEmitter, start: UInt32, end: UInt32) {
        switch self {
        case .link: emitter.addLink(start: start, end: end)
        case .email: emitter.add(FeatureHash.close(2, .link), start: start, end: end)
        case .phone: emitter.addCounted(NumberClass.phone.feature, start: start, end: end)
        case .number: emitter.addCounted(NumberClass.plain.feature, start: start, end: end)
        case .time: emitter.addCounted(NumberClass.time.feature, start: start, end: end)
        case .date: emitter.addCounted(NumberClass.date.feature, start: start, end: end)
        case .money: emitter.addCounted(NumberClass.money.feature, start: start, end: end)
        }
    }
}
