// IO: a new file of a kind beside those before. In: whole bytes that were checked. Out: the next
// number, once the file is on disk for good.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a file to be added says of itself, and how to ask one that is there.
package struct Release {
    package let sequence: UInt64
    package let allowsRollback: Bool
    /// The number of a release that is no file of the folder. A lower one is refused too.
    private let floor: UInt64
    /// Whether two files of one sequence number, above 0, must be the same.
    fileprivate let isUnique: Bool
    /// The sequence number of a file that opens, `nil` where its bytes are wrong. Throws where the
    /// system could not read it: it may be the newest.
    fileprivate let sequenceOf: (_ path: String) throws(FileError) -> UInt64?

    /// - Parameters:
    ///   - floor: the number of a release that is no file of the folder. A lower one is refused.
    ///   - isUnique: whether other bytes under the number of the newest file are refused.
    ///   - opened: the sequence number of a file, 0 for a kind without.
    package init<Problem>(
        _ sequence: UInt64 = 0, allowsRollback: Bool = true, floor: UInt64 = 0, isUnique: Bool = false,
        opened: @escaping (_ path: String) throws(OpeningError<Problem>) -> UInt64
    ) {
        self.sequence = sequence
        self.allowsRollback = allowsRollback
        self.floor = floor
        self.isUnique = isUnique
        sequenceOf = { path throws(FileError) in
            do throws(OpeningError<Problem>) {
                return try opened(path)
            } catch {
                if let file = error.fileError, !file.isLasting { throw file }
                return nil
            }
        }
    }

    /// Why it must not come behind a file.
    fileprivate func refusal(behind newest: UInt64?) -> InstallError? {
        let least = max(floor, newest ?? 0)
        return !allowsRollback && sequence < least ? .rollback(newest: least, found: sequence) : nil
    }

    /// The first of the files that opens.
    ///
    /// - Parameter countingTaken: whether a number that is only taken counts as a file of sequence
    ///   number 0: nobody knows what will be there.
    fileprivate func newest(
        _ numbers: some Sequence<UInt32>, of files: NumberedFiles, countingTaken: Bool = false
    ) throws(FileError) -> (number: UInt32, sequence: UInt64)? {
        for number in numbers {
            if files.isTakenOnly(number) {
                if countingTaken { return (number, 0) }
            } else if let sequence = try sequenceOf(files.path(number)) {
                return (number, sequence)
            }
        }
        return nil
    }
}

extension NumberedFiles {
    /// A try fails where another writer took or placed a number meanwhile.
    private static let mostTries = 200

    /// Writes a file as the newest. When this returns, it is on disk for good, and the newest file
    /// that opens is this one, or one that another writer added meanwhile, of no lower sequence
    /// number. The newest other file before that opens is kept, older ones are removed.
    ///
    /// A failure or a kill leaves the files before, and perhaps the new one, whole. A kill may
    /// leave a temporary file too, which a later call removes.
    ///
    /// - Returns: the number of the file.
    @discardableResult
    package func add(_ bytes: [UInt8], _ release: Release) throws(InstallError) -> UInt32 {
        // With an empty path the file would be in the root folder.
        guard !folder.isEmpty else { throw .noFolder }
        removeStaleTemporaries()
        // Until the temporary file is removed.
        return try holdingSignals { () throws(InstallError) in
            do throws(FileError) {
                return try added(bytes, release)
            } catch {
                throw .file(error)
            }
        }.get()
    }

    /// An inner failure is one that is no fault of the system.
    private func added(_ bytes: [UInt8], _ release: Release) throws(FileError) -> Result<UInt32, InstallError> {
        // First: without it nothing could be confirmed.
        let descriptor = try FolderDescriptor(folder)
        var temporary = TemporaryFile(newTemporaryPath())
        for _ in 0..<NumberedFiles.mostTries {
            let before = try listed()
            let newest = release.allowsRollback ? nil : try release.newest(before, of: self)
            if let refusal = release.refusal(behind: newest?.sequence) { return .failure(refusal) }
            let number: UInt32
            let latest = newest?.number ?? before.first { !isTakenOnly($0) }
            let same = latest.flatMap { has($0, bytes) ? $0 : nil }
            if let same, release.sequence == 0 || !before.prefix(while: { $0 > same }).contains(where: isTakenOnly) {
                // It may not be on disk yet: who wrote it may have been killed. Below a number that
                // is only taken it is written once more.
                number = same
            } else {
                if release.isUnique, release.sequence > 0, same == nil, newest?.sequence == release.sequence {
                    // Another writer of the same bytes may have replaced it meanwhile.
                    guard try isStill(newest?.number, release) else { continue }
                    return .failure(.sequenceTaken(release.sequence))
                }
                let (next, overflows) = (before.first ?? 0).addingReportingOverflow(1)
                guard !overflows else { return .failure(.lastNumber(file: path(before[0]))) }
                try temporary.write(bytes, isPrivate: isPrivate)
                // Above a number that is only taken, look again once the next is taken: a link
                // would leave no time for that.
                let mayLink = release.allowsRollback || before.first == newest?.number
                let placing = try place(temporary.path, as: next, mayLink: mayLink) { () throws(FileError) in
                    if release.allowsRollback { return true }
                    return try isStill(newest?.number, release)
                }
                if placing == .lost || placing == .renamed { temporary.isWritten = false }
                guard placing == .linked || placing == .renamed else { continue }
                number = next
            }
            try descriptor.synchronize()
            // Others that listed the folder before may have gone ahead with an older release, or be
            // about to.
            let (after, ahead) = try above(number, release)
            if ahead.map({ $0.sequence < release.sequence }) ?? !after.contains(number) { continue }
            // Compared anew, as one of the two must give way.
            if release.isUnique, release.sequence > 0, ahead?.sequence == release.sequence { continue }
            removeOlder(than: number, after, release, bytes)
            return .success(number)
        }
        return .failure(.overtaken(folder: folder))
    }

    /// The numbers there are, and the newest file above one of them. Lists again where another came
    /// on top meanwhile: what was above may have gone.
    private func above(_ number: UInt32, _ release: Release) throws(FileError) -> (
        numbers: [UInt32], newest: (number: UInt32, sequence: UInt64)?
    ) {
        var numbers = try listed()
        for _ in 0..<NumberedFiles.mostTries {
            let newest = try release.newest(numbers.prefix { $0 > number }, of: self, countingTaken: true)
            let again = try listed()
            if again.first == numbers.first { return (numbers, newest) }
            numbers = again
        }
        // Counts as one ahead: nobody knows.
        return (numbers, numbers.first.map { ($0, 0) })
    }

    /// Whether this is the newest file that opens.
    private func isStill(_ newest: UInt32?, _ release: Release) throws(FileError) -> Bool {
        try release.newest(try listed(), of: self)?.number == newest
    }

    /// Whether a file is of these bytes. `false` where it cannot be read.
    private func has(_ number: UInt32, _ bytes: [UInt8]) -> Bool {
        guard let file = try? FileBytes(path(number), .copied, most: bytes.count) else { return false }
        return file.bytes.elementsEqual(bytes)
    }

    /// Keeps the newest older file of other bytes: a second try leaves a copy behind.
    private func removeOlder(than number: UInt32, _ numbers: [UInt32], _ release: Release, _ bytes: [UInt8]) {
        let older = numbers.filter { $0 < number }
        let others = older.lazy.filter { !isTakenOnly($0) && !has($0, bytes) }
        do throws(FileError) {
            let newest = try release.newest(others, of: self)?.number ?? others.first
            for number in older where number != newest { unlink(path(number)) }
        } catch {
            // One cannot be read now: all stay until the next time.
        }
    }

    private enum Placing { case linked, renamed, taken, lost }

    /// Gives the temporary file its number, if no other has it.
    ///
    /// - Parameter isStillNext: asked once the number is taken, where that is a step of its own: a
    ///   writer that took a lower number may have put its file there meanwhile.
    private func place(
        _ temporary: String, as number: UInt32, mayLink: Bool, isStillNext: () throws(FileError) -> Bool
    ) throws(FileError) -> Placing {
        let path = path(number)
        if mayLink {
            if link(temporary, path) == 0 { return .linked }
            switch errno {
            case EEXIST: return .taken
            // Another writer took it for one that was left behind.
            case ENOENT: return .lost
            case EPERM, EACCES, ENOTSUP, EOPNOTSUPP, ENOSYS: break
            default: throw FileError("write", path)
            }
        }
        // Some file systems have no links, and some processes may not link. Then an empty file
        // takes the number, which no reader counts. Of two writers at once, the one with the higher
        // number sees the other's file before it renames, or the other sees its empty file after.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { return .taken }
            throw FileError("write", path)
        }
        close(descriptor)
        do throws(FileError) {
            guard try isStillNext() else {
                unlink(path)
                return .taken
            }
            if rename(temporary, path) == 0 { return .renamed }
            let error = FileError("write", path)
            guard error.code == ENOENT else { throw error }
            unlink(path)
            return .lost
        } catch {
            unlink(path)
            throw error
        }
    }
}

/// A folder that is open, to force its names to disk.
private struct FolderDescriptor: ~Copyable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        self.path = path
        self.descriptor = descriptor
    }

    /// Some file systems have nothing to force.
    func synchronize() throws(FileError) {
        guard forceToDisk(descriptor) || errno == EINVAL || errno == ENOTSUP else { throw FileError("write", path) }
    }

    deinit { close(descriptor) }
}

/// A file on disk under a passing name, which goes with the value.
private struct TemporaryFile: ~Copyable {
    let path: String
    var isWritten = false

    init(_ path: String) { self.path = path }

    mutating func write(_ bytes: [UInt8], isPrivate: Bool) throws(FileError) {
        if isWritten { return }
        try writeNew(bytes, path, reportedAs: path, isPrivate: isPrivate)
        isWritten = true
    }

    deinit {
        if isWritten { unlink(path) }
    }
}
