// Corpus: words that come again and again in a column, read once.

/// A function whose values of some arguments are remembered.
struct Lookup<Value> {
    private let read: @Sendable (String) -> Value
    /// Rows of a few languages and countries come in turn.
    private var recent: [(word: String, value: Value)] = [], oldest = 0
    private var known: [String: Value] = [:]

    init(_ read: @escaping @Sendable (String) -> Value) { self.read = read }

    subscript(word: String) -> Value {
        mutating get {
            for place in recent.indices where recent[place].word == word { return recent[place].value }
            let value = known[word] ?? read(word)
            // A column of texts has a new value in each row.
            if known.count < 1000 { known[word] = value }
            if recent.count < 8 {
                recent.append((word, value))
            } else {
                recent[oldest] = (word, value)
                oldest = (oldest + 1) % recent.count
            }
            return value
        }
    }
}
