// Store: where the part of a link behind its host ends, and what of it is personal.

enum LinkPaths {
    /// Endings of files, which tell nothing of a person. Behind other dots stands a name:
    /// anna.weber.
    private static let endings = Set(
        """
        html htm xhtml shtml php asp aspx jsp jspx do action cgi jpg jpeg png gif webp svg ico bmp pdf apk ipa exe zip rar js css json xml txt
        csv doc docx xls xlsx ppt pptx mp3 mp4 m3u8 mov avi ics vcf
        """.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Letters of other scripts are part of a path where it, or a part of it, begins with them, and
    /// where it goes on behind them. Otherwise, behind Latin letters, they are the sentence's:
    /// Korean and Chinese write on without a space. A comma is part of a path, except at its end
    /// and before another link.
    static func end(from start: Int, _ text: [Unicode.Scalar]) -> Int {
        var i = start, mayBegin = true
        while i < text.count {
            let scalar = text[i]
            if scalar == "," {
                guard i + 1 < text.count, isOfPath(text[i + 1]), !isLink(at: i + 1, text) else { break }
                mayBegin = true
            } else if isOfPath(scalar) {
                mayBegin = !isName(scalar)
            } else if isLatin(scalar) {
                mayBegin = false
            } else if isOther(scalar) {
                let end = text[i...].firstIndex { !isOther($0) } ?? text.count
                let isMarks = text[i..<end].allSatisfy { !ScalarTraits.of($0).isLetter && !Digits.isDigit($0) }
                let isInside = end < text.count && (goesOn(text[end]) || isLatin(text[end])) && !isLink(at: end, text)
                guard mayBegin || isMarks || isInside else { break }
                i = end
                continue
            } else {
                break
            }
            i += 1
        }
        // Marks at the end are the sentence's.
        while i > start, Joints.isInvisible(text[i - 1]) { i -= 1 }
        return i
    }

    private static func goesOn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "?", "&", "=", "#", "%", "-", "_": true
        default: isName(scalar)
        }
    }

    /// Letters with marks, as of müller.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        ((0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value)) && ScalarTraits.of(scalar).isLetter
    }

    private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && !isLatin(scalar) && (PersonalLinks.isWordScalar(scalar) || Joints.isInvisible(scalar))
    }

    private static func isLink(at i: Int, _ text: [Unicode.Scalar]) -> Bool {
        ["http://", "https://", "www."].contains { head in
            String(lowercase: text[i...].prefix(head.unicodeScalars.count)) == head
        }
    }

    /// The path without the ending of a file's name, and without %-escapes of signs.
    static func parts(of path: Range<Int>, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let query = text[path].firstIndex { $0 == "?" || $0 == "#" } ?? path.upperBound
        let segment = text[path.lowerBound..<query].lastIndex(of: "/") ?? path.lowerBound
        var pieces = [path]
        if let dot = text[segment..<query].lastIndex(of: "."), query - dot <= 7,
            endings.contains(String(lowercase: text[dot + 1..<query]))
        {
            pieces = [path.lowerBound..<dot, query..<path.upperBound]
        }
        return pieces.flatMap { piece in
            var spans: [PersonalSpan] = [], start = piece.lowerBound
            for i in piece where isSign(i, text, piece.upperBound) {
                spans.append(PersonalSpan(kind: .link, range: start..<i))
                start = i + 3
            }
            spans.append(PersonalSpan(kind: .link, range: start..<piece.upperBound))
            // A lone slash is not personal.
            return spans.filter { text[$0.range].contains(where: PersonalLinks.isWordScalar) }
        }
    }

    /// A space or sign as %20: it stays.
    private static func isSign(_ i: Int, _ text: [Unicode.Scalar], _ end: Int) -> Bool {
        text[i] == "%" && i + 2 < end && ("0"..."2").contains(text[i + 1]) && text[i + 2].properties.isASCIIHexDigit
    }

    /// A character of links.
    static func isOfPath(_ scalar: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(scalar.value) && scalar != "<" && scalar != ">" && scalar != "\"" && scalar != ","
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool { PersonalLinks.isName(scalar) }
}
