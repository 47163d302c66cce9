// Numbered files: never half a file, never an older one than was confirmed, whoever writes beside.

import Foundation
import Testing

@testable import SpamFilterIO

struct NoNumber: Error, Equatable, CustomStringConvertible {
    let description = "no number"
}

typealias NumberError = OpeningError<NoNumber>

/// A file of tests is a number in decimal digits, which is its sequence number.
func number(_ path: String) throws(NumberError) -> UInt64 {
    let bytes = try NumberError.reading { () throws(FileError) in try FileBytes(path, .copied) }.array()
    guard let number = UInt64(String(decoding: bytes, as: UTF8.self)) else { throw .content(path: path, NoNumber()) }
    return number
}

func release(_ sequence: UInt64, rollback: Bool = false) -> Release {
    Release(sequence, allowsRollback: rollback, opened: number)
}

func newestNumber(_ files: NumberedFiles) throws -> UInt64? { try files.newest(number).take() }

@Suite struct NumberedFilesTests {
    private let folder: TemporaryFolder
    private let files: NumberedFiles

    init() throws {
        folder = try TemporaryFolder()
        files = NumberedFiles(folder.url.path(), prefix: "model-", suffix: ".spam")
    }

    private func add(_ sequence: UInt64, rollback: Bool = false) throws {
        try files.add(Array("\(sequence)".utf8), release(sequence, rollback: rollback))
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func newest() throws -> UInt64? { try newestNumber(files) }

    @Test func theTwoNewestAreKept() throws {
        for sequence in 5...9 { try add(UInt64(sequence)) }
        #expect(try folder.names == ["model-4.spam", "model-5.spam"] && newest() == 9)
    }

    @Test func aLowerSequenceNumberIsRefusedUnlessAllowed() throws {
        try add(5)
        #expect(throws: InstallError.rollback(newest: 5, found: 4)) { try add(4) }
        #expect(try folder.names == ["model-1.spam"])
        try add(5)
        #expect(try folder.names == ["model-1.spam"])
        try add(4, rollback: true)
        #expect(try newest() == 4)
        // From now on it counts.
        try add(4)
        #expect(try newest() == 4)
    }

    /// The same again must not push out the file before, and is confirmed where it is.
    @Test(arguments: [false, true]) func theSameAgainIsNotWrittenAgain(rollback: Bool) throws {
        try add(4)
        for _ in 0..<4 { try add(5, rollback: rollback) }
        #expect(try folder.names == ["model-1.spam", "model-2.spam"])
        try write("x", to: "model-3.spam")
        try add(5, rollback: rollback)
        // Where nothing is compared, a damaged file is covered: it may be what is wrong.
        #expect(
            try folder.names == (rollback ? ["model-1.spam", "model-4.spam"] : ["model-1.spam", "model-2.spam", "model-3.spam"]))
        #expect(try newest() == 5)
    }

    /// Who took a number may put an older file there.
    @Test(arguments: [false, true]) func theSameAgainIsWrittenAboveANumberThatIsTaken(rollback: Bool) throws {
        for sequence in [4, 5] { try add(UInt64(sequence)) }
        try write("", to: "model-3.spam")
        for _ in 0..<2 { try add(5, rollback: rollback) }
        #expect(try folder.names == ["model-1.spam", "model-4.spam"])
    }

    @Test func aNumberIsForOneFileWhereThatIsAsked() throws {
        try add(5)
        let other = Release(5, allowsRollback: false, isUnique: true, opened: number)
        #expect(throws: InstallError.sequenceTaken(5)) { try files.add(Array("05".utf8), other) }
        try files.add(Array("5".utf8), other)
        #expect(throws: InstallError.rollback(newest: 7, found: 6)) {
            try files.add(Array("6".utf8), Release(6, allowsRollback: false, floor: 7, opened: number))
        }
        #expect(try folder.names == ["model-1.spam"])
        try add(5)
        try files.add(Array("05".utf8), release(5))
        #expect(try folder.names == ["model-1.spam", "model-2.spam"])
    }

    @Test func whatDoesNotOpenIsNoMeasure() throws {
        try add(5)
        try write("x", to: "model-9.spam")
        try FileManager.default.createDirectory(atPath: folder.path("model-10.spam"), withIntermediateDirectories: false)
        #expect(throws: InstallError.rollback(newest: 5, found: 4)) { try add(4) }
        try add(6)
        // Folders are not ours to remove.
        #expect(try folder.names == ["model-1.spam", "model-10.spam", "model-11.spam"] && newest() == 6)
    }

    /// The newest may be locked, and a lower number must not slip in below it.
    @Test func aFileThatTheSystemCannotReadIsNotPassedOver() throws {
        try add(5)
        let busy = FileError("read", "model-1.spam", code: EIO)
        let release = Release(4, allowsRollback: false) { _ throws(NumberError) in throw .file(busy) }
        #expect(throws: InstallError.file(busy)) { try files.add([0x34], release) }
        #expect(try folder.names == ["model-1.spam"])
    }

    @Test func onlyNamesOfOursAreRead() throws {
        for name in [
            "model-.spam", "model-01.spam", "model-+1.spam", "model--1.spam", "model-4294967296.spam", "model-1.spam.77.tmp",
            "xmodel-1.spam", "model-1", "model-77.tmp", "Model-1.spam",
        ] {
            try write("1", to: name)
        }
        #expect(files.numbers().isEmpty)
    }

    @Test func behindTheLastNumberThereIsNone() throws {
        try write("1", to: "model-\(UInt32.max).spam")
        #expect(throws: InstallError.lastNumber(file: files.path(.max))) { try add(7) }
    }

    @Test func withoutAFolderNothingIsWritten() throws {
        #expect(throws: InstallError.noFolder) {
            try NumberedFiles("", prefix: "model-", suffix: ".spam").add([1], release(1))
        }
        let missing = folder.path("missing")
        #expect(throws: InstallError.file(FileError("open", missing, code: ENOENT))) {
            try NumberedFiles(missing, prefix: "model-", suffix: ".spam").add([1], release(1))
        }
    }

    @Test func onlyStaleTemporaryFilesOfTheKindAreRemoved() throws {
        let stale = ["model-1.tmp", "model-18446744073709551615.tmp"]
        let others = ["model-x.tmp", "model-01.tmp", "model-1.spam.3.tmp", "settings-1.tmp", "model-18446744073709551616.tmp"]
        for name in stale + others + ["model-2.tmp"] { try write("1", to: name) }
        for (name, age) in [(stale[0], 3_600), (stale[1], -3_600)] + others.map({ ($0, 3_600) }) {
            let seconds = time(nil) - age
            let date = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
            try #require(utimes(folder.path(name), date) == 0)
        }
        try add(1)
        #expect(try folder.names == (others + ["model-1.spam", "model-2.tmp"]).sorted())
    }

    /// What installers leave that were killed, where the file system has no links.
    @Test func emptyFilesHideNoneAndAreNoMeasure() throws {
        try add(5)
        for number in 2...9 { try write("", to: "model-\(number).spam") }
        let found = try files.newest(number)
        #expect(found.failures.isEmpty)
        let last = found.take()
        #expect(last == 5)
        #expect(throws: InstallError.rollback(newest: 5, found: 4)) { try add(4) }
        try add(6)
        #expect(try folder.names == ["model-1.spam", "model-10.spam"] && newest() == 6)
    }

    /// A second listing that fails takes nothing away: a system without descriptors, for example.
    @Test func whatIsOpenStaysWhereTheFolderIsNotListedAgain() throws {
        try add(5)
        let path = files.folder, moved = path + "-moved"
        defer { rename(moved, path) }
        let found = try files.newest { path throws(NumberError) in
            let value = try number(path)
            rename(files.folder, moved)
            return value
        }
        #expect(found.listing?.code == ENOENT && !found.isSettled)
        let last = found.take()
        #expect(last == 5)
    }

    @Test(
        arguments: [
            (.min, true), (-1, true), (0, true), (399, true), (400, false), (1_000, false), (1_600, false), (1_601, true),
            (.max, true),
        ] as [(Int, Bool)])
    func aTemporaryFileMayHaveAnyDate(written: Int, isStale: Bool) {
        #expect(NumberedFiles.isStale(written: written, now: 1_000) == isStale)
        #expect(NumberedFiles.isStale(written: written, now: .min) == (written != .min))
    }

    @Test(arguments: [false, true]) func privateFilesAreForTheirOwner(isPrivate: Bool) throws {
        let files = NumberedFiles(folder.url.path(), prefix: "own-", suffix: ".bin", isPrivate: isPrivate)
        let path = files.path(try files.add([1], Release { _ throws(NumberError) in throw .content(path: "", NoNumber()) }))
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == (isPrivate ? 0o600 : 0o644))
    }

    /// A reader that is overtaken lists again, and does not end with an older file or with none.
    @Test func aReaderThatIsOvertakenListsAgain() throws {
        try add(1)
        try add(2)
        var installed: UInt64 = 2
        let found = try files.newest { path throws(NumberError) in
            if installed < 6 {
                installed += 2
                for sequence in [installed - 1, installed] { try? add(sequence) }
            }
            return try number(path)
        }
        #expect(found.failures.isEmpty)
        let last = found.take()
        #expect(last == 6)
    }

    /// The bound holds where somebody adds files for ever.
    @Test func aReaderEndsInTheEnd() throws {
        try add(1)
        var opened = 0
        let found = try files.newest { path throws(NumberError) -> UInt64 in
            opened += 1
            try? write("x", to: "model-\(opened + 1).spam")
            throw .content(path: path, NoNumber())
        }
        let last = found.take()
        #expect(last == nil && (16...80).contains(opened))
    }

    @Test func onlyTheNewestAreTried() throws {
        try write("1", to: "model-1.spam")
        for number in 2...5 { try write("x", to: "model-\(number).spam") }
        #expect(try newest() == nil)
        try FileManager.default.removeItem(atPath: folder.path("model-5.spam"))
        #expect(try newest() == 1)
    }

    /// Between the listing and the link, others may add so many files that the number is free
    /// again. Their releases are older than ours or newer: what stays is the highest.
    @Test(arguments: [(9, 9), (5, 8), (8, 8)] as [(UInt64, UInt64)])
    func aWriterThatIsOvertakenComparesAgain(own: UInt64, last: UInt64) throws {
        try add(1)
        var isOvertaken = false
        let release = Release(own, allowsRollback: false) { path throws(NumberError) in
            if !isOvertaken {
                isOvertaken = true
                for sequence in 6...8 { try? add(UInt64(sequence)) }
            }
            return try number(path)
        }
        let added = Result { () throws(InstallError) in try files.add(Array("\(own)".utf8), release) }
        if case .failure(let error) = added { #expect(own < 8 && error == .rollback(newest: 8, found: own)) }
        #expect(try newest() == last)
        try add(10)
        #expect(files.numbers().count == 2)
    }

    /// Another writer took the number in the last moment, with a newer release.
    @Test func aNumberThatIsTakenIsComparedAnew() throws {
        try add(1)
        var isTaken = false
        let release = Release(5, allowsRollback: false) { path throws(NumberError) in
            if !isTaken {
                isTaken = true
                try? add(6)
            }
            return try number(path)
        }
        #expect(throws: InstallError.rollback(newest: 6, found: 5)) { try files.add(Array("5".utf8), release) }
        #expect(try newest() == 6 && folder.names.allSatisfy { $0.hasSuffix(".spam") })
    }

    /// A cleaner took the temporary file of a slow writer.
    @Test func aWriterWhoseTemporaryFileIsGoneWritesAnother() throws {
        try add(1)
        var asked = 0
        let release = Release(5, allowsRollback: false) { path throws(NumberError) in
            asked += 1
            // The second time, the temporary file is there: the number was taken.
            if asked == 1 { try? add(2) }
            if asked == 2 {
                for name in (try? folder.names) ?? [] where name.hasSuffix(".tmp") { unlink(folder.path(name)) }
            }
            return try number(path)
        }
        try files.add(Array("5".utf8), release)
        #expect(asked >= 3)
        #expect(try newest() == 5 && folder.names.allSatisfy { $0.hasSuffix(".spam") })
    }
}
