// Store: runs of one script, in which names without spaces are.

/// The run of a script that ends at a place, as far as a name may reach.
enum NameRun {
    /// Looks no further than `limit` + 1 back: a longer run is no name.
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
