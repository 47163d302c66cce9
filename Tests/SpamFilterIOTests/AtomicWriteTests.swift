import Foundation
import Testing

@testable import SpamFilterIO

@Suite struct AtomicWriteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What writing says; `nil` when it wrote.
    private func error(_ bytes: [UInt8], to path: String) -> FileError? {
        do throws(FileError) {
            try writeAtomically(bytes, to: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func contentIsReplacedWhole() throws {
        let path = folder.path("model.spam")
        for text in ["", "one", String(repeating: "long ", count: 100_000), "short", ""] {
            try writeAtomically(text.utf8, to: path)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
            #expect(try folder.names == ["model.spam"], "no temporary file is left")
        }
    }

    @Test func missingFolderIsAnErrorAndLeavesNothing() throws {
        let path = folder.path("no folder/model.spam")
        let found = error([1, 2, 3], to: path)
        #expect(found?.path == path && found?.operation == "create" && found?.code == ENOENT)
        #expect(try folder.names.isEmpty)
    }

    @Test func folderInThePlaceOfTheFileStays() throws {
        let path = folder.path("model.spam")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let found = error([1, 2, 3], to: path)
        #expect(found?.path == path && found?.operation == "write" && found?.code == EISDIR)
        #expect(try folder.names == ["model.spam"])
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    @Test func failureLeavesTheOldFile() throws {
        // As long as a name may be: the temporary file's, which is longer, cannot be created.
        let path = folder.path(String(repeating: "m", count: 250))
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        #expect(error([4], to: path)?.code == ENAMETOOLONG)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
        #expect(try folder.names.count == 1)
    }
}
