// Drift: frequent features of the training messages that a model has no weight for, because they
// tell nothing. Without them half of an ordinary message would count as unknown.

import Foundation

/// A Bloom filter (Bloom, Space/Time Trade-offs in Hash Coding, 1970): it holds all that were
/// added, and few others. No feature can be read out of it.
public struct FamiliarFeatures: Sendable, Hashable {
    /// More features tell no more: Benchmarks/decisions/drift.md.
    package static let most = 512
    /// At 12 bits a feature one other in 300 is taken for a familiar one.
    private static let bitsEach = 12
    private static let probes = 5
    /// What a stranger's card may hold at most.
    private static let mostBytes = 1 << 14

    private var bytes: [UInt8]

    package init(_ features: [UInt64]) {
        bytes = Array(repeating: 0, count: (features.count * FamiliarFeatures.bitsEach + 7) / 8)
        for feature in features {
            for probe in 0..<FamiliarFeatures.probes {
                let bit = place(feature, probe)
                bytes[bit / 8] |= 1 << UInt8(bit % 8)
            }
        }
    }

    @inline(__always)
    package func contains(_ feature: UInt64) -> Bool {
        if bytes.isEmpty { return false }
        for probe in 0..<FamiliarFeatures.probes {
            let bit = place(feature, probe)
            if bytes[bit / 8] >> UInt8(bit % 8) & 1 == 0 { return false }
        }
        return true
    }

    /// Two halves of the hash make all probes (Kirsch & Mitzenmacher, Less Hashing, Same
    /// Performance, 2006).
    @inline(__always)
    private func place(_ feature: UInt64, _ probe: Int) -> Int {
        let mixed = (feature >> 32 | 1) &* UInt64(probe) &+ feature & 0xFFFF_FFFF
        return Int(((mixed & 0xFFFF_FFFF) &* UInt64(bytes.count * 8)) >> 32)
    }
}

// In base64.
extension FamiliarFeatures: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        bytes = [UInt8](try container.decode(Data.self))
        guard bytes.count <= FamiliarFeatures.mostBytes else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected at most \(FamiliarFeatures.mostBytes) bytes of features, found \(bytes.count)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }
}
