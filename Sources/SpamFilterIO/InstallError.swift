// IO: why a file was not added to a folder.

import SpamFilter

/// Why a file was not installed.
public enum InstallError: Error, Equatable, CustomStringConvertible {
    /// The folder's path is empty.
    case noFolder
    /// A file could not be read or written.
    case file(FileError)
    /// The bytes are no model that this build takes.
    case model(ModelError)
    /// The bytes are no file of rules that this build takes.
    case rules(RuleFileError)
    /// The settings, once written as JSON, would not read as the same.
    case settings(folder: String)
    /// The folder, or the app, holds a release of a higher sequence number.
    case rollback(newest: UInt64, found: UInt64)
    /// The newest file of the folder has this sequence number and other bytes. Only where keys are
    /// given.
    case sequenceTaken(UInt64)
    /// The folder's newest file has the last number that a name can have.
    case lastNumber(file: String)
    /// Other processes took each free number of the folder's files first.
    case overtaken(folder: String)

    public var description: String {
        switch self {
        case .noFolder: "expected the path of a folder, found an empty one; check the App Group in the entitlements"
        case .file(let error): error.description
        case .model(let error): error.description
        case .rules(let error): error.description
        case .settings(let folder):
            "\(folder): expected settings that read back as they are, found others; leave out the rule added last"
        case .rollback(let newest, let found):
            "expected a release of sequence number \(newest) or higher, found \(found); sign it under a higher number, or allow the rollback"
        case .sequenceTaken(let sequence):
            "expected a release of a number above \(sequence), found other bytes under that number; sign it under a higher number"
        case .lastNumber(let file): "\(file): expected a number below \(UInt32.max), found the last one; remove the file"
        case .overtaken(let folder): "\(folder): expected a free number, found others that take each one; try again"
        }
    }
}
