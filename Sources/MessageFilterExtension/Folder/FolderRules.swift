// Extension: files of rules in the shared folder. In: bytes that the app downloaded. Out: the
// newest that opens.

import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// Verifies a file of rules, writes it as the newest and removes all except the one before.
    /// Only for the app. It works beside the rules of the settings. The same file again is not
    /// written again.
    ///
    /// - Parameters:
    ///   - bytes: a file of rules.
    ///   - allowingRollback: whether it may have a lower sequence number than the newest file.
    /// - Throws: `rules` for bytes that are no whole file of rules, that none of the keys signed
    ///   where keys are given, or whose rules take too much memory. `rollback` for a lower sequence
    ///   number. With keys also `sequenceTaken`, for other rules under the number of the newest
    ///   file, if that is not 0. Else an error of the system.
    public func install(rules bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) {
        let checked = bytes.withUnsafeBytes { bytes in
            Result { () throws(RuleFileError) in
                let view = try RuleView(bytes)
                if let keys { try view.verify(signedBy: keys) } else { try view.verify() }
                _ = try RuleMatcher(file: view)
                return view.sequence
            }
        }
        let sequence = try checked.mapError { InstallError.rules($0) }.get()
        try files(.rules).add(
            bytes,
            Release(sequence, allowsRollback: allowingRollback, isUnique: keys != nil) { path throws(RuleFileOpenError) in
                let file = try openRules(path)
                return withExtendedLifetime(file) { file.view.sequence }
            })
    }

    /// The newest rules that open.
    func newestRules() throws(FileError) -> NewestFile<RuleFile, RuleFileError> {
        try files(.rules).newest { path throws(RuleFileOpenError) in try openRules(path) }
    }

    /// The largest file that is copied where keys are given.
    private static let mostCopiedBytes = 8 << 20

    /// Without keys mapped, as lists may be larger than an extension's memory; installing verified
    /// them. With keys copied, so that what was verified stays. A larger file is mapped still: who
    /// can write to the shared folder can change its lists behind the check.
    private func openRules(_ path: String) throws(RuleFileOpenError) -> RuleFile {
        guard let keys else { return try RuleFile(path) }
        return try RuleFile(path, copiedUpTo: FilterFolder.mostCopiedBytes, signedBy: keys)
    }
}
