// Store: names next to salutations and titles. Each script has a file; names elsewhere are not
// found.

enum NameSpans {
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        LatinNames.find(in: text) + HangulNames.find(in: text) + HanNames.find(in: text) + JapaneseNames.find(in: text)
            + ThaiNames.find(in: text)
    }
}
