// Corpus: the words that people label messages with. A word in, a label out.

import SpamFilter

/// The labels that words mean: `spam` is `junk`, `otp` is `transaction/others`. Users add their
/// own.
///
/// ```swift
/// let labels = try LabelMap(parsing: "2=promotion,ham=transaction")
/// labels.label(for: "2")      // promotion: the user's word
/// labels.label(for: "HAM")    // transaction: the user's word wins over the built-in one
/// labels.label(for: "Spam")   // junk: built in
/// labels.label(for: "maybe")  // nil
/// ```
///
/// 0 and 1, false and true are `allow` and `junk` only where no other label occurs: `CorpusReader`
/// throws at the first row that has another label, or that has one of these after another one.
///
/// Case and outer spaces do not count; a space or hyphen within a word equals `_`.
public struct LabelMap: Sendable, Equatable {
    private let overrides: [String: Label]
    /// The words whose rows are left out.
    private let leftOut: Set<String>

    /// The user's own words in the form that is compared, sorted.
    package var ownWords: [String] { (Array(overrides.keys) + leftOut).sorted() }

    /// Whether the user has explained a number.
    let explainsNumbers: Bool

    /// Whether 0 and 1, false and true are known.
    private var knowsFlags = true

    /// Whether yes and no are known too.
    private var knowsAnswers = false

    /// The same words, and yes and no.
    var withAnswers: LabelMap {
        var labels = self
        labels.knowsAnswers = true
        return labels
    }

    /// The same words, but 0 and 1, false and true only as far as the user explains them.
    var withoutFlags: LabelMap {
        var labels = self
        labels.knowsFlags = false
        return labels
    }

    /// The built-in words, and words that win over them.
    ///
    /// - Parameter overrides: words that win over the built-in ones. Of words that compare equal,
    ///   the first in Unicode order is taken.
    public init(_ overrides: [String: Label] = [:]) {
        let ordered = overrides.sorted { $0.key < $1.key }
        self.init(
            Dictionary(ordered.map { (Self.folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first }), leavingOut: [])
    }

    private init(_ overrides: [String: Label], leavingOut: Set<String>) {
        (self.overrides, leftOut) = (overrides, leavingOut)
        explainsNumbers = overrides.keys.contains(where: LabelMap.isNumber) || leavingOut.contains(where: LabelMap.isNumber)
    }

    /// Reads `word=label,word=label`, each label in its strict spelling `action[/sub-action]` or by
    /// a built-in word that is no number; `word=-` leaves out the rows of the word. Empty: no
    /// overrides.
    ///
    /// - Throws: the first entry that is wrong.
    public init(parsing entries: String) throws(LabelMapError) {
        var overrides: [String: Label] = [:], leftOut: Set<String> = []
        for entry in entries.split(separator: ",").map(String.init) {
            guard let equals = entry.lastIndex(of: "=") else { throw LabelMapError(entry: entry, problem: .noEqualsSign) }
            let word = Self.folded(String(entry[..<equals]))
            guard !word.isEmpty else { throw LabelMapError(entry: entry, problem: .noWord) }
            let spelling = String(entry[entry.index(after: equals)...])
            if spelling.trimmingSpaces() == "-" {
                leftOut.insert(word)
                continue
            }
            let meant = Self.folded(spelling)
            guard let label = Self.strict[meant] ?? (Self.numbers.contains(meant) ? nil : Self.builtIn[meant]) else {
                throw LabelMapError(entry: entry, problem: .notALabel(spelling.trimmingSpaces()))
            }
            if let other = overrides[word], other != label {
                throw LabelMapError(entry: entry, problem: .secondLabel(word: word, first: other))
            }
            overrides[word] = label
        }
        if let word = leftOut.first(where: { overrides[$0] != nil }), let label = overrides[word] {
            throw LabelMapError(entry: "\(word)=-", problem: .secondLabel(word: word, first: label))
        }
        self.init(overrides, leavingOut: leftOut)
    }

    /// These words, and others that the user has not explained.
    func adding(_ others: [String: Label]) -> LabelMap {
        guard !others.isEmpty else { return self }
        var labels = LabelMap(overrides.merging(others) { own, _ in own }, leavingOut: leftOut)
        (labels.knowsFlags, labels.knowsAnswers) = (knowsFlags, knowsAnswers)
        return labels
    }

    /// The word in the form that is compared, if its rows are left out.
    func wordLeftOut(_ word: String) -> String? {
        guard !leftOut.isEmpty, case let word = Self.folded(word), leftOut.contains(word) else { return nil }
        return word
    }

    /// What the user says that a word means, and the word in the form that is compared; the label
    /// is `nil` for one whose rows are left out.
    package func ownMeaning(of word: String) -> (word: String, label: Label?)? {
        let word = Self.folded(word)
        return leftOut.contains(word) ? (word, nil) : overrides[word].map { (word, $0) }
    }

    /// Whether the user has explained the word.
    func explains(_ word: String) -> Bool {
        guard !overrides.isEmpty || !leftOut.isEmpty else { return false }
        let word = Self.folded(word)
        return overrides[word] != nil || leftOut.contains(word)
    }

    /// Whether a word is a label.
    ///
    /// - Parameter besidesNames: leaves out those that name columns as well, such as `carrier`.
    func isLabel(_ word: String, besidesNames: Bool = false) -> Bool {
        label(for: word) != nil && !(besidesNames && Self.namesOfColumns.contains(Self.folded(word)) && !explains(word))
    }

    /// The label that a word means; `nil` when the word is not known. O(length of the word).
    public func label(for word: String) -> Label? {
        meaning(of: word)?.label
    }

    /// The label that somebody names rather than reads in a corpus: 0 and 1, false and true name
    /// none, unless the user explained them. `nil` when the word is not known.
    public func label(named word: String) -> Label? {
        meaning(of: word).flatMap { $0.isNumber ? nil : $0.label }
    }

    /// The label, and the word in the form that is compared; `nil` in its place for a strict
    /// spelling that is not overridden. `isNumber`: a built-in 0 or 1, false or true.
    func meaning(of word: String) -> (label: Label, guessedFrom: String?, isNumber: Bool)? {
        let word = Self.folded(word)
        if let label = overrides[word] { return (label, word, false) }
        if let label = Self.strict[word] { return (label, nil, false) }
        if !knowsFlags, Self.numbers.contains(word) { return nil }
        if knowsAnswers, knowsFlags, let isJunk = Self.answers[word] { return (isJunk ? .junk : .allow, word, true) }
        return Self.builtIn[word].map { ($0, word, Self.numbers.contains(word)) }
    }

    /// For a help text: every built-in word with its meaning, in one paragraph.
    ///
    /// `allow, junk, …; ham, legit, … (allow); spam, … (junk); …. 0 and 1 …`
    package static var knownWords: String {
        let meanings = words.map { "\($0.words.replacing(" ", with: ", ")) (\($0.label))" }
        return
            "\(strictSpellings); \(meanings.joined(separator: "; ")). 0 and 1, false and true mean these only where no other label occurs"
    }

    static var strictSpellings: String { Label.all.map(\.description).joined(separator: ", ") }

    /// The built-in word or strict spelling at an edit distance of 1 from `word`, and its label.
    /// Words of one or two letters are too short for it.
    static func nearest(to word: String) -> (word: String, label: Label)? {
        let word = folded(word)
        guard word.count > 2 else { return nil }
        return known.filter { $0.key.count > 2 && word.isOneEdit(from: $0.key) }.min { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    // MARK: Words

    private static let words: [(label: Label, words: String)] = [
        (
            .allow,
            """
            ham legit legitimate normal good wanted notspam not_spam nonspam non_spam nospam no_spam notjunk not_junk nonjunk \
            non_junk nojunk no_junk kein_spam no_es_spam não_spam bukan_spam spam_değil не_спам clean 정상 스팸아님 비스팸 正常 非垃圾 非垃圾短信 \
            非スパム bình_thường ปกติ 0 0.0 false
            """
        ),
        (
            .junk,
            """
            spam smishing fraud scam phishing phish bad 스팸 스미싱 피싱 보이스피싱 사기 垃圾 垃圾短信 垃圾簡訊 垃圾信息 垃圾訊息 诈骗 詐騙 \
            诈骗短信 钓鱼 釣魚 スパム 迷惑 迷惑メール 詐欺 フィッシング スミッシング betrug arnaque hameçonnage estafa golpe penipuan \
            dolandırıcılık lừa_đảo สแปม หลอกลวง спам мошенничество 1 1.0 true
            """
        ),
        (
            Label(.promotion)!,
            """
            promo promotional ad ads advertisement advertising marketing 광고 홍보 프로모션 广告 廣告 推广 促销 促銷 营销 広告 宣伝 \
            werbung publicité publicidad publicidade promosi iklan reklam quảng_cáo โฆษณา реклама
            """
        ),
        (Label(.promotion, .promotionalOffers)!, "offer offers"),
        (Label(.promotion, .promotionalCoupons)!, "coupon coupons 쿠폰 优惠券 優惠券 クーポン"),
        (Label(.transaction)!, "transactional"),
        (Label(.transaction, .transactionalFinance)!, "bank banking finance 은행 금융 银行 銀行 金融"),
        (
            Label(.transaction, .transactionalOrders)!,
            "order orders delivery parcel parcels 택배 배송 快递 快遞 物流 宅配 宅配便 配送"
        ),
        (Label(.transaction, .transactionalReminders)!, "reminder reminders"),
        (Label(.transaction, .transactionalHealth)!, "health"),
        (Label(.transaction, .transactionalWeather)!, "weather"),
        (Label(.transaction, .transactionalCarrier)!, "carrier"),
        (Label(.transaction, .transactionalRewards)!, "reward rewards"),
        (Label(.transaction, .transactionalPublicServices)!, "publicservices public_services"),
        // One-time codes: Apple's categories leave them here.
        (Label(.transaction, .transactionalOthers)!, "otp code codes 인증번호 인증 验证码 驗證碼 認証番号 認証コード 確認コード"),
    ]

    /// Among other codes they may mean anything. Tables write a column of flags in these ways.
    static let numbers: Set<String> = ["0", "1", "0.0", "1.0", "false", "true"]

    /// What people answer to `Spam?`, and whether it means junk.
    private static let answers: [String: Bool] = {
        let yes =
            "yes y t ja j sí si s oui sim sì evet ya có ใช่ 예 네 是 はい true vrai wahr verdadero vero verdadeiro doğru да истина benar đúng"
        let no =
            "no n f nein non não nao hayır tidak không ไม่ ไม่ใช่ 아니오 아니요 否 不是 いいえ false faux falsch falso yanlış нет ложь salah sai"
        var answers: [String: Bool] = [:]
        for word in yes.split(separator: " ") { answers[String(word)] = true }
        for word in no.split(separator: " ") { answers[String(word)] = false }
        return answers
    }()

    /// Whether a word is 0 or 1, +1 or -1, or yes or no in some language.
    static func isFlag(_ word: String) -> Bool {
        let word = folded(word)
        return numbers.contains(word) || signed.contains(word) || answers[word] != nil
    }

    /// Classes as programs count them. Which of them is junk nobody can know.
    static let signed: Set<String> = ["+1", "-1"]

    /// Whether a flag says yes.
    static func isYes(_ flag: String) -> Bool {
        let flag = folded(flag)
        return answers[flag] ?? ["1", "1.0", "+1"].contains(flag)
    }

    private static let namesOfColumns: Set = [
        "carrier", "health", "weather", "reward", "rewards", "bank", "code", "codes", "order", "orders", "offer", "delivery",
        "은행", "택배", "배송", "인증", "인증번호", "银行", "銀行", "快递", "快遞", "验证码", "驗證碼", "配送", "宅配",
    ]

    /// Digits, a point, a sign: `2`, `1.0`, `-1`; also `true` and `false`.
    static func isNumber(_ word: String) -> Bool {
        let word = word.trimmingSpaces()
        guard let first = word.utf8.first else { return false }
        return first < 0x3A && Double(word) != nil || numbers.contains(word.lowercased())
    }

    /// `0.7`: a number between the labels 0 and 1, such as a probability.
    static func isScore(_ word: String) -> Bool {
        let word = word.trimmingSpaces()
        guard let first = word.utf8.first, first < 0x3A, let number = Double(word.replacing(",", with: ".")) else { return false }
        return number != number.rounded()
    }

    /// What words likely mean that are too common to be labels in any corpus: to be asked about.
    /// Not accept and reject, which annotators say of a label.
    package static func likely(_ word: String) -> Label? {
        switch folded(word) {
        case "valid", "safe", "ok", "okay", "pass", "passed", "accepted", "allowed", "trusted", "genuine", "real",
            "benign", "personal", "일반", "안전", "安全", "合法", "一般", "통과", "通常", "erwünscht", "legítimo", "légitime",
            "нормальное":
            .allow
        case "block", "blocked", "rejected", "malicious", "unsafe", "fake", "invalid", "dangerous", "suspicious",
            "abuse",
            "deny", "denied", "차단", "의심", "대출", "도박", "屏蔽", "拦截", "骚扰", "可疑", "违法", "ブロック", "悪質", "unerwünscht",
            "indésirable", "indesejado", "istenmeyen":
            .junk
        case "card", "결제", "카드", "支払い": Label(.transaction, .transactionalFinance)!
        case "알림", "通知", "notification": Label(.transaction)!
        default: nil
        }
    }

    private static let builtIn = Dictionary(
        uniqueKeysWithValues: words.flatMap { row in row.words.split(separator: " ").map { (String($0), row.label) } })

    private static let known = strict.merging(builtIn) { first, _ in first }

    private static let strict = Dictionary(uniqueKeysWithValues: Label.all.map { (folded($0.description), $0) })

    /// Without spaces of any kind around it, such as those that do not break a line.
    private static func trimmed(_ word: String) -> String {
        guard let first = word.utf8.first, let last = word.utf8.last, max(first, last) >= 0x80 || min(first, last) < 0x20 else {
            return word.trimmingSpaces()
        }
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || (0x200B...0x200F).contains(scalar.value) || [0x2060, 0xFEFF].contains(scalar.value)
        }
        let scalars = word.unicodeScalars
        guard let start = scalars.firstIndex(where: { !isSpace($0) }), let end = scalars.lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(scalars[start...end])
    }

    static func folded(_ word: String) -> String {
        let word = trimmed(word).lowercased()
        // The minus of a number stays.
        return word == "-1" ? word : String(word.map { $0 == " " || $0 == "-" ? "_" : $0 })
    }
}
