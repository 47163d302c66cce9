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
}
