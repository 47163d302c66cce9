// C interface: the options of spamfilter_open, read from a struct that may be older or newer.

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// How a model is opened.
struct OpenOptions {
    var loading = FileLoading.copied
    /// Whether the checksums of the whole file are compared.
    var isChecked = true
    /// A model that none of them signed is refused; `nil`: any model.
    var keys: [PublicKey]?
    /// The path of an overlay.
    var overlay: String?
    /// The path of a file of rules.
    var rules: String?

    init(_ options: UnsafePointer<spamfilter_options>?) throws(Failure) {
        guard let options else { return }
        let known = try OpenOptions.known(options)
        let flags = known.flags, mapped = UInt32(SPAMFILTER_MAPPED), unchecked = UInt32(SPAMFILTER_UNCHECKED)
        guard flags & ~(mapped | unchecked) == 0 else {
            throw .argument("options have an unknown flag: \(flags); update the library or leave the flag out")
        }
        if flags & mapped != 0 { loading = .mapped }
        if flags & unchecked != 0 { isChecked = false }
        keys = try OpenOptions.keys(known)
        if let path = known.overlay_path { overlay = try OpenOptions.path(path) }
        if let path = known.rules_path { rules = try OpenOptions.path(path) }
    }

    /// A path as a string. Bytes that are not UTF-8 would be repaired, and name another file.
    static func path(_ bytes: UnsafePointer<CChar>) throws(Failure) -> String {
        guard let path = String(validatingCString: bytes) else {
            throw .argument("expected a path in UTF-8, found other bytes; rename the file or give another path")
        }
        return path
    }

    private static let mostKeys = 1000

    private static func keys(_ options: spamfilter_options) throws(Failure) -> [PublicKey]? {
        let count = Int(options.public_key_count)
        guard let first = options.public_keys else {
            if count > 0 { throw .null("public keys") }
            return nil
        }
        guard (1...mostKeys).contains(count) else {
            throw .argument("expected 1 to \(mostKeys) public keys, found \(count); set public_key_count")
        }
        var keys: [PublicKey] = []
        for i in 0..<count {
            let bytes = UnsafeBufferPointer(start: first + i * PublicKey.byteCount, count: PublicKey.byteCount)
            guard let key = PublicKey(bytes) else {
                throw .argument("public key \(i + 1) of \(count) is no Ed25519 key; give the \(PublicKey.byteCount) bytes of one")
            }
            keys.append(key)
        }
        return keys
    }

    /// The options that this library knows. A newer program may have more of them, all zero; an
    /// older one has fewer.
    private static func known(_ options: UnsafePointer<spamfilter_options>) throws(Failure) -> spamfilter_options {
        /// The struct of the first version of the library ends behind this member.
        let least = MemoryLayout<spamfilter_options>.offset(of: \.overlay_path)! + MemoryLayout<UnsafeRawPointer>.size
        let most = 4096, mine = MemoryLayout<spamfilter_options>.size
        // Alone: what lies behind an older program's struct is not the library's to read.
        let size = UnsafeRawPointer(options).loadUnaligned(as: Int.self)
        guard (least...most).contains(size) else {
            let found = UInt(bitPattern: size)
            throw .argument("expected sizeof(spamfilter_options) as the size of options, found \(found); set size")
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
