// Store: names after common salutations and before titles, here in Latin script; Hangul, Chinese,
// Japanese and Thai have a file each. Names without a salutation or title, or in lower case, are
// not found.

enum NameSpans {
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        afterGreetings(text) + beforeTitles(text) + HangulNames.find(in: text) + HanNames.find(in: text)
            + JapaneseNames.find(in: text) + ThaiNames.find(in: text)
    }

    /// Words before a name, in lower case.
    private static let greetings = words(
        """
        dear hi hello hey mr mrs ms miss mister dr prof
        hola estimado estimada querido querida señor señora señorita sr sra srta don doña
        bonjour bonsoir salut cher chère monsieur madame mademoiselle mme mlle
        hallo herr herrn frau liebe lieber geehrte geehrter
        olá ola oi prezado prezada caro cara senhor senhora
        sayın sayin sn merhaba selam sevgili
        yth bapak bpk ibu pak sdr sdri saudara saudari kak kakak mbak halo hai tuan nyonya
        chào chao anh chị ông bà em gửi gui khách khach
        """)
    /// Words in lower case inside a name: Frau von der Heide.
    private static let particles = words(
        "von vom van der den zu zum zur de da do dos das del della di du la le los y e bin binti binte ibn al el ter ten af av")
    /// Names that are usual words as well. They are names before another name: Dear Will Smith.
    private static let alsoNames = words("will may hope joy happy love mark")
    /// In capitals names are not told from the words behind them.
    private static let mostWords = 4, mostInCapitals = 3
    /// Words after a greeting that are no names: groups of people, and beginnings of sentences.
    private static let general = words(
        """
        all customer customers sir madam user users member members friend friends client clients student students parent parents guest guests
        subscriber valued there everyone team mum mom dad love colleague colleagues resident residents passenger tenant applicant candidate
        i im we you your yours how its it just this that what the please can are do did does is have has had thank thanks welcome congratulations
        congrats get got enjoy happy good great our my me a an in on for to from of with and or if as at by be was were will would now new no not
        call click reply use up hope here today tomorrow tonight sms bro babe lord may let send text visit still why when where who

        cliente clientes usuario usuaria usuarios amigo amiga amigos socio socia señores su sus tu tus te se ya le les la el los las un una hemos
        tienes tiene gracias estimado este esta por para con que hoy recuerda

        client cliente clients votre vos vous nous notre le la les un une merci ceci ce cet cette il elle je tu voici tout tous toutes abonné

        kunde kundin kunden kundinnen nutzer mitglied mitglieder eltern freunde leute zusammen damen und sie ihr ihre ihren ihnen ihrem der die das
        den dem wir ich du dein deine deinem es ein eine heute bitte danke am im hier welt

        cliente clientes sua seu suas seus você voce você obrigado obrigada tudo bom boa hoje não nao sr sra

        müşterimiz musterimiz müşterilerimiz musterilerimiz müşteri abonemiz abone üyemiz uyemiz üye veli velimiz velilerimiz öğrenci misafirimiz
        değerli siparişiniz kargonuz hesabınız bugün size

        pelanggan nasabah anda kamu bapak ibu bpk sdr sdri saudara saudari member rekan semua mohon terima selamat kami yth

        quý quy khách khach bạn ban anh chị ông bà em các cac cả mọi chào hàng hang vui xin
        """)
    /// Words after a name: Ayşe Hanım.
    private static let titles = words("hanım hanim bey beyefendi hanımefendi")

    private static func words(_ list: String) -> Set<String> { Set(list.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// Up to four capitalised words after a greeting: Dear Jonas Weller. Greetings may be
    /// combined: Dear Mr. Weller, Bpk/Ibu Siti.
    private static func afterGreetings(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard isLetter(text[i]), i == 0 || !isLetter(text[i - 1]) else {
                i += 1
                continue
            }
            let end = endOfWord(i, text)
            let greeting = end - i <= 12 ? word(i..<end, text) : ""
            i = end
            guard greetings.contains(greeting) else { continue }
            let names = names(from: end, text)
            spans += names
            i = names.last?.range.upperBound ?? end
        }
        return spans
    }

    private static func names(from start: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], next = start
        // The dot of Mr., which may have no space after it; and the comma of Hello, John Smith.
        let isShort = next < text.count && text[next] == "."
        let hasComma = next < text.count && (text[next] == "," || text[next] == "\u{FF0C}")
        if isShort || hasComma { next += 1 }
        while spans.count < mostWords {
            guard let first = startOfName(next, text), first > next || isShort && spans.isEmpty else { break }
            let end = endOfName(first, text)
            // An initial.
            if end - first == 1, end < text.count, text[end] == "." {
                spans.append(PersonalSpan(kind: .name, range: first..<end))
                next = end + 1
                continue
            }
            guard isName(first..<end, text) else { break }
            if spans.count == mostInCapitals, text[end - 1].properties.isUppercase { break }
            spans.append(PersonalSpan(kind: .name, range: first..<end))
            next = end
        }
        // A single initial may be any letter, and a sentence may begin behind a comma.
        guard spans.contains(where: { $0.range.count > 1 }) else { return [] }
        return !hasComma || spans.count > 1 || endsSalutation(next, text) ? spans : []
    }

    /// A capital behind spaces and up to three particles.
    private static func startOfName(_ start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start
        for _ in 0...3 {
            let last = i
            while i < text.count, isSpace(text[i]), i - last < 3 { i += 1 }
            guard i < text.count, isLetter(text[i]) else { return nil }
            if text[i].properties.isUppercase { return i }
            let end = endOfWord(i, text)
            guard i > last, end - i <= 5, particles.contains(word(i..<end, text)) else { return nil }
            i = end
        }
        return nil
    }

    private static func isName(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> Bool {
        let word = word(range, text)
        guard range.count > 1, !greetings.contains(word) else { return false }
        guard general.contains(word) else { return true }
        // WILL YOU is no name, and neither is Will alone.
        guard alsoNames.contains(word), text[range.lowerBound + 1].properties.isLowercase,
            let next = startOfName(range.upperBound, text), next == range.upperBound + 1
        else { return false }
        let other = self.word(next..<endOfName(next, text), text)
        return other.count > 1 && !general.contains(other)
    }

    private static func endsSalutation(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        i == text.count || [",", "!", ":", ";", ".", "\n", "\u{2013}", "\u{2014}"].contains(text[i])
    }

    /// Up to two capitalised words before a title.
    private static func beforeTitles(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], before: [Range<Int>] = [], i = 0
        while i < text.count {
            guard isLetter(text[i]) else {
                i += 1
                continue
            }
            let end = endOfName(i, text)
            if let last = before.last, !(i == last.upperBound + 1 && isSpace(text[i - 1])) { before = [] }
            if end - i <= 12, titles.contains(word(i..<end, text)) {
                spans += before.suffix(2).map { PersonalSpan(kind: .name, range: $0) }
                before = []
            } else {
                let word = word(i..<min(end, i + 20), text)
                let isName = text[i].properties.isUppercase && end - i > 1 && !general.contains(word) && !greetings.contains(word)
                if isName { before = before.suffix(1) + [i..<end] } else { before = [] }
            }
            i = end
        }
        return spans
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{A0}" }

    /// Latin letters, including Vietnamese with its marks.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x24F, 0x1E00...0x1EFF: scalar.properties.isAlphabetic
        case 0x300...0x36F: true
        default: false
        }
    }

    private static func endOfWord(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        text[i...].firstIndex { !isLetter($0) } ?? text.count
    }

    /// O'Neil and Anne-Marie are one name.
    private static func endOfName(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        var end = endOfWord(i, text)
        while end > i, end + 1 < text.count, ["'", "\u{2019}", "-"].contains(text[end]), isLetter(text[end + 1]) {
            end = endOfWord(end + 1, text)
        }
        return end
    }

    private static func word(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range])
        return String(view).lowercased()
    }
}
