// Store: names next to salutations and titles. Each script has a file; those without spaces share
// the search for where a name begins. Names elsewhere are not found.

enum NameSpans {
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        LatinNames.find(in: text) + HangulNames.find(in: text) + HanNames.find(in: text) + JapaneseNames.find(in: text)
            + ThaiNames.find(in: text)
    }
}

/// The run of a script before a place, as far back as a name may begin.
enum NameRun {
    /// At most `limit` + 1 back: a longer run is no name.
    static func start(
        before end: Int, _ text: [Unicode.Scalar], limit: Int, _ isPart: (Unicode.Scalar) -> Bool
    ) -> Int {
        var start = end
        while start > 0, end - start <= limit, isPart(text[start - 1]) { start -= 1 }
        return start
    }

    static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
