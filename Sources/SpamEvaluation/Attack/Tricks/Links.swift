// Evaluation, attack: links that a person still types in, and no program finds.

extension UnitTrick {
    /// The scheme and the dots of the host. At least one of them goes; which ways, by message.
    static let defangedLinks = UnitTrick(
        name: "defanged-links", scripts: [],
        summary: "links without their signs: hxxp, [.], (dot), full-width and ideographic stops",
        find: { text in
            var units: [Range<Int>] = []
            for link in text.runs(of: .link) {
                let scalars = text.scalars[link]
                var host = link
                if let colon = scalars.firstIndex(of: ":"), scalars[colon...].starts(with: "://".unicodeScalars) {
                    let scheme = String(scalars: scalars[..<colon]).lowercased()
                    // https becomes hxxps.
                    for http in ["http", "https"] where scheme.hasSuffix(http) {
                        units.append(colon - http.count..<colon - http.count + 4)
                    }
                    host = colon + 3..<link.upperBound
                }
                let end = text.scalars[host].firstIndex(of: "/") ?? host.upperBound
                for i in host.lowerBound..<end where text.scalars[i] == "." && i + 1 < end { units.append(i..<i + 1) }
            }
            return units
        },
        rewrite: { unit, style, _, out in
            guard unit.count == 1 else { return out.append(contentsOf: "hxxp".unicodeScalars) }
            let dots = ["[.]", "(.)", " dot ", " . ", "(dot)", "\u{3002}", "\u{FF0E}", "\u{2024}", "[dot]"]
            out.append(contentsOf: dots[style % dots.count].unicodeScalars)
        })
}
