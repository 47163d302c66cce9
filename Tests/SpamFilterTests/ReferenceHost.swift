// What a link says, again, from the comments of LinkTokenizer, PathShape, HostName and Punycode.

@testable import SpamFilter

struct ReferenceLink {
    enum Trait { case scheme, defanged, user, port, longAddress, mail }

    var end: Int
    var host: Range<Int>
    var traits: Set<Trait>
}

/// A host in its plain form: dots are `.`, labels of Punycode decoded, look-alikes the letters that
/// they look like.
struct ReferenceHost {
    private(set) var labels: [[Character]] = []
    private(set) var isEncoded = false
    /// Holds letters beyond ASCII, or did.
    private(set) var isInternational = false

    init(
        _ text: [Character], _ looks: [ReferenceLook], _ links: ReferenceLinks, _ host: Range<Int>, hasScheme: Bool,
        _ folding: ReferenceFolding
    ) {
        var i = host.lowerBound
        while i < host.upperBound {
            let end = min(host.upperBound, max(i + 1, links.endOfLabel(i, maybeCJK: true, maybeEscaped: hasScheme)))
            let label = Array(text[i..<end])
            var parts = folding.alikeReplaced(zip(label, looks[i..<end]).map { ReferenceCharacter(character: $0, look: $1) })
            if label.starts(with: "xn--"), label.count > 4 {
                isEncoded = true
                if let scalars = ReferenceHost.decoded(Array(label.dropFirst(4))), !scalars.isEmpty {
                    parts = folding.plain(scalars)
                }
            }
            let escaped = (i..<end).filter { links.escaped($0) != nil && $0 + 2 < end }
            if !label.starts(with: "xn--") || label.count <= 4, !escaped.isEmpty {
                isEncoded = true
                for j in escaped.reversed() {
                    let plain = folding.plain([links.escaped(j)!.unicodeScalars.first!])
                    parts.replaceSubrange(j - i...j - i + 2, with: plain)
                }
            }
            labels.append(parts.map(\.character))
            if parts.contains(where: { !$0.look.isDisjoint(with: [.alike, .replaced]) }) { isInternational = true }
            if labels.last!.contains(where: { scalar($0) >= 0x80 }) { isInternational = true }
            i = end < host.upperBound ? end + max(1, max(links.dotLength(end), links.spokenDotLength(end))) : end
        }
    }

    private init() {}
    /// An IPv6 address has no names.
    static var none: ReferenceHost { ReferenceHost() }

    /// No dot behind a first label that decodes into nothing visible.
    var characters: [Character] { Array(labels.drop(while: \.isEmpty).joined(separator: ["."])) }
    /// The public suffix and the registrable domain.
    var suffix: [Character] { Array(characters[suffixStart...]) }
    var domain: [Character] {
        let end = max(0, suffixStart - 1)
        return Array(characters[((characters[..<end].lastIndex(of: ".") ?? -1) + 1)...])
    }
    var suffixStart: Int { ReferenceHost.withFolded(characters) { PublicSuffix.start(of: $0, $1, .shared) } }

    /// Digits read as 0.
    static func hash(_ part: [Character]) -> UInt64 { part.reduce(0) { FeatureHash.roll($0, isDigit($1) ? 0x30 : scalar($1)) } }

    /// Characters as the reader's lists take them.
    static func withFolded<R>(_ label: [Character], _ body: (UnsafeMutablePointer<FoldedScalar>, Int) -> R) -> R {
        var folded = label.map { FoldedScalar(scalar($0), isDigit($0) ? .digit : isAlphabetic($0) ? .letter : .symbol) }
        folded.append(FoldedScalar(0x20, .space))
        return folded.withUnsafeMutableBufferPointer { body($0.baseAddress!, label.count) }
    }

    /// RFC 3492, section 6.2.
    static func decoded(_ input: [Character]) -> [Unicode.Scalar]? {
        let delimiter = input.lastIndex(of: "-")
        var output = delimiter.map { input[..<$0].map(scalar) } ?? []
        let digits = input[((delimiter ?? -1) + 1)...].map { Array("abcdefghijklmnopqrstuvwxyz0123456789").firstIndex(of: $0) }
        guard !digits.isEmpty, output.allSatisfy({ $0 < 0x80 }), output.count <= 64 else { return nil }
        var n = 128, i = 0, bias = 72, next = 0
        while next < digits.count {
            let before = i
            var weight = 1, k = 36
            while true {
                guard next < digits.count, let digit = digits[next] else { return nil }
                next += 1
                i += digit * weight
                guard i <= UInt32.max else { return nil }
                let threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
                if digit < threshold { break }
                weight *= 36 - threshold
                guard weight <= UInt32.max else { return nil }
                k += 36
            }
            var delta = before == 0 ? i / 700 : (i - before) / 2
            delta += delta / (output.count + 1)
            bias = 0
            while delta > 455 { (delta, bias) = (delta / 35, bias + 36) }
            bias += 36 * delta / (delta + 38)
            n += i / (output.count + 1)
            i %= output.count + 1
            guard output.count < 64, n < 0x11_0000, !(0xD800..<0xE000).contains(n) else { return nil }
            output.insert(UInt32(n), at: i)
            i += 1
        }
        return output.map { Unicode.Scalar($0)! }
    }
}

extension ReferenceReading {
    mutating func read(_ link: ReferenceLink, at begin: Int) -> Int {
        func add(_ name: String, _ part: UInt64, _ value: UInt64) {
            self.add("link \(name) \(value)", FeatureHash.close(value &* FeatureHash.m3 &+ part &* FeatureHash.m1, .linkPart))
        }
        let host =
            link.traits.contains(.longAddress)
            ? .none
            : ReferenceHost(text, looks, links, link.host, hasScheme: link.traits.contains(.scheme), folding)
        if link.traits.contains(.mail) { return read(address: link, host) }
        addSigns(in: begin..<link.end)
        // Letters and digits, of which no host of names is made; 0x7F000001.
        let all = host.characters
        let digits = all.filter(isDigit).count, hyphens = all.filter { $0 == "-" }.count
        let last = host.labels.last ?? []
        for word in host.labels.dropLast().flatMap({ $0.split(separator: "-") }).prefix(4) {
            add("word", 1, ReferenceHost.hash(Array(word)))
        }
        let isNumber = digits > 0 && !all.contains(where: isAlphabetic) && hyphens == 0 && !host.isInternational
        if link.traits.contains(.longAddress) {
            add("number", 5, 6)
        } else if isNumber, ![2, 3].contains(host.labels.count) {
            add("number", 5, host.labels.count == 1 ? 2 : 1)
        } else {
            if host.labels.count == 1, all.count > 8, all.starts(with: "0x") { add("number", 5, 2) }
            add("domain", 2, ReferenceHost.hash(host.domain))
            add("top", 3, ReferenceHost.hash(last))
            if host.suffixStart > 0, host.suffix.count > last.count { add("suffix", 7, ReferenceHost.hash(host.suffix)) }
            if digits + hyphens > 0 { add("digits", 6, UInt64(min(digits, 4)) << 4 | UInt64(min(hyphens, 2))) }
            if host.isEncoded { add("trait", 10, 4) }
            if host.isInternational { add("trait", 10, 5) }
            let isWorldWideWeb = text[link.host].starts(with: "www.") && all.count > 4
            if ReferenceHost.withFolded(isWorldWideWeb ? Array(all.dropFirst(4)) : all, { Shortener.holds($0, $1, .shared) }) {
                add("trait", 10, 6)
            }
        }

        let path = Array(text[link.host.upperBound..<link.end].drop { !"/?#".contains($0) })
        let beforeQuery = path.prefix { $0 != "?" }, hasQuery = path.contains("?")
        let depth = min(3, beforeQuery.filter { $0 == "/" }.count)
        let form = UInt64(depth) | UInt64(min(host.labels.count, 4)) << 4 | (link.traits.contains(.scheme) ? 1 << 8 : 0)
        add("form", 4, form)
        let size = [1, 5, 8, 12, 24].firstIndex { path.count <= $0 } ?? 5
        let hasToken = path.split(separator: "/").contains { $0.contains(where: isDigit) && $0.contains(where: isAlphabetic) }
        if !path.isEmpty { add("path", 8, UInt64(size) << 2 | (hasQuery ? 2 : 0) | (hasToken ? 1 : 0)) }
        var hasEnding = false
        if depth > 0, let slash = beforeQuery.lastIndex(of: "/"), let dot = beforeQuery[slash...].lastIndex(of: ".") {
            let ending = Array(path[(dot + 1)...].prefix(while: isWordCharacter))
            hasEnding = (2...4).contains(ending.count)
            if hasEnding { add("file", 9, ReferenceHost.hash(ending)) }
        }
        if link.traits.contains(.defanged) { add("trait", 10, 1) }
        if link.traits.contains(.user) { add("trait", 10, 2) }
        if link.traits.contains(.port) { add("trait", 10, 3) }
        if host.labels.count == 2, all.count <= 8, depth == 1, (4...11).contains(path.count), !hasQuery, !hasEnding {
            add("trait", 10, 7)
        }
        addUnit("a link", FeatureHash.close(1, .link))
        return link.end
    }

    private mutating func read(address: ReferenceLink, _ host: ReferenceHost) -> Int {
        func add(_ name: String, _ part: UInt64, _ value: UInt64) {
            self.add("address \(name) \(value)", FeatureHash.close(value &* FeatureHash.m3 &+ part &* FeatureHash.m1, .address))
        }
        add("domain", 1, ReferenceHost.hash(host.domain))
        add("top", 2, ReferenceHost.hash(host.labels.last ?? []))
        if address.traits.contains(.defanged) { add("defanged", 3, 1) }
        addUnit("an address", FeatureHash.close(1, .address))
        return address.end
    }
}
