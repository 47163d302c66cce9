// Text: words spelt with the letters of flags: 🇫🇷🇪🇪. In: a window of folded scalars. Out: the same
// with such letters as letters.
// Rule: a run of regional indicators is flags if it consists of pairs, each the code of a region
// with nothing invisible inside. Else they are read as styled letters.

extension FoldedWindow {
    /// - Complexity: O(scalars of the window).
    mutating func readRegionalLetters() {
        var i = 0
        while i < count {
            guard scalars[i].isRegional else {
                i += 1
                continue
            }
            var end = i + 1
            while end < count, scalars[end].isRegional { end += 1 }
            if !areFlags(i, end) {
                for j in i..<end { readStyled(j, as: scalarValue("a") + scalars[j].regionalLetter) }
            }
            i = end
        }
    }

    private func areFlags(_ begin: Int, _ end: Int) -> Bool {
        guard (end - begin) % 2 == 0 else { return false }
        for i in stride(from: begin, to: end, by: 2) {
            let isFlag = FoldedWindow.isRegion(scalars[i].regionalLetter, scalars[i + 1].regionalLetter)
            if scalars[i].isInterrupted || !isFlag { return false }
        }
        return true
    }

    private static func isRegion(_ first: UInt32, _ second: UInt32) -> Bool {
        let letters = FoldedWindow.regions
        var place = 0
        for _ in 0..<first {
            while letters[place] != UInt8(ascii: " ") { place += 1 }
            place += 1
        }
        while letters[place] != UInt8(ascii: " ") {
            if UInt32(letters[place]) == scalarValue("a") + second { return true }
            place += 1
        }
        return false
    }

    /// For each letter from a on, the second letters of its regions that have a flag (ISO 3166-1,
    /// and EU, UN, AC, CP, CQ, DG, EA, IC, TA, XK), with a space behind each list.
    private static var regions: StaticBytes {
        """
        cdefgilmoqrstuwxz abdefghijlmnoqrstvwyz acdfghiklmnopqruvwxyz egjkmoz aceghrstu ijkmor abdefghilmnpqrstuwy kmnrtu cdelmnoqrst \
        emop eghimnprwyz abcikrstuvy acdefghklmnopqrstuvwxyz acefgilopruz m aefghklmnrstwy a eosuw abcdeghijklmnorstvxyz \
        acdfghjklmnortvwz agmnsyz aceginu fs k et amw \

        """
    }
}

extension FoldedScalar {
    /// A regional indicator: two of them make a flag.
    var isRegional: Bool { "🇦"..."🇿" ~= scalar }
    /// 0 for A.
    fileprivate var regionalLetter: UInt32 { scalar - scalarValue("🇦") }
}
