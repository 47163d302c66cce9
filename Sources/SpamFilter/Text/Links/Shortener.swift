// Text: hosts that hide where a link goes.

/// Well-known public shorteners, whole hosts. Senders cannot be told by them, but how they write
/// can.
enum Shortener {
    static func holds(_ host: UnsafePointer<FoldedScalar>, _ count: Int, _ words: WordTable) -> Bool {
        count <= longest && words.contains(host, count, in: .shorteners)
    }

    /// Scalars of the longest.
    private static var longest: Int { 18 }
}
