// Standard output for results, standard error for remarks.

import Foundation

/// Back to the start of the line, and clears it.
let clearedLine = "\r\u{1B}[K"

/// Writes a remark on standard error, for a terminal. A remark that cannot be written is dropped.
func note(_ text: String) {
    // There may be a line that shows progress.
    let start = isatty(STDERR_FILENO) == 1 ? clearedLine : ""
    try? FileHandle.standardError.write(contentsOf: Data((start + onTerminal(text) + "\n").utf8))
}

/// Writes a result and a line break on standard output, for a terminal. JSON of `json` stays as it
/// is.
func result(_ text: String) throws {
    var results = ResultStream()
    try results.write(onTerminal(text) + "\n")
    try results.flush()
}

/// Standard output could not be written.
struct OutputError: Error, CustomStringConvertible {
    let reason: String
    var description: String {
        "standard output: expected all results to be written, found \(reason); free some space or give another place"
    }
}

/// Standard output through a buffer of 64 KiB. It is an error if results cannot be written.
struct ResultStream: ~Copyable {
    private var buffer: [UInt8] = []

    /// Writes bytes as they are. What is read by people goes through `onTerminal` first.
    mutating func write(_ text: String) throws {
        buffer += text.utf8
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes everything now, for readers that wait at a pipe.
    mutating func flush() throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(buffer))
        } catch {
            throw OutputError(reason: (error as NSError).localizedDescription)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A value as indented JSON with sorted keys and visible text. JSON has no infinity: it is written
/// "inf" or "-inf".
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return visibleJSON(String(decoding: try encoder.encode(value), as: UTF8.self))
}
