// Store: runs of one script, for names without spaces.

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
