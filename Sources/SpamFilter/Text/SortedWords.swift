// Text: a list of words as constant data, looked up in a few steps. Nothing to set up, nothing to free.

/// ASCII words between spaces, in the order of their bytes, with a space at either end.
struct SortedWords {
    private let bytes: UnsafePointer<UInt8>
    private let count: Int

    init(_ list: StaticString) {
        bytes = list.utf8Start
        count = list.utf8CodeUnitCount
    }

    /// Whether the `length` scalars from `word` on are one of the words.
    ///
    /// A host may be made of nothing but endings (`co.co.co`): a search through the whole list for each took 20 times as long.
    ///
    /// - Complexity: O(log of the list's bytes).
    func contains(_ word: UnsafeMutablePointer<FoldedScalar>, _ length: Int) -> Bool {
        // Words still to look at stand between these two spaces.
        var low = 0, high = count - 1
        while low < high {
            var space = (low + high) / 2
            while bytes[space] != 0x20 { space -= 1 }
            var end = space + 1, same = 0
            while same < length, bytes[end] != 0x20, UInt32(bytes[end]) == word[same].scalar {
                end += 1
                same += 1
            }
            if same == length {
                if bytes[end] == 0x20 { return true }
                high = space
            } else if bytes[end] == 0x20 || UInt32(bytes[end]) < word[same].scalar {
                while bytes[end] != 0x20 { end += 1 }
                low = end
            } else {
                high = space
            }
        }
        return false
    }
}
