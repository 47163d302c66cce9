// Text: a link that was found, and the hosts of a message's links, as rules look them up.

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

/// The keys of the hosts of one message, at most `mostHosts` of them. A reference: it looks at
/// memory that its reader owns.
struct LinkHosts {
    static let mostHosts = 16
    /// Each host has one for itself and for each domain above it; those of the shortest domains
    /// come first.
    static let mostKeys = 128

    private struct Extent {
        var hosts = 0
        var keys = 0
        /// Links whose host is not kept: one of too many, an IPv6 address.
        var others = 0
        /// A bit for each host that was written in plain ASCII.
        var plain: UInt32 = 0
    }

    private static let keysOffset = 64
    private static let endsOffset = keysOffset + mostKeys * MemoryLayout<UInt64>.stride
    static let heapBytes = endsOffset + mostHosts

    private let memory: UnsafeMutableRawPointer

    static func allocate() -> LinkHosts {
        let hosts = LinkHosts(memory: .allocate(byteCount: heapBytes, alignment: 64))
        hosts.forget()
        return hosts
    }

    func deallocate() { memory.deallocate() }

    private var extent: UnsafeMutablePointer<Extent> { memory.assumingMemoryBound(to: Extent.self) }
    private var keys: UnsafeMutablePointer<UInt64> { (memory + LinkHosts.keysOffset).assumingMemoryBound(to: UInt64.self) }
    private var ends: UnsafeMutablePointer<UInt8> { (memory + LinkHosts.endsOffset).assumingMemoryBound(to: UInt8.self) }

    /// For the next message.
    func forget() { memory.storeBytes(of: Extent(), as: Extent.self) }

    var count: Int { extent.pointee.hosts }
    /// Whether the host of every link is kept.
    var areAll: Bool { extent.pointee.others == 0 }
    /// Whether a host was written in plain ASCII. All others may pass for one that they are not.
    func isPlain(_ host: Int) -> Bool { extent.pointee.plain >> UInt32(host) & 1 == 1 }

    /// The keys of a host and of the domains above it: `HostKey.value`.
    func keys(of host: Int) -> UnsafeBufferPointer<UInt64> {
        let start = host == 0 ? 0 : Int(ends[host - 1])
        return UnsafeBufferPointer(start: keys + start, count: Int(ends[host]) - start)
    }

    /// The keys of all hosts.
    var allKeys: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: keys, count: extent.pointee.keys) }

    // MARK: For the tokenizer

    func addOther() { extent.pointee.others += 1 }

    func add(_ host: borrowing HostName, isPlain: Bool) {
        guard count < LinkHosts.mostHosts, extent.pointee.keys < LinkHosts.mostKeys else { return addOther() }
        let first = extent.pointee.keys
        var next = first
        host.forEachKey { key in
            if next < LinkHosts.mostKeys { keys[next] = key }
            next += 1
        }
        // One of too many labels is not known by those that are kept.
        if next > LinkHosts.mostKeys { addOther() }
        extent.pointee.keys = min(next, LinkHosts.mostKeys)
        ends[count] = UInt8(extent.pointee.keys)
        if isPlain { extent.pointee.plain |= 1 << UInt32(count) }
        extent.pointee.hosts += 1
    }
}
