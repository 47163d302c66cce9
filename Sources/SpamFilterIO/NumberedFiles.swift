// IO: the files of one kind in a folder, by number: `model-7.spam`. A file is whole and on disk
// before it has its name, and never changes after. No lock: several processes may add and read at
// once.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files `prefixNUMBERsuffix` of a folder. The highest number is the newest.
package struct NumberedFiles: Sendable, Hashable {
    package let folder: String
    package let prefix: String
    package let suffix: String
    /// Whether new files are for their owner alone (0600).
    package let isPrivate: Bool

    package init(_ folder: String, prefix: String, suffix: String, isPrivate: Bool = false) {
        self.folder = folder
        self.prefix = prefix
        self.suffix = suffix
        self.isPrivate = isPrivate
    }

    /// The models of a folder: `model-7.spam`.
    package static func models(_ folder: String) -> NumberedFiles {
        NumberedFiles(folder, prefix: "model-", suffix: ".spam")
    }

    /// Whether a writer took the number and has not put its file there yet, or was killed before.
    /// No reader counts such a file.
    package func isTakenOnly(_ number: UInt32) -> Bool {
        var status = stat()
        return lstat(path(number), &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    package func path(_ number: UInt32) -> String { "\(folder)/\(prefix)\(number)\(suffix)" }

    /// The numbers of the files there are, newest first; none where the folder cannot be read.
    package func numbers() -> [UInt32] { (try? listed()) ?? [] }

    /// The same of names in a folder that several kinds share.
    package func numbers(of names: [String]) -> [UInt32] {
        // Only as they are written, so that no number has two files.
        names.compactMap { number(in: $0, suffix) }.sorted(by: >)
    }

    /// The numbers of the files there are, newest first. Throws where the folder cannot be read.
    func listed() throws(FileError) -> [UInt32] {
        numbers(of: try NumberedFiles.listed(folder))
    }

    private func number<Number: FixedWidthInteger>(in name: String, _ suffix: String) -> Number? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
        guard let number = Number(digits), String(number) == digits else { return nil }
        return number
    }

    /// All names in a folder.
    package static func listed(_ folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError("open", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                })
            errno = 0
        }
        guard errno == 0 else { throw FileError("read", folder) }
        return names
    }
}

// MARK: - Temporary files

extension NumberedFiles {
    private static let temporarySuffix = ".tmp"
    /// Seconds after which nobody writes to a temporary file any more. Taking one from a slow
    /// writer does no harm: it writes another.
    private static let longestWriting = 600

    func newTemporaryPath() -> String { "\(folder)/\(prefix)\(UInt64.random(in: 0 ... .max))\(NumberedFiles.temporarySuffix)" }

    /// Removes what writers left behind that were killed.
    func removeStaleTemporaries() {
        let now = time(nil)
        for name in (try? NumberedFiles.listed(folder)) ?? [] {
            guard let _: UInt64 = number(in: name, NumberedFiles.temporarySuffix) else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            #if os(Linux)
            let written = status.st_mtim.tv_sec
            #else
            let written = status.st_mtimespec.tv_sec
            #endif
            if NumberedFiles.isStale(written: Int(written), now: Int(now)) { unlink(path) }
        }
    }

    /// A date in the future is that of a clock that was put back. A file may have any date.
    static func isStale(written: Int, now: Int) -> Bool {
        let (age, overflows) = now.subtractingReportingOverflow(written)
        return overflows || age.magnitude > NumberedFiles.longestWriting
    }
}

// MARK: - Reading

/// The newest file that opens, and why newer ones do not.
package struct NewestFile<Value: ~Copyable, Problem: Error & Equatable & CustomStringConvertible>: ~Copyable {
    package let value: Value?
    /// The files that were passed over, newest first.
    package let failures: [(number: UInt32, error: OpeningError<Problem>)]

    /// Why the folder could not be listed again.
    package internal(set) var listing: FileError?

    init(value: consuming Value?, failures: [(number: UInt32, error: OpeningError<Problem>)]) {
        self.value = value
        self.failures = failures
    }

    /// The numbers of those that the system could not read.
    package var unread: [UInt32] { failures.filter { !$0.error.isLasting }.map(\.number) }

    package var isSettled: Bool { listing == nil && failures.allSatisfy { $0.error.isLasting } }

    package consuming func take() -> Value? { value }
}

extension NumberedFiles {
    /// How many of the newest files are tried. Writers leave two; others may fill the folder.
    package static let mostTried = 4
    /// Each round needs two files added in the time of one opening.
    private static let mostRounds = 16

    /// Opens the newest file that can be. Lists again where files were added or removed meanwhile:
    /// so the file is not older than one that was there at the call, unless the system could not
    /// read that one, or not list again; see `isSettled`.
    package func newest<Value: ~Copyable, Problem>(
        _ open: (String) throws(OpeningError<Problem>) -> Value
    ) throws(FileError) -> NewestFile<Value, Problem> {
        var numbers = try listed()
        for round in 1... {
            var found = opened(numbers, open)
            let after: [UInt32]
            do throws(FileError) {
                after = try listed()
            } catch {
                // What is open is better than nothing.
                guard found.value != nil else { throw error }
                found.listing = error
                return found
            }
            // Files that were passed over may all have gone.
            let isOvertaken = found.value == nil ? after != numbers : after.first != numbers.first
            if !isOvertaken || round == NumberedFiles.mostRounds { return found }
            numbers = after
        }
        preconditionFailure("rounds are bounded")
    }

    private func opened<Value: ~Copyable, Problem>(
        _ numbers: [UInt32], _ open: (String) throws(OpeningError<Problem>) -> Value
    ) -> NewestFile<Value, Problem> {
        var failures: [(number: UInt32, error: OpeningError<Problem>)] = []
        for number in numbers {
            if failures.count == NumberedFiles.mostTried { break }
            if isTakenOnly(number) { continue }
            do throws(OpeningError<Problem>) {
                return NewestFile(value: try open(path(number)), failures: failures)
            } catch {
                failures.append((number, error))
            }
        }
        return NewestFile(value: nil, failures: failures)
    }
}
