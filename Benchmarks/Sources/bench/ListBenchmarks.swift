// Benchmarks: is a sender or a host in a big list? The answer is the number of keys found. The
// naive rival is Swift's Set, which is some ten times as large and must be built first.

import SpamFilter

/// Draws from a fixed seed (SplitMix64: Steele, Lea and Flood, OOPSLA 2014).
private struct Draw {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var x = state
        x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
        return x ^ x >> 31
    }
}

/// Lists of a million keys, and of a tenth: look-ups of keys in the list and of others, in random
/// order, and the keys of senders.
func listBenchmarks(_ effort: Effort) throws -> [Measurement] {
    var found: [Measurement] = []
    let count = effort.isQuick ? 20_000 : 1_000_000
    // Hosts are hashes. Mobiles of one country are as dense as a million among a hundred million.
    let range = UInt64(count) * 100
    let rows: [(name: String, count: Int, kind: KeyList.Kind, form: KeyList.Form, make: (UInt64) -> UInt64)] = [
        ("hosts-exact", count, .hosts, .exact, { $0 }), ("hosts-compact", count, .hosts, .compact, { $0 }),
        ("fewer-hosts-exact", count / 10, .hosts, .exact, { $0 }),
        ("mobiles-exact", count, .senders, .exact, { 821_000_000_000 + $0 % range }),
        ("words-compact", count, .senders, .compact, { 1_000_020_000_000_000 + $0 % 125_000_000_000_000 }),
    ]
    for row in rows where effort.includes("list/\(row.name)") {
        var draw = Draw(state: 1)
        let units = Double(row.count)
        let keys = (0..<row.count).map { _ in row.make(draw.next()) }, set = Set(keys)
        let bytes = KeyList.encoded(row.kind, row.form, keys)
        print("list/\(row.name): \(bytes.count) bytes, \(Double(bytes.count) / Double(set.count)) a key")
        let present = (0..<row.count).map { _ in keys[Int(draw.next() % UInt64(row.count))] }
        let absent = (0..<row.count).map { _ in row.make(draw.next()) }
        try bytes.withUnsafeBytes { bytes in
            let list = try KeyList(bytes)
            for (name, asked) in [("present", present), ("absent", absent)] {
                let name = "list/\(row.name)/\(name)", hits = asked.count { set.contains($0) }
                // One in 65,536 of the compact form; ten times that never.
                let most = hits + (row.form == .exact ? 0 : row.count / 6_500)
                let ours = timings(name, runs: effort.runs, units: units) { UInt64(asked.count { list.contains($0) }) }
                let answer = asked.count { list.contains($0) }
                require(hits <= answer && answer <= most, "\(name): found \(answer), expected \(hits) to \(most)")
                let naive = timings(name + " naive", runs: effort.naiveRuns, units: units) {
                    UInt64(asked.count { set.contains($0) })
                }
                found += Measurement.both(name, unit: "ns/look-up", ours, naive: naive)
            }
        }
    }
    return found + senderKeyBenchmarks(effort)
}

private func senderKeyBenchmarks(_ effort: Effort) -> [Measurement] {
    let country = Array("KR".utf8)
    let senders = [("national", "010-5550-1234"), ("plus", "+821055501234"), ("short", "15995"), ("word", "MYBANK")]
    return senders.filter { effort.includes("sender-key/\($0.0)") }.flatMap { name, sender in
        let bytes = Array(sender.utf8), units = 10_000
        let ours = timings("sender-key/\(name)", runs: effort.runs, units: Double(units)) {
            var digest = Digest()
            bytes.withUnsafeBufferPointer { bytes in
                country.withUnsafeBufferPointer { country in
                    for _ in 0..<units { digest.add(SenderNumber.key(of: bytes, receiverCountry: country) ?? 0) }
                }
            }
            return digest.value
        }
        return Measurement.both("sender-key/\(name)", unit: "ns/sender", ours, naive: nil)
    }
}
