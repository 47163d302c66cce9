// Store: finds identifiers by the form that an office gives them: QQ 12 34 56 C, ABCDE1234F. They
// have few digits, or spaces between them, so that they are not found as numbers.

enum OfficialForms {
    /// A is a capital, 9 a digit, X either, H a hexadecimal digit, 가 a syllable and あ a kana of a
    /// plate. A space may be missing, and a dot is a space, a dash or nothing.
    private static let forms = [
        // Of the United Kingdom's insurance, India's and Italy's taxes, and Mexico's register.
        "AA 99 99 99 A", "AAAAA9999A", "AAAAAA99A99A999A", "AAAA999999AAAAAAXX",
        // Plates of India, France, Korea and Japan.
        "AA.99.AA.9999", "AA.99.A.9999", "AA-999-AA", "99가 9999", "999가 9999", "999 あ 99.99",
        // MAC addresses of devices.
        "HH:HH:HH:HH:HH:HH", "HH-HH-HH-HH-HH-HH",
    ].map { Array($0.unicodeScalars) }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], i = 0
        while i < text.count {
            guard PersonalNumbers.isCapital(text[i]) || isHex(text[i]), i == 0 || !isOfWord(text[i - 1]),
                let end = forms.lazy.compactMap({ self.end(of: $0, at: i, text) }).first
            else {
                i += 1
                continue
            }
            spans.append(PersonalSpan(kind: .secret, range: i..<end))
            i = end
        }
        return spans
    }

    private static func end(of form: [Unicode.Scalar], at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start
        for sign in form {
            guard i < text.count else { return nil }
            let scalar = text[i]
            switch sign {
            case " ": if !Joints.isSpace(scalar) { continue }
            case ".": if !Joints.isSpace(scalar), scalar != "-" { continue }
            case "A": guard PersonalNumbers.isCapital(scalar) else { return nil }
            case "9": guard PersonalNumbers.isDigit(scalar) else { return nil }
            case "X": guard PersonalNumbers.isCapital(scalar) || PersonalNumbers.isDigit(scalar) else { return nil }
            case "H": guard isHex(scalar) else { return nil }
            case "가": guard (0xAC00...0xD7A3).contains(scalar.value), !Identifiers.isCounter(scalar) else { return nil }
            case "あ": guard (0x3041...0x3096).contains(scalar.value), !Identifiers.isCounter(scalar) else { return nil }
            default: guard scalar == sign else { return nil }
            }
            i += 1
        }
        return i == text.count || !isOfWord(text[i]) ? i : nil
    }

    private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
        PersonalNumbers.isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }

    /// Particles of Korean may follow.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let traits = ScalarTraits.of(scalar)
        return traits.digit != nil || traits.isLetter && !traits.isOfUnspacedScript
    }
}
