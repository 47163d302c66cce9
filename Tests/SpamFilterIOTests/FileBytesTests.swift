import Foundation
import SpamFilter
import Testing

@testable import SpamFilterIO

/// A folder that goes away with its test.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "spamkit-io-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path() }
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path()).sorted() } }
}

@Suite struct FileBytesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What mapping says of a path; `nil` when it maps.
    private func error(_ path: String) -> FileError? {
        do throws(FileError) {
            _ = try FileBytes(path)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 8, 4095, 4096, 4097, 100_000])
    func mappingHoldsTheBytesOfTheFile(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try writeAtomically(bytes, to: folder.path("some bytes"))
        let file = try FileBytes(folder.path("some bytes"))
        #expect(Array(file.bytes) == bytes)
        let copy = try FileBytes(folder.path("some bytes"), .copied)
        // What `cp` does to a file that is there: it is emptied, then written anew.
        #expect(truncate(folder.path("some bytes"), 0) == 0)
        #expect(Array(copy.bytes) == bytes)
    }

    @Test func aFileAboveTheBoundIsNotRead() throws {
        let path = folder.path("large")
        try writeAtomically([UInt8](repeating: 7, count: 100), to: path)
        for loading in [FileLoading.mapped, .copied] {
            #expect(try FileBytes(path, loading, most: 100).bytes.count == 100)
            do throws(FileError) {
                _ = try FileBytes(path, loading, most: 99)
                Issue.record("a file of 100 bytes was read")
            } catch {
                #expect(error.code == EFBIG && error.description.contains("give a smaller file"))
            }
        }
    }

    @Test func emptyFileHasNoBytes() throws {
        try writeAtomically([], to: folder.path("empty"))
        let file = try FileBytes(folder.path("empty"))
        #expect(file.bytes.isEmpty)
    }

    /// A pipe that nobody writes to: waiting for it would last for ever.
    @Test func aPipeIsRefusedAtOnce() {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let found = error(folder.path("pipe"))
        #expect(found?.code == ENODEV)
        #expect(found?.description.hasSuffix("give a plain file, not a pipe, socket or device") == true)
    }

    @Test func missingFileAndFolderAreErrorsWithTheirPath() {
        let missing = error(folder.path("no.spam"))
        #expect(missing?.path == folder.path("no.spam") && missing?.operation == "open" && missing?.code == ENOENT)
        #expect(missing?.description.contains(folder.path("no.spam")) == true)
        #expect(missing?.description.hasSuffix("check the path") == true)
        let folderError = error(folder.url.path())
        #expect(folderError?.path == folder.url.path() && folderError?.code == EISDIR)
        #expect(folderError?.description.hasSuffix("give a file, not a folder") == true)
        #expect(error("")?.code == ENOENT)
        #expect(error(folder.path("a/b/c"))?.code == ENOENT)
    }

    /// A reader keeps the bytes it opened when the file is replaced; the next one gets the new
    /// bytes.
    @Test func mappedFileKeepsItsBytesWhenReplaced() throws {
        let path = folder.path("model.spam")
        let old = [UInt8](repeating: 1, count: 10_000), new = [UInt8](repeating: 2, count: 5)
        try writeAtomically(old, to: path)
        let before = try FileBytes(path)
        try writeAtomically(new, to: path)
        #expect(Array(before.bytes) == old)
        let after = try FileBytes(path)
        #expect(Array(after.bytes) == new)
    }
}
