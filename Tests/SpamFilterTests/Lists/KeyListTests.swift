import Testing

@testable import SpamFilter

@Suite struct KeyListTests {
    static let kinds: [(KeyList.Kind, KeyList.Form)] = [
        (.senders, .exact), (.senders, .compact), (.hosts, .exact), (.hosts, .compact),
    ]

    static func draw(_ kind: KeyList.Kind, _ n: Int, seed: UInt64) -> [UInt64] {
        var draw = SplitMix(state: seed)
        return (0..<n).map { _ in kind == .senders ? draw.next() % SenderNumber.end : draw.next() }
    }

    @Test(arguments: kinds, [0, 1, 2, 300, 20_000])
    func holdsEachOfItsKeys(_ kind: (KeyList.Kind, KeyList.Form), _ count: Int) throws {
        var keys = KeyListTests.draw(kind.0, count, seed: 1)
        keys += keys.prefix(10)
        if count > 2 { keys += [0, kind.0 == .senders ? SenderNumber.end - 1 : .max] }
        let others = KeyListTests.draw(kind.0, 50_000, seed: 2), oracle = Set(keys)
        let bytes = KeyList.encoded(kind.0, kind.1, keys)
        #expect(bytes == KeyList.encoded(kind.0, kind.1, keys.reversed()))
        try bytes.withUnsafeBytes { bytes in
            let list = try KeyList(bytes)
            #expect(keys.allSatisfy(list.contains) && list.count <= oracle.count)
            let falseHits = others.count { list.contains($0) && !oracle.contains($0) }
            // Of the compact form 0.8 are expected; ten happen once in a million seeds.
            #expect(falseHits <= (list.form == .exact ? 0 : 10))
        }
    }

    @Test func sizesHoldTheirBounds() {
        for kind in KeyListTests.kinds {
            let bytes = KeyList.encoded(kind.0, kind.1, KeyListTests.draw(kind.0, 100_000, seed: 3))
            let bitsPerKey = Double(bytes.count * 8) / 100_000
            #expect(bitsPerKey < (kind.1 == .exact ? 48 : 18.5))
        }
    }

    /// Of keys that no list holds, one in 65,536, whatever the size.
    @Test(arguments: [KeyList.Kind.senders, .hosts], [1, 100, 10_000])
    func falseHitsAreAsRareAsTheFormatSays(kind: KeyList.Kind, count: Int) throws {
        let keys = KeyListTests.draw(kind, count, seed: 5), oracle = Set(keys)
        let others = KeyListTests.draw(kind, 1 << 19, seed: 6).filter { !oracle.contains($0) }
        for form in [KeyList.Form.compact, .exact] {
            try KeyList.encoded(kind, form, keys).withUnsafeBytes { bytes in
                let list = try KeyList(bytes)
                // One sender takes the exact form.
                #expect(list.form == (kind == .senders && count == 1 ? .exact : form))
                // Of the compact form 8 are expected.
                #expect((list.form == .exact ? 0...0 : 1...24).contains(others.count { list.contains($0) }))
            }
        }
    }

    /// Else one list in twenty-five would deny all of an ending, or of a shortener.
    @Test func noCompactListTakesAnEndingByMistake() throws {
        let endings = HostEndings.keys()
        #expect(endings.count > 2_000 && Set(endings).count > 2_000)
        for host in ["com", "net", "kr", "co.kr", "com.cn", "co.jp", "github.io", "bit.ly", "zip", "is"] {
            var host = host, reader = HostReader()
            let key = try #require(host.withUTF8 { reader.key(of: $0) })
            #expect(endings.contains(key.value))
        }
        var salted = 0, firstOnes = 0
        for seed in 0..<100 as Range<UInt64> {
            // Also of lists that hold endings themselves.
            let own = seed % 2 == 0 ? [] : Array(endings.prefix(20))
            let keys = KeyListTests.draw(.hosts, 50, seed: 100 + seed) + own
            let bytes = KeyList.encoded(.hosts, .compact, keys)
            salted += bytes[2] == 0 ? 0 : 1
            try bytes.withUnsafeBytes { bytes in
                let list = try KeyList(bytes)
                #expect(keys.allSatisfy(list.contains))
                #expect(endings.filter(list.contains).allSatisfy(own.contains))
            }
            var unsalted = bytes
            unsalted[2] = 0
            if bytes[2] == 0, bytes == unsalted { firstOnes += 1 }
        }
        #expect(salted > 0 && firstOnes > 65)
    }

    @Test func compactTakesTheExactFormWhereThatIsSmaller() throws {
        let mobiles = KeyListTests.draw(.senders, 50_000, seed: 4).map { 821_000_000_000 + $0 % 10_000_000 }
        let bytes = KeyList.encoded(.senders, .compact, mobiles)
        #expect(bytes == KeyList.encoded(.senders, .exact, mobiles))
        #expect(try bytes.withUnsafeBytes { try KeyList($0).form } == .exact)
    }

    @Test func damagedHeadsAreRefused() throws {
        let bytes = KeyList.encoded(.hosts, .exact, [1, 2, 3])
        for (byte, value, error) in [
            (0, 3, "expected keys of kind 1 (senders) or 2 (hosts), found 3"),
            (0, 0, "expected keys of kind 1 (senders) or 2 (hosts), found 0"),
            (1, 9, "expected form 1 (exact) or 2 (compact), found 9"), (5, 1, "its reserved byte 5 is not zero"),
            (0, 1, "its range does not suit its kind and form"),
        ] as [(Int, UInt8, String)] {
            var damaged = bytes
            damaged[byte] = value
            #expect(throws: RuleFileError.list(0, reason: error)) { try damaged.withUnsafeBytes { _ = try KeyList($0).count } }
        }
        for length in 0..<bytes.count {
            #expect(throws: RuleFileError.self) { try Array(bytes[..<length]).withUnsafeBytes { _ = try KeyList($0).count } }
        }
    }

    @Test func mixingIsABijection() {
        let keys = (0..<100_000 as Range<UInt64>).map(KeyList.mixed)
        #expect(Set(keys).count == keys.count)
    }
}
