// Store: whether a message speaks of a code, a PIN or a password, in the languages of SMS.

enum CodeWords {
    /// Words between spaces or signs, in lower case.
    private static let words = Set(
        list(
            """
            codes pin otp totp passkey passkeys tan mtan smstan itan chiptan phototan pushtan pass verification verify token cvv cvc
            clave claves verificación verificacao verificação codice codici passe vérification kod kodu
            verifikasi rahasia mã xác xac mật khẩu khau код кода коду кодом коде коды кодов пин كود الكود पिन ओटीपी कोड
            """))
    /// Beginnings of words with endings.
    private static let beginnings = list(
        "codigo código contraseña contrasena senha passcode password kodun kode şifre sifre parola sandi парол رمز الرمز")
    /// Ends of compounds: Sicherheitscode.
    private static let ends = list("code kennwort passwort geheimzahl")
    /// Two words that speak of a code together.
    private static let pairs = ["ma kich", "ma bao", "비밀 번호"].map { Array($0.unicodeScalars) }
    /// Words of scripts without spaces, and pairs of words.
    private static let parts = list(
        """
        验证码 驗證碼 校验码 校驗碼 动态码 動態碼 密码 密碼 口令 取件码 取件碼 提取码 提取碼 提货码 提貨碼 兑换码 兌換碼 激活码 认证码 安全码 安全碼 确认码 確認碼 登录码 登錄碼 授权码 授權碼 認証 暗証 確認番号 コード パスワード 番号は
        인증 비밀번호 비번 보안코드 승인번호 확인번호 코드 รหัส ओटीपी कोड كلمة\u{A0}المرور كلمة\u{A0}السر
        """
    ).map { $0.map { $0 == "\u{A0}" ? " " : $0 } }

    private static func list(_ words: String) -> [[Unicode.Scalar]] {
        words.split { $0 == " " || $0 == "\n" }.map { Array($0.unicodeScalars) }
    }

    static func occur(in text: [Unicode.Scalar]) -> Bool {
        var word: [Unicode.Scalar] = [], last: [Unicode.Scalar] = []
        for i in 0...text.count {
            let isLetter = i < text.count && text[i].properties.isAlphabetic
            // PIN번호 is two words.
            if !word.isEmpty, !isLetter || isOfLatin(text[i]) != isOfLatin(word[0]) {
                if isOfCodes(word) || pairs.contains(last + " ".unicodeScalars + word) { return true }
                last = word
                word.removeAll(keepingCapacity: true)
            }
            // Longer words are none of these. The capital İ of Turkish has a dot that stays.
            if isLetter, word.count < 32 {
                word += text[i].properties.lowercaseMapping.unicodeScalars.filter { $0 != "\u{307}" }
            }
        }
        return text.indices.contains { i in
            !text[i].isASCII && parts.contains { text[i...].starts(with: $0) }
        }
    }

    /// Whether there is one near a place.
    static func occur(around range: Range<Int>, in text: [Unicode.Scalar]) -> Bool {
        occur(in: Array(text[max(0, range.lowerBound - 30)..<range.lowerBound]))
            || occur(in: Array(text[range.upperBound..<min(text.count, range.upperBound + 30)]))
    }

    private static func isOfCodes(_ word: [Unicode.Scalar]) -> Bool {
        words.contains(word) || beginnings.contains { word.starts(with: $0) }
            || ends.contains { word.suffix($0.count) == $0[...] }
    }

    private static func isOfLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
    }
}
