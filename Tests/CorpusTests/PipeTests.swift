// Pipes: read once and whole, and refused at once where no row can come of them.

import Foundation
import Testing

@testable import Corpus

@Suite struct PipeTests {
    /// What `body` makes of bytes that come through a named pipe, and whether all could be written.
    private func piping<R>(_ bytes: [UInt8], times: Int, _ body: (_ path: String) throws -> R) throws -> (R, isWritten: Bool) {
        // A writer without a reader must get an error, not a signal.
        signal(SIGPIPE, SIG_IGN)
        let file = try CorpusFile([], name: "unused")
        let pipe = file.path + ".jsonl"
        try #require(mkfifo(pipe, 0o600) == 0)
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var isWritten = true
        Thread.detachNewThread {
            let descriptor = open(pipe, O_WRONLY)
            for _ in 0..<times where isWritten { isWritten = write(descriptor, bytes, bytes.count) == bytes.count }
            close(descriptor)
            done.signal()
        }
        let result = Result { try body(pipe) }
        done.wait()
        return (try result.get(), isWritten)
    }

    /// What a reader says of them.
    private func reading(_ bytes: [UInt8], times: Int = 1, rowLimitBytes: Int = 1 << 12, guesses: Bool = true) throws -> (
        Reading, isWritten: Bool
    ) {
        var options = CorpusOptions(needsLabels: false)
        options.rowLimitBytes = rowLimitBytes
        options.guessesEncoding = guesses
        return try piping(bytes, times: times) { Reading(path: $0, options: options) }
    }

    @Test(arguments: [true, false]) func rowsOfAPipeAreRead(guesses: Bool) throws {
        let (reading, isWritten) = try reading(Array("{\"text\":\"see you\"}\n".utf8), times: 500, guesses: guesses)
        #expect(reading.error == nil && reading.rows.count == 500 && isWritten)
    }

    private static let tables: [(header: String, row: String, set: @Sendable (inout CorpusOptions) -> Void)] = [
        ("id,text,sender\n", "1,see you,Jo\n", { _ in }), ("sender\ttext\n", "Jo\tsee you\n", { _ in }),
        ("ref;body\n", "1;see you\n", { $0.format = .csv }),
        (
            "", "Jo|see you\n",
            { options in
                (options.hasHeader, options.delimiter) = (false, UInt8(ascii: "|"))
                options.columns = ColumnChoice([.text: "2"])
            }
        ),
    ]

    /// Who asks row by row has each answer before the next row is written.
    @Test(arguments: tables.indices)
    func aTableIsAnsweredRowByRow(index: Int) throws {
        let (header, row, set) = Self.tables[index]
        let file = try CorpusFile([], name: "unused")
        let pipe = file.path + ".pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let answered = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var answers = 0
        Thread.detachNewThread {
            let descriptor = open(pipe, O_WRONLY)
            for part in [header + row, row] {
                _ = write(descriptor, part, part.utf8.count)
                // Else no answer comes before the end.
                guard answered.wait(timeout: .now() + 10) == .success else { break }
                answers += 1
            }
            close(descriptor)
            done.signal()
        }
        var options = CorpusOptions(needsLabels: false)
        set(&options)
        let reader = try CorpusReader(path: pipe, options: options)
        var texts: [String] = []
        while let row = try reader.next() {
            texts.append(row.message.body)
            answered.signal()
        }
        done.wait()
        #expect(texts == ["see you", "see you"] && answers == 2)
    }

    /// Labels are counted in some of a pipe: it may have no end.
    @Test func anUnknownLabelEndsAPipe() throws {
        let row = Array("{\"text\":\"see you\",\"label\":\"loan\"}\n".utf8)
        let (error, isWritten) = try piping(row, times: 1_000_000) { path in
            let reader = try CorpusReader(path: path, options: CorpusOptions())
            do throws(CorpusError) {
                _ = try reader.next()
                return nil as CorpusError?
            } catch {
                return error
            }
        }
        guard case .unknownLabels(_, 1, let unknown) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(!isWritten && unknown.words.count == 1 && unknown.words[0].rows > 1000)
    }

    /// The file's name is asked before it is opened: its writer would take that for its reader.
    @Test func aPipeIsNoPlainFile() throws {
        let file = try CorpusFile("{}".utf8)
        #expect(FileName.isOfPlainFile(file.path))
        try #require(mkfifo(file.path + ".pipe", 0o600) == 0)
        #expect(!FileName.isOfPlainFile(file.path + ".pipe") && FileSignature(path: file.path + ".pipe") == nil)
    }

    /// They end with the first row that is too long, or where a packed file is damaged, not with
    /// the disk.
    @Test(arguments: [[UInt8](repeating: 0x78, count: 1000), [0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 997)])
    func streamsWithoutAnEndAreRefused(block: [UInt8]) throws {
        let (reading, isWritten) = try reading(block, times: 1_000_000)
        #expect(!isWritten)
        switch reading.error {
        case .rowTooLong(_, 1, 1 << 12), .badGzip(_, isCut: false): break
        default: Issue.record("\(String(describing: reading.error))")
        }
    }
}
