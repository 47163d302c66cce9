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
    /// Behind the scheme: where `user@` begins, else the host.
    var authority: Int = 0
    var traits: LinkTraits = []
}

/// The keys of the hosts of one message. A reference: it looks at memory that its reader owns.
struct LinkHosts {
    /// Different ones. Repeats take no room.
    static let mostHosts = 64
    /// The most keys of one host: those of its shortest domains, then its own.
    static let mostKeysOfHost = 8
    private static let mostKeys = mostHosts * mostKeysOfHost

    private struct Extent {
        var hosts = 0
        var keys = 0
        /// Links whose host is not kept: one of too many, an IPv6 address.
        var others = 0
        /// A bit for each host that was written plainly wherever it stands.
        var plain: UInt64 = 0
    }

    private static let keysOffset = 64
    private static let endsOffset = keysOffset + mostKeys * MemoryLayout<UInt64>.stride
    static let heapBytes = endsOffset + mostHosts * MemoryLayout<UInt16>.stride

    private let memory: UnsafeMutableRawPointer

    static func allocate() -> LinkHosts {
        let hosts = LinkHosts(memory: .allocate(byteCount: heapBytes, alignment: 64))
        hosts.forget()
        return hosts
    }

    func deallocate() { memory.deallocate() }

    private var extent: UnsafeMutablePointer<Extent> { memory.assumingMemoryBound(to: Extent.self) }
    private var keys: UnsafeMutablePointer<UInt64> { (memory + LinkHosts.keysOffset).assumingMemoryBound(to: UInt64.self) }
    /// The end of each host's keys.
    private var ends: UnsafeMutablePointer<UInt16> { (memory + LinkHosts.endsOffset).assumingMemoryBound(to: UInt16.self) }

    /// For the next message.
    func forget() { memory.storeBytes(of: Extent(), as: Extent.self) }

    var count: Int { extent.pointee.hosts }
    /// Whether the host of every link is kept.
    var areAll: Bool { extent.pointee.others == 0 }
    /// Whether a host was written in plain ASCII, and its link is sure to lead there. All others
    /// may pass for one that they are not.
    func isPlain(_ host: Int) -> Bool { extent.pointee.plain >> UInt64(host) & 1 == 1 }

    /// The keys of a host and of the domains above it: `HostKey.value`.
    func keys(of host: Int) -> UnsafeBufferPointer<UInt64> {
        let start = host == 0 ? 0 : Int(ends[host - 1])
        return UnsafeBufferPointer(start: keys + start, count: Int(ends[host]) - start)
    }

    /// The keys of all hosts.
    var allKeys: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: keys, count: extent.pointee.keys) }

    // MARK: For the tokenizer

    func addOther() { extent.pointee.others += 1 }

    /// Adds a host that is not kept yet.
    ///
    /// - Parameter isPlain: whether the link is written plainly and sure to lead to the host.
    func add(_ host: borrowing HostName, isPlain: Bool) {
        guard count < LinkHosts.mostHosts else { return addIfKept(host, isPlain: isPlain) }
        let first = extent.pointee.keys
        var found = 0
        host.forEachKey { key in
            // The last place is the whole host's.
            keys[first + min(found, LinkHosts.mostKeysOfHost - 1)] = key
            found += 1
        }
        guard found > 0 else { return }
        let end = first + min(found, LinkHosts.mostKeysOfHost)
        if isKept(keys[end - 1], isPlain: isPlain) { return }
        extent.pointee.keys = end
        ends[count] = UInt16(end)
        if isPlain { extent.pointee.plain |= 1 << UInt64(count) }
        extent.pointee.hosts += 1
    }

    private func addIfKept(_ host: borrowing HostName, isPlain: Bool) {
        var whole: UInt64 = 0
        host.forEachKey { whole = $0 }
        if !isKept(whole, isPlain: isPlain) { addOther() }
    }

    /// Whether a host of this key is kept. It stays plain only if it is so in this link too.
    private func isKept(_ key: UInt64, isPlain: Bool) -> Bool {
        for host in 0..<count where keys[Int(ends[host]) - 1] == key {
            if !isPlain { extent.pointee.plain &= ~(1 << UInt64(host)) }
            return true
        }
        return false
    }
}
