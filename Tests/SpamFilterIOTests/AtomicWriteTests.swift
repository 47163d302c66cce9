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

    @Test func aPrivateFileIsForItsOwnerAlone() throws {
        let path = folder.path("features.txt")
        try writeAtomically("x".utf8, to: path, isPrivate: true)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber == 0o600)
    }

    @Test func aFileThatIsReplacedKeepsItsPermissions() throws {
        for mode: mode_t in [0o600, 0o640, 0o444, 0o755] {
            let path = folder.path("\(mode)")
            try writeAtomically([1], to: path)
            #expect(chmod(path, mode) == 0)
            try writeAtomically([2, 3], to: path)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode && status.st_size == 2)
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
        #expect(found?.path == path && found?.operation == "replace" && found?.code == EISDIR)
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

    /// What the check before writing says; `nil` when nothing is against it.
    private func checked(_ path: String) -> FileError? {
        do throws(FileError) {
            try checkWritable(path)
            return nil
        } catch {
            return error
        }
    }

    private func kind(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// As root, a device, pipe or socket was replaced by a plain file.
    @Test func whatIsNoPlainFileIsRefusedAndStays() throws {
        let pipe = folder.path("pipe"), socket = folder.path("socket")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
        for (path, expected) in [(pipe, S_IFIFO), (socket, S_IFSOCK)] {
            let link = path + " link"
            #expect(symlink(path, link) == 0)
            for given in [path, link] {
                let found = error([1, 2, 3], to: given)
                #expect(found?.path == given && found?.operation == "replace" && found?.code == ENODEV)
                #expect(
                    found?.description
                        == "\(given): cannot replace: it is no plain file; give a plain file, not a pipe, socket or device")
                #expect(checked(given) == found)
            }
            #expect(kind(path) == expected && kind(link) == S_IFLNK)
        }
        #expect(try folder.names == ["pipe", "pipe link", "socket", "socket link"])
    }

    @Test func aLinkStaysAndItsFileIsReplaced() throws {
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: false)
        let file = folder.path("store/model.spam"), link = folder.path("link"), second = folder.path("second-link")
        try Data([1, 2, 3]).write(to: URL(filePath: file))
        #expect(symlink("store/model.spam", link) == 0 && symlink("link", second) == 0)
        for (path, bytes) in [(link, [4]), (second, [5, 6])] as [(String, [UInt8])] {
            #expect(checked(path) == nil)
            try writeAtomically(bytes, to: path)
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(bytes))
            #expect(kind(link) == S_IFLNK && kind(second) == S_IFLNK && kind(file) == S_IFREG)
        }
        #expect(try folder.names == ["link", "second-link", "store"])
    }

    @Test func aLinkToNothingIsRefusedAndStays() throws {
        let dangling = folder.path("dangling"), circle = folder.path("circle")
        #expect(symlink("nothing", dangling) == 0 && symlink("circle", circle) == 0)
        for (path, code) in [(dangling, ENOENT), (circle, ELOOP)] {
            let found = error([1], to: path)
            #expect(found?.path == path && found?.operation == "follow the link" && found?.code == code)
            #expect(checked(path) == found)
        }
        #expect(try folder.names == ["circle", "dangling"])
    }

    @Test func checkingSaysWhatWritingWouldAndCreatesNothing() throws {
        let file = folder.path("file")
        try Data([1]).write(to: URL(filePath: file))
        for path in [file, folder.path("new.spam")] { #expect(checked(path) == nil) }
        for (path, code) in [
            (folder.path("no folder/model.spam"), ENOENT), (folder.path("new/"), ENOENT), ("", ENOENT),
            (file + "/model.spam", ENOTDIR), (folder.url.path(), EISDIR),
            (folder.path(String(repeating: "m", count: 250)), ENAMETOOLONG),
        ] {
            let found = checked(path)
            #expect(found?.path == path && found?.code == code, "\(path)")
            #expect(error([1], to: path) == found, "\(path)")
        }
        #expect(try folder.names == ["file"])
    }

    @Test func checkingTakesPathsWithoutAFolder() {
        let name = "spamkit-\(UUID().uuidString)"
        #expect(checked(name) == nil)
        #expect(checked("/\(name)/model.spam")?.code == ENOENT)
    }

    /// Root may write in any folder.
    @Test(.enabled(if: geteuid() != 0)) func aFolderWithoutWriteAccessIsRefused() throws {
        let closed = folder.path("closed")
        #expect(mkdir(closed, 0o500) == 0)
        #expect(checked(closed + "/model.spam")?.code == EACCES)
    }

    @Test func oneFileIsKnownUnderAllItsNames() throws {
        let file = folder.path("file"), other = folder.path("other")
        for path in [file, other] { try Data([1]).write(to: URL(filePath: path)) }
        #expect(symlink(file, folder.path("soft")) == 0 && link(file, folder.path("hard")) == 0)
        for name in ["file", "soft", "hard", "./file"] { #expect(isSameFile(file, folder.path(name)), "\(name)") }
        #expect(!isSameFile(file, other))
        #expect(
            !isSameFile(file, folder.path("missing")) && isSameFile(folder.path("missing"), folder.path("./missing"))
                && !isSameFile(folder.path("missing"), folder.path("gone")))
    }
}
