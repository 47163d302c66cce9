// Corpus: whether the texts of a file were cut at one length. Texts in, a count out.

/// The texts of the greatest length, and how they end.
struct TextLengths {
    private(set) var texts = 0
    private var longest = (length: 40, texts: 0), endings: Set<UInt64> = [], beginnings: Set<UInt64> = []
    /// Those of them that end with dots, or with a letter.
    private var open = (dots: 0, letters: 0)

    /// What columns of databases and previews are cut at.
    private static let usualLimits: Set = [50, 60, 64, 70, 80, 100, 120, 127, 128, 140, 150, 160, 200, 250, 255, 256, 500, 512]

    mutating func add(_ text: String) {
        texts += 1
        let bytes = text.utf8.count
        guard bytes >= longest.length, bytes >= 40 else { return }
        let length = text.unicodeScalars.count
        if length > longest.length { (longest, endings, beginnings, open) = ((length, 0), [], [], (0, 0)) }
        guard length == longest.length else { return }
        longest.texts += 1
        if text.hasSuffix("...") || text.hasSuffix("…") {
            open.dots += 1
        } else if text.last?.isLetter ?? false {
            open.letters += 1
        }
        if endings.count < 1000 { endings.insert(text.utf8.suffix(6).reduce(0) { $0 << 8 | UInt64($1) }) }
        if beginnings.count < 1000 { beginnings.insert(text.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
    }

    /// How many texts are likely cut: many of the longest are of one length, and end anyhow. Where
    /// most texts are of that length, they may be made of words of one length, unless they end with
    /// dots, or with a letter at a usual limit.
    var likelyCut: Int {
        let isUsual = TextLengths.usualLimits.contains(longest.length)
        let isOpen = 2 * (isUsual ? open.dots + open.letters : open.dots) >= longest.texts
        // Texts of one template begin alike, and may be of one length.
        let different = min(endings.count, beginnings.count)
        guard different > (isUsual ? 2 : 4), 20 * endings.count >= texts, 2 * longest.texts <= texts || isOpen else {
            return 0
        }
        return longest.texts
    }
}
