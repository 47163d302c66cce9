import Foundation
import Testing

@testable import SpamFilter

/// Letters of one script in words of another: as their reader sees them, and real words of every
/// script as they are.
@Suite struct LookAlikeTests {
    @Test(arguments: [
        // Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, and letters that stand for Latin ones
        // in faux scripts only.
        ("frее", "free"), ("рrizе", "prize"), ("Yоur", "your"), ("ассount", "account"), ("gοld", "gold"), ("frεε", "free"),
        ("cαsh", "cash"), ("հurry", "hurry"), ("օffer", "offer"), ("ᏞᎾAN", "loan"), ("ᎢᎾDAY", "today"), ("Ⲥlaim", "claim"),
        ("gⲟld", "gold"), ("ꓝRꓰꓰ", "free"), ("Wιn", "win"), ("tωo", "two"), ("βest", "best"),
        // Latin letters that Unicode does not decompose: small capitals, phonetic shapes, strokes
        // and hooks.
        ("ꜰʀᴇᴇ", "free"), ("ᴘʀɪᴢᴇ", "prize"), ("ɡoɭd", "gold"), ("cɑsh", "cash"), ("clıck", "click"), ("ƒrëë", "free"),
        ("ɠøłđ", "gold"), ("ɓɑɳƙ", "bank"), ("Ǿffer", "offer"),
        // Of several scripts at once.
        ("frеε", "free"), ("gοlԁ", "gold"), ("𝐟rеℯ", "free"),
    ])
    func mixedWordsAreLatin(_ row: (hidden: String, clean: String)) {
        #expect(hashes(of: row.hidden).contains(wordFeature(row.clean)), "\(folded(row.hidden))")
        #expect(Set(hashes(of: row.hidden)).isSuperset(of: hashes(of: row.clean)))
    }

    /// Words that hold nothing but look-alikes, in a text of Latin letters.
    @Test(arguments: [("your саѕе is open now", "case"), ("call РАУ today", "pay"), ("your ΤΑΧ refund waits", "tax")])
    func wordsOfLookAlikesInLatinTextsAreLatin(_ row: (text: String, word: String)) {
        #expect(hashes(of: row.text).contains(wordFeature(row.word)), "\(folded(row.text))")
    }

    /// GSM-7 has ten Greek capitals, and phones send Latin ones for all others.
    @Test(arguments: [
        ("TO PANTEBOY ΣAΣ ME TON ΓIATPO EINAI THN ΠAPAΣKEYH", "ΤΟ ΡΑΝΤΕΒΟΥ ΣΑΣ ΜΕ ΤΟΝ ΓΙΑΤΡΟ ΕΙΝΑΙ ΤΗΝ ΠΑΡΑΣΚΕΥΗ"),
        ("O KΩΔIKOΣ ΣAΣ EINAI 402913", "Ο ΚΩΔΙΚΟΣ ΣΑΣ ΕΙΝΑΙ 402913"), ("H ΣYNAΛΛAΓH EΓINE!", "Η ΣΥΝΑΛΛΑΓΗ ΕΓΙΝΕ!"),
        ("XPONIA ΠOΛΛA, ZΩH", "ΧΡΟΝΙΑ ΠΟΛΛΑ, ΖΩΗ"), ("ΣAΣ EYXAPIΣTOYME EUROBANK", "ΣΑΣ ΕΥΧΑΡΙΣΤΟΥΜΕ EUROBANK"),
    ])
    func greekOfSMSIsGreekAndNoTrick(_ row: (sent: String, meant: String)) {
        #expect(textHashes(of: row.sent) == textHashes(of: row.meant), "\(folded(row.sent))")
        #expect(signals(of: row.sent).isEmpty)
    }

    /// Greek capitals in Latin words stay a trick: their Latin letters have no twin, or most words
    /// are Latin.
    @Test(arguments: ["FRΣΣ GΩLD", "ΣAΛE NOW, FREE GOLD", "WIN ΣAΛE CARD", "ΣALE", "Γold", "ΣAΣ gοld"])
    func greekCapitalsInLatinTextsAreATrick(text: String) { #expect(!signals(of: text).isEmpty, "\(folded(text))") }

    @Test(arguments: [
        ("крeдит", "кредит"), ("бeз", "без"), ("пoсылка", "посылка"), ("пaрoль", "пароль"), ("бaнки", "банки"),
        ("КPEДИТ", "кредит"), ("пpиз", "приз"),
    ])
    func latinLettersInCyrillicWordsAreCyrillic(_ row: (hidden: String, clean: String)) {
        #expect(plainHashes(of: row.hidden) == textHashes(of: row.clean), "\(folded(row.hidden))")
        #expect(signals(of: row.hidden).count == 1)
    }

    @Test(arguments: [
        "Уважаемый клиент, ваша посылка прибыла", "Сор рос, нос сух, а рама в саду", "СРОЧНО! ВОЗЬМИТЕ КРЕДИТ", "оно само",
        "Вітаємо, ваша картка їде поштою", "Честито, печелите ваучер", "Честитамо, љубазни кориснику, џеп и ђак",
        "Құттықтаймыз, сіз ұттыңыз", "Συγχαρητήρια, κερδίσατε", "ΚΕΡΔΙΣΑΤΕ ΤΩΡΑ ΔΩΡΟ", "το νέο σου", "Հարգելի հաճախորդ",
        "გილოცავთ გამარჯვებას", "ᏣᎳᎩ", "Anna и Борис, OK да", "beta β and omega ω and π", "Сбер Online и Viber вход",
        "Dear Борис, your code is ready", "We said спасибо to them all", "The word λόγος is Greek",
    ])
    func realWordsStayThemselves(_ text: String) {
        let alike = Set("аеорсухіјѕԁһαβειορτυχνκωօհսⲥ".unicodeScalars.map(\.value))
        let before = text.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars.count { alike.contains($0.value) }
        let latin = text.unicodeScalars.count { (0x41...0x7A).contains($0.value) && $0.properties.isAlphabetic }
        let latinAfter = folded(text).unicodeScalars.count { (0x61...0x7A).contains($0.value) }
        #expect(latinAfter == latin, "\(before) look-alikes: \(folded(text))")
        #expect(signals(of: text).isEmpty)
    }

    @Test(arguments: ["frе\u{301}е", "Yо\u{308}ur", "бe\u{301}з", "Ўes", "Ά\u{300}ccount", "ќey"])
    func composedOrNot(_ text: String) {
        let composed = text.precomposedStringWithCanonicalMapping, decomposed = text.decomposedStringWithCanonicalMapping
        #expect(hashes(of: composed) == hashes(of: decomposed), "\(folded(composed)), \(folded(decomposed))")
    }
}
