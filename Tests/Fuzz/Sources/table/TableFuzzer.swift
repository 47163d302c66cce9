// Fuzzing: any bytes as a file of rows, in a format that the first byte chooses, in an encoding
// that is guessed. Reading must give rows and errors of rows, or one error that ends it: never a
// trap, and never more time than the bytes are worth.

import Corpus
import Foundation

/// In memory where the system has such a folder: each input is a file.
private let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
private let path = "\(folder)/spamkit-fuzz-\(ProcessInfo.processInfo.processIdentifier).dat"
private let formats: [CorpusFormat?] = [nil] + FormatTable.rows.formats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    try! Data(UnsafeBufferPointer(start: start + 1, count: count - 1)).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let choice = Int(start[0])
    var options = CorpusOptions()
    options.format = formats[choice / 8 % formats.count]
    options.guessesEncoding = true
    options.needsLabels = choice & 1 != 0
    options.takesUnlabelled = choice & 2 != 0
    options.skipsBadRows = choice & 4 != 0
    guard let reader = try? CorpusReader(path: path, options: options, formats: .rows) else { return 0 }
    var calls = 0
    while true {
        calls += 1
        // A row takes a byte or more, and reading ends once.
        precondition(calls <= count + 1, "more rows than bytes")
        do {
            guard let row = try reader.next() else { break }
            precondition(row.line > 0, "a row without a line")
        } catch {
            // A word for a label names all of them, and is told at each call.
            if case .unknownLabel = error { break }
            guard error.isAboutOneRow else { break }
        }
    }
    return 0
}
