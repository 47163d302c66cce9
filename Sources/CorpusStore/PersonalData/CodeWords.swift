// Store: whether a message speaks of a code, a PIN or a password, in the languages of SMS.

enum CodeWords {
    /// Words between spaces or signs, in lower case.
    private static let words = Set(
        """
        code codes pin otp tan passcode password passwort kennwort verification verify token cvv cvc
        codigo código códigos clave contraseña verificación verificacao verificação senha
        codice codici mot passe vérification kod kodu kodunuz şifre şifreniz sifre parola parolanız
        kode verifikasi sandi rahasia mã otp: xác mật khẩu код кода коды пароль пин رمز كود الرمز पिन ओटीपी कोड
        """.split { $0 == " " || $0 == "\n" }.map { Array($0.unicodeScalars) })
    /// Words of scripts without spaces, or with endings.
    private static let parts: [[Unicode.Scalar]] =
        ["验证码", "驗證碼", "校验码", "校驗碼", "动态码", "動態碼", "密码", "密碼", "口令", "取件码", "取件碼", "認証", "暗証", "コード", "パスワード", "番号は"]
        .map { Array($0.unicodeScalars) }
        + ["인증", "비밀번호", "보안코드", "승인번호", "코드", "รหัส", "ओटीपी", "пароль"].map { Array($0.unicodeScalars) }

    static func occur(in text: [Unicode.Scalar]) -> Bool {
        var word: [Unicode.Scalar] = []
        for i in 0...text.count {
            if i < text.count, text[i].properties.isAlphabetic {
                // Longer words are none of these.
                if word.count < 24 { word += text[i].properties.lowercaseMapping.unicodeScalars }
            } else if !word.isEmpty {
                if words.contains(word) { return true }
                word.removeAll(keepingCapacity: true)
            }
        }
        return text.indices.contains { i in
            !text[i].isASCII && parts.contains { text[i...].starts(with: $0) }
        }
    }
}
