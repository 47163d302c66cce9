// Corpus: words that come again and again in a column, read once.

/// A function whose values of some arguments are remembered.
struct Lookup<Value> {
    private let read: @Sendable (String) -> Value
    private var recent = RecentWords<Value>()
    private var known: [String: Value] = [:]

    init(_ read: @escaping @Sendable (String) -> Value) { self.read = read }

    subscript(word: String) -> Value {
        mutating get {
            if let value = recent[word] { return value }
            let value = known[word] ?? read(word)
            // A column of texts has a new value in each row.
            if known.count < 1000 { known[word] = value }
            recent[word] = value
            return value
        }
    }
}

/// The words that came last, each in the place that its length and its ends give it, and a value of
/// each: rows of a few languages and countries come in turn, and a hash takes longer.
struct RecentWords<Value> {
    private var places: [(word: String, value: Value)?] = Array(repeating: nil, count: 64)

    subscript(word: String) -> Value? {
        get { if let found = places[Self.place(of: word)], found.word == word { found.value } else { nil } }
        set { places[Self.place(of: word)] = newValue.map { (word, $0) } }
    }

    private static func place(of word: String) -> Int {
        word.utf8.withContiguousStorageIfAvailable(\.placeOfWord) ?? 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The place, of 64, that the length and the ends of a word give.
    var placeOfWord: Int { isEmpty ? 0 : (count &+ 5 &* Int(self[0]) &+ 11 &* Int(self[count - 1])) & 63 }
}
