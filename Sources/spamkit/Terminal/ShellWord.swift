// Text as one word of a command line.

extension String {
    /// In quotes where a shell would split or change it.
    var quoted: String {
        !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_.,=/".contains($0) }
            ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
