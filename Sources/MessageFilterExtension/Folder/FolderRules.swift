// Extension: files of rules in the shared folder, installed as models are.

import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// Verifies a file of rules, writes it as the newest and removes all except the one before.
    /// Only for the app.
    ///
    /// - Parameters:
    ///   - bytes: what `spamkit rules compile` writes, signed where the folder has keys.
    ///   - allowingRollback: as of `install(model:allowingRollback:)`.
    public func install(rules bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) {
        let keys = keys
        let opened = bytes.withUnsafeBytes { bytes in
            Result { () throws(RuleFileError) in try FilterFolder.wholeSequence(RuleView(bytes), keys) }
        }
        let sequence = try opened.mapError { InstallError.rules($0) }.get()
        try files(.rules).add(
            bytes,
            Release(sequence, allowsRollback: allowingRollback) { path throws(FileError) in
                do throws(RuleFileOpenError) {
                    let file = try FilterFolder.readRules(path, .copied, keys)
                    return withExtendedLifetime(file) { file.view.sequence }
                } catch {
                    if case .file(let error) = error, !error.isLasting { throw error }
                    return nil
                }
            })
    }

    /// The newest rules that open. Mapped: lists may have some megabytes, and only `install` writes
    /// to the folder.
    ///
    /// - Parameter isSettled: whether trying again would find the same.
    func newestRules(isSettled: inout Bool) -> RuleFile? {
        let keys = keys
        do throws(FileError) {
            let found = try files(.rules).newest { path throws(RuleFileOpenError) in
                try FilterFolder.readRules(path, .mapped, keys)
            }
            isSettled = found.failures.allSatisfy {
                if case .file(let error) = $0.error { error.isLasting } else { true }
            }
            return found.take()
        } catch {
            isSettled = error.isLasting
            return nil
        }
    }

    private static func readRules(
        _ path: String, _ loading: FileLoading, _ keys: [PublicKey]?
    ) throws(RuleFileOpenError) -> RuleFile {
        let file = try RuleFile(path, loading, signedBy: keys)
        // With keys all of it was read already.
        guard keys == nil else { return file }
        do throws(RuleFileError) { try file.view.verify() } catch { throw .rules(path: path, error) }
        return file
    }

    private static func wholeSequence(_ view: RuleView, _ keys: [PublicKey]?) throws(RuleFileError) -> UInt64 {
        if let keys { try view.verify(signedBy: keys) } else { try view.verify() }
        return view.sequence
    }
}
