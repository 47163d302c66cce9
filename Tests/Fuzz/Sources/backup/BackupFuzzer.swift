// Fuzzing: any bytes as a phone's backup in XML. Reading must give rows and errors of rows, or one
// error that ends it: never a trap, and never more time than the bytes are worth.

import Corpus
import CorpusStore
import Foundation

/// In memory where the system has such a folder: each input is a file.
private let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
private let path = "\(folder)/spamkit-fuzz-\(ProcessInfo.processInfo.processIdentifier).xml"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try! Data(UnsafeBufferPointer(start: start, count: count)).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    var options = CorpusOptions()
    options.format = .xml
    options.needsLabels = false
    guard let reader = try? CorpusReader(path: path, options: options, formats: .all) else { return 0 }
    var calls = 0, errors = 0
    while true {
        calls += 1
        // An element takes three bytes or more.
        precondition(calls <= count + 2, "more rows than elements")
        do {
            guard let row = try reader.next() else { break }
            precondition(!row.message.body.isEmpty && row.line > 0, "a row without a text or a line")
        } catch {
            errors += 1
            guard error.isAboutOneRow else { break }
        }
    }
    return 0
}
