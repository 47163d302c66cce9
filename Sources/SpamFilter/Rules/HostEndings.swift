// Lists: the hosts that a compact list must not take for its own by mistake: what many others are
// under or lead through. In: the word lists of Text. Out: their keys.

/// The endings that hosts are registered under, and shorteners.
enum HostEndings {
    /// Top-level domains, those of countries with second levels such as `co` too, public suffixes,
    /// and shorteners.
    ///
    /// - Complexity: some 3,000 hosts are read.
    static func keys() -> [UInt64] {
        var reader = HostReader(), keys: [UInt64] = []
        func add(_ host: [UInt8]) {
            if let key = host.withUnsafeBufferPointer({ reader.key(of: $0) }) { keys.append(key.value) }
        }
        for list in [WordList.knownEndings, .nouns, .words] {
            forEachWord(of: list) { ending in
                add(ending)
                // Those of countries have two letters.
                if ending.count == 2 { forEachWord(of: .sharedLevels) { add($0 + [UInt8(ascii: ".")] + ending) } }
            }
        }
        for list in [WordList.publicSuffixes, .shorteners] { forEachWord(of: list) { add($0) } }
        return keys
    }

    private static func forEachWord(of list: WordList, _ body: ([UInt8]) -> Void) {
        let text = list.text
        var word: [UInt8] = []
        for i in 0..<text.utf8CodeUnitCount {
            let byte = text.utf8Start[i]
            if byte != UInt8(ascii: " ") {
                word.append(byte)
            } else if !word.isEmpty {
                body(word)
                word.removeAll(keepingCapacity: true)
            }
        }
    }
}
