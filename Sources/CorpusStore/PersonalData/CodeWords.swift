// Store: words for codes, passwords and user names in a message, in the languages of SMS.

/// A word that tells what stands near it.
struct CodeWord {
    enum Kind {
        /// Of a code, which may stand anywhere in the message.
        case code
        /// Of a password, a PIN, or what is printed on a card: it stands right behind the word.
        case secret
        /// Of a user name, right behind the word. Four digits elsewhere are no code.
        case account
    }
    var kind: Kind
    var range: Range<Int>

    private typealias Lists = CodeWordLists

    /// The words of a text, in order.
    static func find(in text: [Unicode.Scalar]) -> [CodeWord] {
        (spaced(in: text) + unspaced(in: text)).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Words between spaces or signs, or where Latin letters meet others: PIN번호 is two words.
    private static func spaced(in text: [Unicode.Scalar]) -> [CodeWord] {
        var found: [CodeWord] = [], word: [Unicode.Scalar] = [], last: [Unicode.Scalar] = []
        var i = 0
        while i < text.count {
            let traits = ScalarTraits.of(text[i])
            guard traits.isLetter, !traits.isOfUnspacedScript else {
                i += 1
                continue
            }
            let start = i, isLatin = isOfLatin(text[i])
            swap(&word, &last)
            word.removeAll(keepingCapacity: true)
            while i < text.count, ScalarTraits.of(text[i]).isLetter, isOfLatin(text[i]) == isLatin,
                !ScalarTraits.of(text[i]).isOfUnspacedScript
            {
                // Longer words are none of these.
                if word.count < 32 { append(text[i], to: &word) }
                i += 1
            }
            if let kind = Lists.kind(word, behind: last) { found.append(CodeWord(kind: kind, range: start..<i)) }
        }
        return found
    }

    /// In lower case. The capital İ of Turkish has a dot that stays.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [Unicode.Scalar]) {
        guard ScalarTraits.of(scalar).isUppercase else { return word.append(scalar) }
        if scalar.isASCII { return word.append(Unicode.Scalar(UInt8(scalar.value) | 0x20)) }
        word += scalar.properties.lowercaseMapping.unicodeScalars.filter { $0 != "\u{307}" }
    }

    /// Words of scripts without spaces, and pairs of words.
    private static func unspaced(in text: [Unicode.Scalar]) -> [CodeWord] {
        var found: [CodeWord] = [], i = 0
        while i < text.count {
            if let part = Lists.part(at: i, text) {
                found.append(CodeWord(kind: part.kind, range: i..<i + part.word.count))
                i += part.word.count
            } else {
                i += 1
            }
        }
        return found
    }

    private static func isOfLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
    }
}

private enum CodeWordLists {
    typealias Part = (word: [Unicode.Scalar], kind: CodeWord.Kind)

    /// Whole words, in lower case.
    private static let words: [[Unicode.Scalar]: CodeWord.Kind] = table([
        (
            .code,
            """
            codes otp totp passkeys mtan smstan itan chiptan phototan pushtan verification verify token
            claves verificación verificacao verificação codice codici vérification kod kodu
            verifikasi rahasia mã xác xac mật код кода коду кодом коде коды кодов كود الكود ओटीपी कोड
            """
        ),
        (.secret, "pin tan cvv cvc cvn pass passwd pwd pw mk passkey clave mdp passe khẩu khau wachtwoord hasło haslo пин पिन"),
        (
            .account,
            "username userid user login benutzername usuario usuário identifiant utilisateur kullanıcı pengguna логин"
        ),
    ])
    /// Beginnings of words with endings.
    private static let beginnings = list([
        (.code, "codigo código kodun kode رمز الرمز"),
        (.secret, "contraseña contrasena senha passcode passphrase password şifre sifre parola sandi парол"),
    ])
    /// Ends of compounds: Sicherheitscode.
    private static let ends = list([(.code, "code"), (.secret, "kennwort passwort geheimzahl")])
    /// Two words that speak of a code together.
    private static let pairs = table([(.code, "ma\u{A0}kich ma\u{A0}bao")])
    /// Words of scripts without spaces, and words with signs that are no letters.
    private static let parts = list([
        (
            .secret,
            "密码 密碼 口令 暗証番号 パスワード 비밀번호 비밀\u{A0}번호 비번 패스워드 암호 รหัสผ่าน พาสเวิร์ด पासवर्ड كلمة\u{A0}المرور كلمة\u{A0}السر"
        ),
        (.account, "ユーザー名 ログインID 用户名 账号名 아이디 ชื่อผู้ใช้ tên\u{A0}đăng\u{A0}nhập Tên\u{A0}đăng\u{A0}nhập"),
        (
            .code,
            """
            验证码 驗證碼 校验码 校驗碼 动态码 動態碼 取件码 取件碼 提取码 提取碼 提货码 提貨碼 兑换码 兌換碼 激活码 认证码 安全码 安全碼 确认码 確認碼 登录码 登錄碼 授权码 授權碼
            認証 暗証 確認番号 コード 番号は 인증 보안코드 승인번호 확인번호 코드 รหัส ओटीपी कोड
            """
        ),
    ])
    private static let firstsOfParts = ScalarSet(parts.compactMap(\.word.first))
    private static let firsts = ScalarSet(words.keys.compactMap(\.first)), seconds = ScalarSet(words.keys.map { $0[1] })
    private static let lasts = ScalarSet(words.keys.compactMap(\.last))
    private static let firstsOfBeginnings = ScalarSet(beginnings.compactMap(\.word.first))
    private static let lastsOfEnds = ScalarSet(ends.compactMap(\.word.last))

    static func kind(_ word: [Unicode.Scalar], behind last: [Unicode.Scalar]) -> CodeWord.Kind? {
        guard word.count > 1 else { return nil }
        let end = word[word.count - 1]
        if firsts.contains(word[0]), seconds.contains(word[1]), lasts.contains(end), let kind = words[word] { return kind }
        if firstsOfBeginnings.contains(word[0]), let part = beginnings.first(where: { word.starts(with: $0.word) }) {
            return part.kind
        }
        if lastsOfEnds.contains(end), let part = ends.first(where: { word.suffix($0.word.count) == $0.word[...] }) {
            return part.kind
        }
        return last.count == 2 ? pairs[last + " ".unicodeScalars + word] : nil
    }

    static func part(at i: Int, _ text: [Unicode.Scalar]) -> Part? {
        firstsOfParts.contains(text[i]) ? parts.first { text[i...].starts(with: $0.word) } : nil
    }

    private static func list(_ rows: [(CodeWord.Kind, String)]) -> [Part] {
        rows.flatMap { kind, words in
            words.split { $0 == " " || $0 == "\n" }.map { ($0.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }, kind) }
        }
    }

    private static func table(_ rows: [(CodeWord.Kind, String)]) -> [[Unicode.Scalar]: CodeWord.Kind] {
        Dictionary(uniqueKeysWithValues: list(rows))
    }
}
