import Testing

@testable import SpamFilter

@Suite struct IntegerSetTests {
    /// Sets of every shape that partitions meet. The numbers come from a fixed seed.
    static let shapes: [(name: String, keys: [UInt64])] = {
        var draw = SplitMix(state: 7)
        func random(_ n: Int, below end: UInt64 = .max) -> [UInt64] { (0..<n).map { _ in draw.next() % end } }
        var shapes: [(name: String, keys: [UInt64])] = [
            ("empty", []), ("zero", [0]), ("greatest", [.max]), ("both ends", [0, .max]), ("one", [42]),
            ("equal", [UInt64](repeating: 9, count: 2_000)), ("row", [UInt64](5..<3_000)),
            ("one partition", random(256)), ("one more", random(257)), ("two partitions", random(512)),
            ("spread", random(20_000)), ("50 bits", random(20_000, below: 1 << 50)),
            ("dense", random(20_000, below: 30_000)),
        ]
        var clusters: [UInt64] = [], powers: [UInt64] = [], outliers: [UInt64] = [], rows: [UInt64] = []
        for start in random(40) { for i: UInt64 in 0..<300 { clusters.append(start &+ i &* (i & 7)) } }
        for bit: UInt64 in 0..<64 { powers += [1 << bit, .max >> bit] }
        // A row and one far off in each partition: all low parts behind one high part.
        for high: UInt64 in 0..<8 {
            let start = high << 60, far = start | 1 << 59
            for i: UInt64 in 0..<255 {
                outliers.append(start + i)
                rows.append(far + 3 * i)
            }
            outliers.append(far)
            rows.append(start)
        }
        shapes += [("clusters", clusters), ("powers", powers), ("outliers", outliers), ("rows", rows)]
        return shapes
    }()

    static func keys(_ name: String) -> [UInt64] { shapes.first { $0.name == name }!.keys }

    @Test(arguments: IntegerSetTests.shapes.indices)
    func agreesWithASet(_ shape: Int) throws {
        let keys = IntegerSetTests.shapes[shape].keys, oracle = Set(keys)
        var draw = SplitMix(state: 11)
        var asked = keys + keys.map { $0 &+ 1 } + keys.map { $0 &- 1 } + keys.map { $0 ^ 1 << (draw.next() & 63) }
        asked += (0..<5_000).map { _ in draw.next() } + [0, 1, .max, .max - 1]
        try IntegerSet.encoded(keys).withUnsafeBytes { bytes in
            let set = try IntegerSet(bytes)
            #expect(set.count == oracle.count)
            for key in asked where set.contains(key) != oracle.contains(key) {
                Issue.record("\(IntegerSetTests.shapes[shape].name): \(key)")
            }
        }
    }

    @Test func orderAndRepeatsDoNotChangeTheBytes() {
        let keys = IntegerSetTests.keys("spread")
        #expect(IntegerSet.encoded(keys) == IntegerSet.encoded(keys.reversed() + keys))
    }

    /// The example of Models/LISTS.md: fixes the format.
    @Test func theDocumentedExampleIsWritten() {
        let bytes: [UInt8] = [3, 0, 0, 0, 0x0D, 0, 0, 0, 5] + [UInt8](repeating: 0, count: 11) + [6, 0x43, 0x40, 0x70, 2]
        #expect(IntegerSet.encoded([300, 6, 5]) == bytes + [UInt8](repeating: 0, count: 8))
    }

    @Test func selectFindsEachOne() {
        var draw = SplitMix(state: 3)
        let words: [UInt64] = [1, 1 << 63, .max, 0x8000_0000_0000_0001] + (0..<500).map { _ in draw.next() & draw.next() | 1 }
        for word in words {
            let ones = (0..<64).filter { word >> UInt64($0) & 1 == 1 }
            for (n, place) in ones.enumerated() { #expect(IntegerSet.select(word, n + 1) == place) }
        }
    }

    /// How many numbers the set of some bytes holds.
    @discardableResult private func open(_ bytes: [UInt8]) throws -> Int {
        try bytes.withUnsafeBytes { try IntegerSet($0).count }
    }

    @Test func everyTruncationIsRefused() {
        for shape in ["empty", "one", "two partitions"] {
            let bytes = IntegerSet.encoded(IntegerSetTests.keys(shape))
            for length in 0..<bytes.count {
                #expect(throws: RuleFileError.self) { try open(Array(bytes[..<length])) }
            }
            let leftover = RuleFileError.list(0, reason: "expected \(bytes.count) bytes, found \(bytes.count + 1)")
            #expect(throws: leftover) { try open(bytes + [0]) }
        }
    }

    @Test func partitionsOutOfOrderAreRefused() throws {
        var bytes = IntegerSet.encoded(IntegerSetTests.keys("two partitions"))
        // Behind 8 bytes of head come entries of 12: first key, offset.
        let second = bytes[20..<28]
        bytes.replaceSubrange(20..<28, with: bytes[8..<16])
        #expect(throws: RuleFileError.list(0, reason: "its partition 1 is out of order or outside of it")) { try open(bytes) }
        bytes.replaceSubrange(20..<28, with: second)
        #expect(try open(bytes) == 512)
        // The offset of the second partition: at the first, and beyond the end.
        for offset: [UInt8] in [[0, 0, 0, 0], [255, 255, 255, 127]] {
            var damaged = bytes
            damaged.replaceSubrange(28..<32, with: offset)
            #expect(throws: RuleFileError.self) { try open(damaged) }
        }
    }

    /// Bytes that change behind an open set, as those of a mapped file may.
    @Test(arguments: [1, 256, 257, 3_000, 20_000])
    func alteredBytesNeverLeadOutside(_ count: Int) throws {
        var draw = SplitMix(state: UInt64(count))
        let keys = (0..<count).map { _ in draw.next() >> (draw.next() % 50) }
        let encoded = IntegerSet.encoded(keys)
        for round in 0..<(count > 10_000 ? 40 : 300) {
            try withGuardedBytes(encoded) { bytes in
                let set = try IntegerSet(UnsafeRawBufferPointer(bytes))
                for _ in 0...round % 40 { bytes[Int(draw.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: draw.next()) }
                if round % 10 == 0 { for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: draw.next()) } }
                if round % 10 == 1 { for i in bytes.indices { bytes[i] = 0xFF } }
                for key in keys.prefix(40) { _ = set.contains(key) }
                for _ in 0..<40 { _ = set.contains(draw.next()) }
            }
        }
    }

    @Test func aPlanOfOneCountryCostsLittle() {
        var draw = SplitMix(state: 1)
        let mobiles = (0..<100_000).map { _ in 821_000_000_000 + draw.next() % 10_000_000 }
        let count = Set(mobiles).count
        // As dense as a million among a country's hundred million.
        #expect(IntegerSet.encoded(mobiles).count * 8 < count * 9)
    }
}

/// Draws from a fixed seed (Steele, Lea and Flood, OOPSLA 2014).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return KeyList.mixed(state)
    }
}
