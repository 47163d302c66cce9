// Text: a link that was found.

/// What a link shows beyond its names.
struct LinkTraits: OptionSet {
    let rawValue: UInt32
    static var scheme: LinkTraits { LinkTraits(rawValue: 1) }
    static var defanged: LinkTraits { LinkTraits(rawValue: 2) }
    /// `user@` in front of the host.
    static var user: LinkTraits { LinkTraits(rawValue: 4) }
    static var port: LinkTraits { LinkTraits(rawValue: 8) }
    /// An IPv6 address in brackets.
    static var longAddress: LinkTraits { LinkTraits(rawValue: 16) }
    /// An e-mail address, no link.
    static var mail: LinkTraits { LinkTraits(rawValue: 32) }
}

/// Where a link ends, and where its host begins and ends. Where there is none, `end` is the index
/// it was looked for at, and `hostEnd` the end of what might have been its host.
struct LinkSpan {
    var end: Int
    var host: Int = 0
    var hostEnd: Int = 0
    var traits: LinkTraits = []
}
