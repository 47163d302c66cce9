// Store: finds names at a lone @: @anna.weber of a network, ann.bell@okbank of a payment.

enum Handles {
    /// What stands behind @ in a message and is no person: places and currencies.
    private static let others: Set<String> = [
        "home", "work", "school", "office", "uni", "college", "class", "the", "my", "your", "our", "this", "that", "mall",
        "church", "mosque",
        "gym", "airport", "station", "hotel", "park", "beach", "club", "bar", "cafe", "restaurant", "town", "least", "all",
        "once", "any",
        "night", "noon", "lunch", "dinner", "only", "just", "rs", "inr", "usd", "eur", "gbp", "rm", "rp", "php", "sgd", "aud",
        "idr",
    ]
    private static let fewest = 3

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.compactMap { i in
            guard PersonalAddresses.isAt(text[i]), let name = name(at: i + 1, text) else { return nil }
            guard i > 0, isPart(text[i - 1]) || text[i - 1] == "-" else { return PersonalSpan(kind: .secret, range: name) }
            // A payment address has no dot behind the @, and a price no letters before it.
            var start = i
            while start > 0, i - start < 64, isPart(text[start - 1]) || text[start - 1] == "-" { start -= 1 }
            guard i - start >= fewest, !text[name].contains("."), text[start..<i].contains(where: PersonalLinks.isName) else {
                return nil
            }
            return PersonalSpan(kind: .secret, range: start..<i)
        }
    }

    /// A name behind an @.
    static func name(at start: Int, _ text: [Unicode.Scalar]) -> Range<Int>? {
        var end = start
        while end < text.count, end - start < 64, isPart(text[end]) { end += 1 }
        while end > start, text[end - 1] == "." { end -= 1 }
        let name = text[start..<end], letters = name.prefix { !PersonalNumbers.isDigit($0) && $0 != "." }
        guard name.count >= fewest, !letters.isEmpty, !others.contains(String(lowercase: letters)) else { return nil }
        // A currency and a sum.
        if letters.count <= 3, letters.count < name.count,
            name[letters.endIndex...].allSatisfy({ PersonalNumbers.isDigit($0) || $0 == "." })
        {
            return nil
        }
        return isHost(name) ? nil : start..<end
    }

    /// The host that a code is for, @bank.example #482913, or of an address in asterisks. The last
    /// name of anna.weber is longer.
    private static func isHost(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let top = name[(dot + 1)...]
        return top.count <= 3 && top.allSatisfy { !PersonalNumbers.isDigit($0) } || tops.contains(String(lowercase: top))
    }

    private static let tops: Set<String> = ["info", "example", "test", "online", "shop", "site", "club", "store", "asia", "mobi"]

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        PersonalLinks.isName(scalar) || scalar == "_" || scalar == "."
    }
}
