// Standard output and error: buffered results, and remarks that keep out of their way.

import Foundation

/// Writes a remark on standard error.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// Standard output through a buffer of 64 KiB.
struct ResultStream: ~Copyable {
    private var buffer: [UInt8] = []

    mutating func write(_ text: String) {
        buffer += text.utf8
        if buffer.count >= 1 << 16 { flush() }
    }

    /// Hands everything over at once: what a person at a pipe waits for.
    mutating func flush() {
        FileHandle.standardOutput.write(Data(buffer))
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A value as indented JSON with sorted keys.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
