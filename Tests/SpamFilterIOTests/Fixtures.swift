// Models of tests: each answers with its sequence number, unsigned, signed, or wrongly signed.

import Testing

@testable import SpamFilter
@testable import SpamFilterIO

/// A model that answers with its number.
func content(_ number: UInt64) -> ModelContent {
    ModelContent(
        settings: TokenizerSettings(), weighting: .count,
        classes: [.init(label: .allow), .init(label: .junk, bias: Float(number), scale: 1)], features: [7], weights: [3])
}

/// A model whose sequence number is what it answers with; 0 for none. Nobody asks for its
/// signature, which is wrong.
func model(_ number: UInt64) throws -> [UInt8] {
    guard number > 0 else { return content(number).encoded() }
    return try wronglySigned(content(number).encoded(), sequence: number)
}

/// Names the key of the tests, and every checksum is right. Only a check of the signature tells.
func wronglySigned(_ file: [UInt8], sequence: UInt64) throws -> [UInt8] {
    try UnsignedFile(file, sequence: sequence, key: SmallKey.publicKey().id).signed([UInt8](repeating: 0, count: 64))
}

/// A key whose secret scalar is 2, and whose signatures all have the base point as R. So it signs
/// without a library, and keeps nothing secret.
enum SmallKey {
    static func publicKey() throws -> PublicKey {
        let encoded = CurvePoint.base.doubled.bytes
        return try #require(PublicKey((0..<32).map { encoded[$0] }))
    }

    static func signed(_ file: [UInt8], sequence: UInt64) throws -> [UInt8] {
        let key = try publicKey(), unsigned = try UnsignedFile(file, sequence: sequence, key: key.id)
        let point = CurvePoint.base.bytes, r = (0..<32).map { point[$0] }
        let k = CurveScalar(reducing: (r + key.bytes + unsigned.message).withUnsafeBytes { SHA512.of($0) })
        // S = 1 + 2 k, for R = 1 B and A = 2 B.
        var doubled = SHA512.Digest(repeating: 0)
        doubled[0] = 1
        for i in 0..<CurveScalar.bitCount where k.bit(i) == 1 { doubled[(i + 1) / 8] |= 1 << UInt8((i + 1) % 8) }
        let s = CurveScalar(reducing: doubled)
        let half = (0..<32).map { byte in
            (0..<8).reduce(UInt8(0)) { $0 | (8 * byte + $1 < 256 ? UInt8(s.bit(8 * byte + $1)) << UInt8($1) : 0) }
        }
        return unsigned.signed(r + half)
    }
}
