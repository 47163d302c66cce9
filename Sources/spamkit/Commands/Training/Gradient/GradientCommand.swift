// spamkit gradient: training on a cluster, one step at a time. Workers prepare, sum and score the
// rows of a partition; the driver's step takes their answers.

import ArgumentParser
import Corpus
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining

struct GradientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gradient", abstract: "Train on a cluster: the steps of workers and of the driver.",
        discussion: """
            Workers hold the messages, the driver holds counts and sums. step says what is next: prepare, sum or score the \
            rows of every partition, then finish. Results of partitions add up to the same bits in any order, so that a \
            partition may be done again. python -m spamkit.spark does all this on Apache Spark: docs/spark.md. The files: \
            Models/GRADIENT.md.

            Example: spamkit gradient step run --trainer lr
            """,
        subcommands: [
            GradientStep.self, GradientPrepare.self, GradientSum.self, GradientAdd.self, GradientScore.self,
            GradientFinish.self, GradientCompare.self, GradientVersion.self,
        ])
}

/// What must be equal on all machines of a cluster.
struct GradientVersion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Print the versions that all machines of a cluster must share, as JSON.",
        discussion: "Example: spamkit gradient version")

    @OptionGroup var remarks: RemarkArguments

    private struct Record: Encodable {
        let version = toolVersion
        let tokenizerVersion = TokenizerSettings.version
        let fileVersion = GradientPlan.fileVersion
    }

    func run() throws { try result(json(Record())) }
}

/// A file of a training on a cluster, mapped. A class, because a mapping cannot be copied.
final class GradientFile {
    private let mapping: FileBytes
    let path: String
    var bytes: UnsafeRawBufferPointer { mapping.bytes }

    init(_ path: String) throws {
        self.path = path
        mapping = try FileBytes(path)
    }

    /// Opens it, and names it in errors.
    func open<Value>(_ open: (UnsafeRawBufferPointer) throws(GradientError) -> Value) throws -> Value {
        do throws(GradientError) { return try open(bytes) } catch { throw GradientFileError(path: path, error: error) }
    }
}

/// Prepared rows as they come, from a file or standard input.
final class RowStream {
    private var file: InputFile
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
    /// The bytes that were read; the first of them were given already.
    private var filled = 0, given = 0
    let name: String

    init(_ path: String) throws {
        file = try InputFile(path: path, chunkBytes: 256 << 10, unpacks: false)
        name = file.name
    }

    deinit { buffer.deallocate() }

    /// The next bytes; fewer than `count` only at the end. Good until the next call.
    func next(_ count: Int) throws(GradientError) -> UnsafeRawBufferPointer {
        let left = buffer[given..<filled]
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: left))
        filled = left.count
        while filled < count {
            let chunk: ArraySlice<UInt8>
            do throws(CorpusError) { chunk = try file.nextChunk() } catch { throw .unreadable(reason: "\(error)") }
            if chunk.isEmpty { break }
            reserve(filled + chunk.count)
            chunk.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: $0) }
            filled += chunk.count
        }
        given = min(count, filled)
        return UnsafeRawBufferPointer(rebasing: buffer[..<given])
    }

    private func reserve(_ size: Int) {
        guard size > buffer.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
        buffer.deallocate()
        buffer = larger
    }
}

struct GradientFileError: Error, CustomStringConvertible {
    let path: String
    let error: GradientError
    var description: String { "\(path): \(error)" }
}

/// Writes bytes on standard output, as they are.
func writeResult(_ bytes: [UInt8]) throws {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
        throw OutputError(reason: systemReason(error))
    }
}
