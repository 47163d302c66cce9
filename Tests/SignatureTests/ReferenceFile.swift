// Reference/: tables by Python's own numbers and from RFC 8032; see signatures.py.

import Foundation
import Testing

enum ReferenceFile {
    /// The rows of a table, in columns.
    static func rows(_ name: String) throws -> [[String]] {
        let file = try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Reference"))
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

/// Bytes from hexadecimal digits, two each.
func bytes(hex text: some StringProtocol) -> [UInt8] {
    let digits = text.utf8.map { UInt8(Int(String(UnicodeScalar($0)), radix: 16)!) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Draws that are the same in each run (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) } }
}
