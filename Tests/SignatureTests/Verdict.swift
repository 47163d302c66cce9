// What tests of the verifier share: its verdict, bytes from text, random bytes.

@testable import SpamFilter

/// What the verifier says; `nil` where the key is none.
func verdict(_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool? {
    guard let key = PublicKey(key) else { return nil }
    return signature.withUnsafeBytes { signature in
        message.withUnsafeBytes { Ed25519.isValid(signature, of: $0, by: key) }
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
