// Store: names after common salutations, and before the titles that follow a name in Korean and Chinese.

enum NameSpans {
    /// Words that a name follows, in lower case, with what they must be followed by.
    private static let greetings: Set<String> = [
        "dear", "hi", "hello", "hey", "mr", "mrs", "ms", "dr", "bapak", "ibu", "bpk", "sdr", "sdri", "sayın", "sayin", "hola",
        "bonjour",
        "hallo", "herr", "frau", "señor", "señora",
    ]
    /// What is no name though it stands there.
    private static let general: Set<String> = [
        "all", "customer", "customers", "sir", "madam", "user", "users", "member", "members", "friend", "friends", "client",
        "student",
        "students", "parent", "parents", "guest", "subscriber", "valued", "there", "everyone", "team", "mum", "mom", "dad",
        "pelanggan",
        "nasabah", "musterimiz", "müşterimiz", "abonemiz", "i", "im", "we", "you", "how", "its", "it", "just", "this", "what",
        "the",
        "please", "can", "are", "do", "did", "is", "sms", "bro", "babe",
    ]
    private static let koreanGeneral: Set<String> = [
        "고객", "회원", "선생", "사장", "손님", "여러분", "교수", "부장", "과장", "대리", "팀장", "형", "누나", "아버", "어머", "하느", "님",
    ]
    private static let chineseTitles: [[Unicode.Scalar]] = ["先生", "女士", "小姐"].map { Array($0.unicodeScalars) }

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        afterGreetings(text) + beforeTitles(text)
    }

    /// Up to two capitalised words behind a greeting: Dear Jonas Weller,
    private static func afterGreetings(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard isLetter(text[i]), i == 0 || !isLetter(text[i - 1]) else {
                i += 1
                continue
            }
            let end = endOfWord(i, text)
            defer { i = max(end, i + 1) }
            guard end - i <= 8, greetings.contains(word(i..<end, text)) else { continue }
            var next = end
            if next < text.count, text[next] == "." { next += 1 }
            for _ in 0..<2 {
                guard next < text.count, text[next] == " ", next + 1 < text.count, text[next + 1].properties.isUppercase else {
                    break
                }
                let last = endOfWord(next + 1, text)
                let name = word(next + 1..<last, text)
                guard last - next > 2, !general.contains(name), !greetings.contains(name) else { break }
                spans.append(PersonalSpan(kind: .name, range: next + 1..<last))
                next = last
            }
        }
        return spans
    }

    /// 김가나님, 王芳女士: two to four syllables before 님, one to three characters before a Chinese title.
    private static func beforeTitles(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.compactMap { i in
            if text[i] == "님" {
                let start = startOfRun(before: i, text) { (0xAC00...0xD7A3).contains($0.value) }
                let name = word(start..<i, text)
                guard (2...4).contains(i - start), !koreanGeneral.contains(where: { name.hasSuffix($0) }) else { return nil }
                return PersonalSpan(kind: .name, range: start..<i)
            }
            guard chineseTitles.contains(where: { text[i...].starts(with: $0) }) else { return nil }
            let start = startOfRun(before: i, text) { (0x4E00...0x9FFF).contains($0.value) && $0 != "的" }
            return (1...3).contains(i - start) ? PersonalSpan(kind: .name, range: start..<i) : nil
        }
    }

    /// Looks no further than five back: a longer run is no name.
    private static func startOfRun(before end: Int, _ text: [Unicode.Scalar], _ isPart: (Unicode.Scalar) -> Bool) -> Int {
        var start = end
        while start > 0, end - start < 5, isPart(text[start - 1]) { start -= 1 }
        return start
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x250 && scalar.properties.isAlphabetic
    }

    private static func endOfWord(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        text[i...].firstIndex { !isLetter($0) } ?? text.count
    }

    private static func word(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range])
        return String(view).lowercased()
    }
}
