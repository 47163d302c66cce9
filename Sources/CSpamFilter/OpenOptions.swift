// C interface: the options of spamfilter_open, read from a struct that may be older or newer.

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// How a model is opened.
struct OpenOptions {
    var loading = FileLoading.copied
    /// Whether the checksums of the whole file are compared.
    var isChecked = true

    init(_ options: UnsafePointer<spamfilter_options>?) throws(Failure) {
        guard let options else { return }
        let known = try OpenOptions.known(options)
        let flags = known.flags, mapped = UInt32(SPAMFILTER_MAPPED), unchecked = UInt32(SPAMFILTER_UNCHECKED)
        guard flags & ~(mapped | unchecked) == 0 else {
            throw .argument("options have an unknown flag: \(flags); update the library or leave the flag out")
        }
        if flags & mapped != 0 { loading = .mapped }
        if flags & unchecked != 0 { isChecked = false }
        try OpenOptions.refuse(known.public_keys != nil || known.public_key_count > 0, "public_keys")
        try OpenOptions.refuse(known.rules_path != nil, "rules_path")
        try OpenOptions.refuse(known.overlay_path != nil, "overlay_path")
    }

    /// An option that would be ignored could open what the caller did not want.
    private static func refuse(_ isGiven: Bool, _ name: StaticString) throws(Failure) {
        if isGiven { throw .argument("this library has no \(name) yet; update it or leave the option out") }
    }

    /// The options that this library knows. A newer program may have more of them, all zero; an
    /// older one has fewer.
    private static func known(_ options: UnsafePointer<spamfilter_options>) throws(Failure) -> spamfilter_options {
        /// The struct of the first version of the library.
        let least = 40, most = 4096
        let size = options.pointee.size, mine = MemoryLayout<spamfilter_options>.size
        guard (least...most).contains(size) else {
            throw .argument("expected sizeof(spamfilter_options) as the size of options, found \(size); set size")
        }
        let bytes = UnsafeRawBufferPointer(start: options, count: size)
        guard bytes.dropFirst(mine).allSatisfy({ $0 == 0 }) else {
            throw .argument("options have \(size) bytes, this library knows \(mine); update the library")
        }
        var known = spamfilter_options()
        withUnsafeMutableBytes(of: &known) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(mine))) }
        return known
    }
}
