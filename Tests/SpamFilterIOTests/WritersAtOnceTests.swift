// Numbered files under several writers and readers: what is confirmed is never taken back.

import Foundation
import Synchronization
import Testing

@testable import SpamFilterIO

/// Counts of several tasks.
private final class Tally: Sendable {
    let confirmed = Atomic<UInt64>(0)
    let next = Atomic<UInt64>(1)
    let wrong = Atomic<Int>(0)
}

@Suite struct WritersAtOnceTests {
    /// Four writers whose sequence numbers rise, in every interleaving that two cores give: what is
    /// refused is refused rightly, and a reader never sees a number below a confirmed one.
    @Test func writersAndReadersAtOnceNeverGoBack() async throws {
        let folder = try TemporaryFolder()
        let files = NumberedFiles(folder.url.path(), prefix: "model-", suffix: ".spam")
        let tally = Tally()
        try files.add(Array("1".utf8), release(1))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<40 {
                        let sequence = tally.next.add(1, ordering: .sequentiallyConsistent).newValue
                        do throws(InstallError) {
                            try files.add(Array("\(sequence)".utf8), release(sequence))
                            tally.confirmed.max(sequence, ordering: .sequentiallyConsistent)
                        } catch {
                            guard case .rollback(let newest, sequence) = error, newest > sequence else {
                                tally.wrong.add(1, ordering: .relaxed)
                                continue
                            }
                        }
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<400 {
                        let before = tally.confirmed.load(ordering: .sequentiallyConsistent)
                        if (try? newestNumber(files)) ?? 0 < before { tally.wrong.add(1, ordering: .relaxed) }
                    }
                }
            }
        }
        #expect(tally.wrong.load(ordering: .relaxed) == 0)
        #expect(try newestNumber(files) == 161 && files.numbers().count == 2)
        #expect(try folder.names.allSatisfy { $0.hasSuffix(".spam") })
    }

    /// Adds 4 to a folder with 1. While the writer looks at a file of the folder for the first
    /// time, others do something.
    private func add(
        isUnique: Bool = false, meanwhile: [String: (TemporaryFolder) throws -> Void]
    ) throws -> (names: [String], newest: UInt64?) {
        let folder = try TemporaryFolder()
        let files = NumberedFiles(folder.url.path(), prefix: "model-", suffix: ".spam")
        try files.add(Array("1".utf8), release(1))
        var meanwhile = meanwhile
        let release = Release(4, allowsRollback: false, isUnique: isUnique) { path throws(NumberError) in
            try? meanwhile.removeValue(forKey: URL(filePath: path).lastPathComponent)?(folder)
            return try number(path)
        }
        try files.add(Array("4".utf8), release)
        return (try folder.names, try newestNumber(files))
    }

    /// An older model above is moved up after it was listed.
    @Test func whatIsAboveMayMoveUpBeforeItIsRead() throws {
        let found = try add(meanwhile: [
            "model-1.spam": { try write("3", to: "model-5.spam", of: $0) },
            "model-5.spam": {
                try write("3", to: "model-6.spam", of: $0)
                try FileManager.default.removeItem(atPath: $0.path("model-5.spam"))
            },
        ])
        #expect(found.newest == 4)
    }

    /// Another model of the same number came above.
    @Test func ofTwoModelsWithOneNumberOneIsRefused() throws {
        let above: [String: (TemporaryFolder) throws -> Void] = ["model-1.spam": { try write("04", to: "model-5.spam", of: $0) }]
        #expect(throws: InstallError.sequenceTaken(4)) { _ = try add(isUnique: true, meanwhile: above) }
        let same: [String: (TemporaryFolder) throws -> Void] = ["model-1.spam": { try write("4", to: "model-5.spam", of: $0) }]
        let found = try add(isUnique: true, meanwhile: same)
        #expect(found.names == ["model-1.spam", "model-5.spam"])
    }
}

private func write(_ text: String, to name: String, of folder: TemporaryFolder) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
}
