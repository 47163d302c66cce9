// Training: which messages are of one template when the corpus does not say. Near duplicates must not stand on both sides of a fold, nor
// count as independent ones: ten parcel notices that differ in a name are one message ten times.

import Corpus
import Prefetch

/// What of a message's features tells at a glance whether another one may be alike: taken while the features are at hand.
///
/// The features fall into 32 bins by their hash, the least of each bin is kept (one-permutation hashing, Li, Owen & Zhang 2012), and two
/// bins are a band. Beside the bands stand 256 bits, one set for each feature: where many bits of one message are not set in another,
/// few features can be shared. 108 bytes a message.
struct MessageSketches {
    static let bands = 16
    private static let bins = 32
    private static let bitWords = 8
    /// Bits, the sum of all features in two words, and how many they are.
    private static let markWords = bitWords + 2 + 1
    /// So many messages stand together: first the keys of each band one behind the other, as they are looked up, then the marks of each message.
    /// Message by message, each band would read the keys of all. That and what is asked for before it is read: 1 to .8 us a message of five languages
    /// for groups (x86-64, 2026-11).
    private static let block = 256
    private static let blockWords = block * (bands + markWords)

    private let buffer: SpillingBuffer
    private(set) var count = 0

    var spillFailure: Int32? { buffer.failure }

    /// - Parameters: as of `SpillingBuffer`.
    init(memoryLimit: Int = SpillingBuffer.defaultMemoryLimit, folder: String = UnnamedFile.usualFolder) {
        buffer = SpillingBuffer(memoryLimit: memoryLimit, folder: folder)
    }

    /// Adds a message.
    mutating func add(_ features: UnsafeBufferPointer<UInt64>) {
        let message = count
        count += 1
        if message % MessageSketches.block == 0 {
            guard buffer.place(forMost: MessageSketches.blockWords) != nil else { return }
            buffer.take(MessageSketches.blockWords)
        }
        guard buffer.failure == nil else { return }
        let bits = marks(message), sums = bits + MessageSketches.bitWords
        bits.update(repeating: 0, count: MessageSketches.bitWords)
        var sum: UInt64 = 0
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: MessageSketches.bins) { least in
            least.update(repeating: .max)
            for hash in features {
                let bin = Int(hash >> 59)
                least[bin] = min(least[bin], UInt32(truncatingIfNeeded: hash >> 27))
                bits[Int(hash >> 5 & 7)] |= 1 << UInt32(truncatingIfNeeded: hash & 31)
                sum &+= hash
            }
            // An empty bin borrows from the next one that is not.
            var full = least.first { $0 != .max } ?? 0
            for bin in (0..<MessageSketches.bins).reversed() {
                if least[bin] == .max { least[bin] = full } else { full = least[bin] }
            }
            for band in 0..<MessageSketches.bands {
                keys(message, band: band).pointee = least[2 * band] &* 0x9E37_79B1 ^ least[2 * band + 1] &* 0x85EB_CA77
            }
        }
        sums[0] = UInt32(truncatingIfNeeded: sum)
        sums[1] = UInt32(truncatingIfNeeded: sum >> 32)
        sums[2] = UInt32(clamping: features.count)
    }

    @inline(__always)
    private func keys(_ message: Int, band: Int) -> UnsafeMutablePointer<UInt32> {
        let (block, n) = MessageSketches.place(message)
        return buffer.words + (block &* MessageSketches.blockWords &+ band &* MessageSketches.block &+ n)
    }

    @inline(__always)
    private func marks(_ message: Int) -> UnsafeMutablePointer<UInt32> {
        let (block, n) = MessageSketches.place(message)
        return buffer.words
            + (block &* MessageSketches.blockWords &+ MessageSketches.bands &* MessageSketches.block &+ n
                &* MessageSketches.markWords)
    }

    @inline(__always)
    private static func place(_ message: Int) -> (block: Int, n: Int) {
        let message = UInt(bitPattern: message), block = UInt(MessageSketches.block)
        return (Int(message / block), Int(message % block))
    }

    /// What two messages agree in if they agree in a band.
    @inline(__always)
    func key(_ message: Int, band: Int) -> UInt32 { keys(message, band: band).pointee }

    /// The sum of all features: a name that does not depend on where the message stands.
    func sum(_ message: Int) -> UInt64 {
        let sums = marks(message) + MessageSketches.bitWords
        return UInt64(sums[0]) | UInt64(sums[1]) << 32
    }

    /// How many features a message has.
    @inline(__always)
    func featureCount(_ message: Int) -> Int { Int(marks(message)[MessageSketches.markWords - 1]) }

    /// Asks for what `mostShared` needs of a message.
    @inline(__always)
    func prefetchMarks(_ message: Int) { prefetch(marks(message)) }

    /// The most features that two messages can share. Each bit that one has and the other has not stands for a feature at least.
    @inline(__always)
    func mostShared(_ a: Int, _ b: Int) -> Int {
        let bitsA = bits(a), bitsB = bits(b)
        var ofA = SetBits(), ofB = SetBits()
        for word in 0..<MessageSketches.bitWords / 2 {
            let wordA = bitsA.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self)
            let wordB = bitsB.loadUnaligned(fromByteOffset: 8 &* word, as: UInt64.self)
            ofA.add(wordA & ~wordB)
            ofB.add(wordB & ~wordA)
        }
        return min(featureCount(a) &- ofA.count, featureCount(b) &- ofB.count)
    }

    /// Whether two messages have the same features: else their sums agree with a chance of 2^-64.
    @inline(__always)
    func areEqual(_ a: Int, _ b: Int) -> Bool { featureCount(a) == featureCount(b) && sum(a) == sum(b) }

    @inline(__always)
    private func bits(_ message: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(marks(message))
    }
}

/// Counts the bits that are set in fewer than 32 words: those of each byte side by side, added up at the end. The instruction for it is none that
/// every x86-64 has.
private struct SetBits {
    private var ofBytes: UInt64 = 0

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let pairs = word &- (word >> 1 & 0x5555_5555_5555_5555)
        let fours = (pairs & 0x3333_3333_3333_3333) &+ (pairs >> 2 & 0x3333_3333_3333_3333)
        ofBytes = ofBytes &+ ((fours &+ fours >> 4) & 0x0F0F_0F0F_0F0F_0F0F)
    }

    @inline(__always)
    var count: Int {
        let ofPairs = (ofBytes & 0x00FF_00FF_00FF_00FF) &+ (ofBytes >> 8 & 0x00FF_00FF_00FF_00FF)
        return Int(truncatingIfNeeded: (ofPairs &* 0x0001_0001_0001_0001) >> 48)
    }
}

/// Groups messages whose sets of features are alike, by MinHash and banding (Broder 1997; Leskovec, Rajaraman & Ullman, Mining of Massive
/// Datasets, chapter 3), each candidate pair checked.
///
/// Messages that agree in a band are compared with the first such message; those with a Jaccard similarity of at least `similarity` are
/// joined, and so are those joined to a common one. Two messages as alike as that agree in one of 16 bands with a chance of
/// 1 - (1 - 0.4^2)^16 = 94 %.
struct NearDuplicates: ~Copyable {
    /// Shared features over all features of two messages from which they are of one group.
    ///
    /// On the starter corpus without its template column (468 independent wanted messages by template, 2026-11): 0.3 finds 474, 0.4 483,
    /// 0.5 503, equal letters alone 3,288. The promise of at most 1.9 % then holds on its test part with 0.8 %; by letters alone one of
    /// 0.09 % came out at 1.9 %. On what has become of it, whose templates are filled with more words (2,661 by template): 0.25 finds 2,846, 0.3 2,977, 0.4
    /// 3,271, and a promise of 2.0 % comes out at 2.3, 2.4 and 2.8 % (means of three splits; with the templates' names 1.9 %). Below 0.4 false junk of five
    /// languages rises from .187 to .213 % of the messages at a bound of .2 % of the groups. So names of templates are worth giving (2026-11-22).
    static let similarity = 0.4

    private let sketches: MessageSketches
    private let matrix: FeatureMatrix
    /// The row of the matrix of every message with a sketch.
    private let rows: [UInt32]
    private var columns = ColumnSet()

    /// So many messages are looked up before the first of them is compared, and as many asked for that come after, so that look-ups wait for nothing.
    private static let ahead = 64

    /// For each message with a sketch the one that stands for its group: the first one of it.
    ///
    /// - Parameters:
    ///   - rows: of each message its row in the matrix, at most 2^32 - 1; one without features stands for itself.
    ///   - matrix: with the features that the sketches were made of. Where rare ones were forgotten since, messages that share many of these
    ///     are taken for less alike than they are.
    /// - Complexity: O(16 messages) look-ups, each with at most one comparison of two rows; in most of them the bits tell.
    static func representatives(of sketches: MessageSketches, rows: [UInt32], in matrix: FeatureMatrix) -> [UInt32] {
        var search = NearDuplicates(sketches: sketches, matrix: matrix, rows: rows)
        var groups = MessageGroups(count: rows.count)
        let messages = (0..<UInt32(rows.count)).filter { sketches.featureCount(Int($0)) > 0 }
        // A message + 1 beside its key; three quarters full at most.
        var slots = [UInt64].zeros(1 << (Int.bitWidth - (messages.count / 3 * 4 + 4).leadingZeroBitCount))
        for band in 0..<MessageSketches.bands {
            if band > 0 { slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
            slots.withUnsafeMutableBufferPointer { slots in
                messages.withUnsafeBufferPointer { search.join($0, band: band, slots, &groups) }
            }
        }
        return groups.representatives()
    }

    /// Joins messages with the first one that agrees with them in a band, if they are alike.
    ///
    /// Which pairs are joined does not depend on the order in which they are looked at: neither do the groups.
    private mutating func join(
        _ messages: UnsafeBufferPointer<UInt32>, band: Int, _ slots: UnsafeMutableBufferPointer<UInt64>,
        _ groups: inout MessageGroups
    ) {
        let mask = slots.count &- 1
        func home(_ key: UInt32) -> Int { Int(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B1) & mask }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: NearDuplicates.ahead) { found in
            for start in stride(from: 0, to: messages.count, by: NearDuplicates.ahead) {
                let lot = messages[start..<min(messages.count, start + NearDuplicates.ahead)]
                for message in messages[lot.endIndex..<min(messages.count, lot.endIndex + NearDuplicates.ahead)] {
                    prefetch(slots.baseAddress! + home(sketches.key(Int(message), band: band)))
                }
                // The first one above the other.
                var pairs = 0
                for message in lot {
                    let key = sketches.key(Int(message), band: band)
                    var slot = home(key)
                    while slots[slot] != 0, slots[slot] >> 32 != UInt64(key) { slot = (slot &+ 1) & mask }
                    let first = slots[slot]
                    guard first != 0 else {
                        slots[slot] = UInt64(key) << 32 | UInt64(message &+ 1)
                        continue
                    }
                    found[pairs] = (first & 0xFFFF_FFFF &- 1) << 32 | UInt64(message)
                    sketches.prefetchMarks(Int(first & 0xFFFF_FFFF &- 1))
                    pairs &+= 1
                }
                var maybeAlike = 0
                for i in 0..<pairs {
                    let (a, b) = NearDuplicates.pair(found[i])
                    guard groups.root(of: a) != groups.root(of: b), isAlike(sketches.mostShared(a, b), a, b) else { continue }
                    if sketches.areEqual(a, b) {
                        groups.join(a, b)
                        continue
                    }
                    found[maybeAlike] = found[i]
                    maybeAlike &+= 1
                }
                joinIfAlike(found[..<maybeAlike], &groups)
            }
        }
    }

    /// Compares pairs feature by feature.
    private mutating func joinIfAlike(_ pairs: Slice<UnsafeMutableBufferPointer<UInt64>>, _ groups: inout MessageGroups) {
        func places(_ pair: UInt64) -> (RowPlace, RowPlace) {
            let (a, b) = NearDuplicates.pair(pair)
            return (RowPlace(Int(rows[a]), of: matrix), RowPlace(Int(rows[b]), of: matrix))
        }
        for pair in pairs {
            matrix.prefetch(places(pair).0)
            matrix.prefetch(places(pair).1)
        }
        for pair in pairs {
            let (a, b) = NearDuplicates.pair(pair)
            guard groups.root(of: a) != groups.root(of: b) else { continue }
            let (placeA, placeB) = places(pair)
            if isAlike(columns.shared(matrix.entries(placeA), matrix.entries(placeB)), a, b) { groups.join(a, b) }
        }
    }

    @inline(__always)
    private static func pair(_ found: UInt64) -> (Int, Int) { (Int(found >> 32), Int(found & 0xFFFF_FFFF)) }

    /// Whether so many shared features are enough for two messages.
    @inline(__always)
    private func isAlike(_ shared: Int, _ a: Int, _ b: Int) -> Bool {
        Double(shared) >= NearDuplicates.similarity * Double(sketches.featureCount(a) + sketches.featureCount(b) - shared)
    }
}

/// Which messages are joined, directly or by others: each has one before it in its group, the first one itself.
private struct MessageGroups: ~Copyable {
    private let parent: UnsafeMutableBufferPointer<UInt32>

    init(count: Int) {
        parent = .allocate(capacity: count)
        for message in 0..<count { parent[message] = UInt32(message) }
    }

    deinit { parent.deallocate() }

    /// The first message of a message's group so far, halving the path on the way.
    @inline(__always)
    mutating func root(of message: Int) -> Int {
        var message = message
        while Int(parent[message]) != message {
            parent[message] = parent[Int(parent[message])]
            message = Int(parent[message])
        }
        return message
    }

    mutating func join(_ a: Int, _ b: Int) {
        let a = root(of: a), b = root(of: b)
        parent[max(a, b)] = UInt32(min(a, b))
    }

    /// The first message of every message's group.
    consuming func representatives() -> [UInt32] { (0..<parent.count).map { UInt32(root(of: $0)) } }
}

/// The columns of one message, in a table that stays in the processor's nearest cache: marks for all columns of a corpus would not.
private struct ColumnSet {
    /// A column, and above it the round in which it was added. At most half full.
    private var slots: [UInt64] = .zeros(1 << 10)
    private var round: UInt64 = 0

    /// New columns of a message are numbered one after the other: side by side they would be one long run that others walk through. Times an odd
    /// number they stay apart from each other, and lie all over: 3,000 messages of 1,500 words 21 s to 4; the upper bits of a product, where they
    /// meet by chance, 5.5.
    @inline(__always)
    private static func home(_ column: Int) -> Int { column &* 0x1E37_79B9 }

    /// How many columns two rows of a matrix share, of which these are the entries.
    ///
    /// - Complexity: O(entries of both).
    mutating func shared(_ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>) -> Int {
        let room = 2 * b.count
        round += 1
        if room > slots.count || round > UInt32.max {
            slots = .zeros(max(slots.count, 1 << (Int.bitWidth - room.leadingZeroBitCount)))
            round = 1
        }
        var shared = 0
        let mark = round << 32
        slots.withUnsafeMutableBufferPointer { slots in
            let mask = slots.count &- 1
            for bits in b {
                let column = MatrixEntry(bits: bits).column
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark { slot = (slot &+ 1) & mask }
                slots[slot] = mark | UInt64(truncatingIfNeeded: column)
            }
            for bits in a {
                let column = MatrixEntry(bits: bits).column, sought = mark | UInt64(truncatingIfNeeded: column)
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark, slots[slot] != sought { slot = (slot &+ 1) & mask }
                shared &+= slots[slot] == sought ? 1 : 0
            }
        }
        return shared
    }
}
