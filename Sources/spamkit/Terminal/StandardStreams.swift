// Standard output and error: results that arrive or fail, and remarks that keep out of their way.

import Foundation

/// Writes a remark on standard error. Who cannot hear it misses no result.
func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// Writes a result and a line break on standard output.
func result(_ text: String) throws {
    var results = ResultStream()
    try results.write(text + "\n")
    try results.flush()
}

/// Standard output did not take what was to be said.
struct OutputError: Error, CustomStringConvertible {
    let reason: String
    var description: String {
        "standard output: expected all results to be written, found \(reason); free some space or give another place"
    }
}

/// Standard output through a buffer of 64 KiB. Results that do not arrive are an error, not a success without results.
struct ResultStream: ~Copyable {
    private var buffer: [UInt8] = []

    mutating func write(_ text: String) throws {
        buffer += text.utf8
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Hands everything over at once: what a person at a pipe waits for.
    mutating func flush() throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(buffer))
        } catch {
            throw OutputError(reason: (error as NSError).localizedDescription)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A value as indented JSON with sorted keys; an infinite number, which JSON lacks, as "inf" or "-inf".
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Whether a scalar may go to a terminal: no control, no format character that turns the line about, no separator of lines.
func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
}
