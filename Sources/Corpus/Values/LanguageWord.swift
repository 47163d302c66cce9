// Corpus: languages as files write them. A code or a name in, a BCP 47 tag out.

import Foundation

/// A language as a file or a person writes it.
enum LanguageWord {
    /// A tag of BCP 47, such as `ko` or `zh-TW`; `nil` for anything that is no language.
    ///
    /// `kor`, `Korean`, `한국어` and `ko_KR` are `ko`, `ko`, `ko` and `ko-KR`.
    static func tag(of word: String) -> String? {
        let word = word.trimmingSpaces()
        let parts = word.split(separator: "_").joined(separator: "-").split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLetterOrDigit) }
        if isTag, let first = parts.first, (2...3).contains(first.utf8.count) {
            let code = Locale.LanguageCode(first.lowercased())
            // A country's letters, such as KR, are no language, though `kr` is one in Nigeria.
            if code.isISOLanguage, !["kr", "jp", "cn"].contains(first.lowercased()) || parts.count > 1 {
                let letters = code.identifier(.alpha2) ?? first.lowercased()
                return ([letters] + parts.dropFirst().map(String.init)).joined(separator: "-")
            }
        }
        return names[word.foldedName]
    }

    /// Languages that messages are written in, named in English and in each of them.
    private static let codes = """
        ar bg bn cs da de el en es fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nl no pa pl pt ro ru sk sl sr sv sw \
        ta te th tl tr uk ur vi zh
        """.words

    private static let names: [String: String] = {
        var names: [String: String] = ["mandarin": "zh", "cantonese": "yue", "中文": "zh", "farsi": "fa"]
        for language in ["en"] + codes {
            let locale = Locale(identifier: language)
            for code in codes {
                guard let name = locale.localizedString(forLanguageCode: code).map(\.foldedName) else { continue }
                if names[name] == nil { names[name] = code }
            }
        }
        return names
    }()
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
