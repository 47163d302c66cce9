// Store: a place in a message with personal data.

/// A range of a text that is to be replaced.
struct PersonalSpan: Equatable {
    enum Kind { case number, address, link, name }
    var kind: Kind
    var range: Range<Int>
    /// Leading digits to keep: the prefix that tells the kind of a phone number.
    var kept = 0
    /// Whether no leading digit may be kept, not even for a feature: a resident registration number
    /// begins with a date of birth.
    var isSecret = false
    /// Whether only digits are replaced: the letters of P.O.BOX177HP51 are words.
    var keepsLetters = false
}
