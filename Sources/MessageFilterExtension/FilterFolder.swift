// Extension: the folder that app and extension share (the App Group's container). The app writes,
// the extension only reads.
//
//     model-7.spam      the newest model
//     model-6.spam      the one before, used if the newest cannot be opened
//     settings-3.json   rules and switches, the same way
//     settings-2.json
//
// A file is written whole under a new number and never changed, so that a file in use stays as it
// is.

import Foundation
import SpamFilter
import SpamFilterIO

/// The shared folder of app and extension: numbered models and settings, the two newest of each.
public struct FilterFolder: Sendable, Hashable {
    public let path: String

    /// - Parameter path: an existing folder, such as that of
    ///   `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`.
    public init(_ path: String) { self.path = path }

    enum Kind {
        case model, settings

        var affixes: (prefix: String, suffix: String) {
            switch self {
            case .model: ("model-", ".spam")
            case .settings: ("settings-", ".json")
            }
        }
    }

    /// Verifies a model, writes it as the newest and removes all except the one before. Only for
    /// the app.
    ///
    /// Two threads at once may take the same number; then the last model stays.
    public func install(model bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try ModelView($0).verify() }
        try add(bytes, .model)
    }

    /// Writes settings as the newest, if they read back as they are, and removes all except those
    /// before. Only for the app.
    public func save(_ settings: FilterSettings) throws {
        let json = settings.json()
        guard try FilterSettings(json: json) == settings else { throw FilterFolderError.notReadBack(path: path) }
        try add(json, .settings)
    }

    /// How many of the newest files are tried. The app leaves two.
    static let mostTried = 4

    /// The newest settings, or the defaults where there are none. If the newest cannot be read, the
    /// rules are those before, and the network is not asked: the user may have switched it off
    /// since.
    public func settings() -> FilterSettings {
        var isSettled = true
        return newestSettings(Array(numbers(.settings).prefix(FilterFolder.mostTried)), isSettled: &isSettled).settings
    }

    private func add(_ bytes: some Collection<UInt8>, _ kind: Kind) throws {
        // With an empty path the file would be in the root folder.
        guard !path.isEmpty else { throw FilterFolderError.noFolder }
        let before = numbers(kind)
        // The last number is only reached by a file made by hand.
        let (next, overflows) = (before.first ?? 0).addingReportingOverflow(1)
        guard !overflows else { throw FilterFolderError.lastNumber(file: file(before[0], kind)) }
        try writeAtomically(bytes, to: file(next, kind))
        let kept = before.first { opens($0, kind) } ?? before.first
        for number in before where number != kept { unlink(file(number, kind)) }
    }

    private func opens(_ number: UInt32, _ kind: Kind) -> Bool {
        var isSettled = true
        return switch kind {
        case .model: newestModel([number], isSettled: &isSettled) != nil
        case .settings: newestSettings([number], isSettled: &isSettled).isNewest
        }
    }

    /// The path of a numbered file.
    func file(_ number: UInt32, _ kind: Kind) -> String { "\(path)/\(kind.affixes.prefix)\(number)\(kind.affixes.suffix)" }

    /// The numbers of the files there are, newest first; none where the folder cannot be read.
    func numbers(_ kind: Kind) -> [UInt32] {
        let (prefix, suffix) = kind.affixes
        return FilterFolder.names(in: path).compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
            // Only as they are written, so that no number has two files.
            guard let number = UInt32(digits), String(number) == digits else { return nil }
            return number
        }.sorted(by: >)
    }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                })
        }
        return names
    }

    /// The newest model that opens, mapped: a file that is replaced only by renaming can be.
    ///
    /// - Parameter isSettled: becomes `false` where the system could not read a newer file.
    func newestModel(_ numbers: [UInt32], isSettled: inout Bool) -> ModelFile? {
        for number in numbers {
            do throws(ModelFileError) {
                return try ModelFile(file(number, .model))
            } catch {
                if case .file = error { isSettled = false }
            }
        }
        return nil
    }

    /// The newest settings that can be read, and whether they are the newest there are.
    ///
    /// - Parameter isSettled: becomes `false` where the system could not read a newer file.
    func newestSettings(_ numbers: [UInt32], isSettled: inout Bool) -> (settings: FilterSettings, isNewest: Bool) {
        for number in numbers {
            do {
                // Mapped, so a file above the bound costs nothing.
                let file = try FileBytes(file(number, .settings), most: FilterSettings.mostBytes)
                var settings = try FilterSettings(json: Data(file.bytes))
                let isNewest = number == numbers[0]
                if !isNewest { settings.defersToNetwork = false }
                return (settings, isNewest)
            } catch let error as FileError where error.code != EFBIG {
                isSettled = false
            } catch {
            }
        }
        return (FilterSettings(), numbers.isEmpty)
    }
}

/// Why nothing was written to the folder.
public enum FilterFolderError: Error, Equatable, CustomStringConvertible {
    case noFolder
    case lastNumber(file: String)
    case notReadBack(path: String)

    public var description: String {
        switch self {
        case .noFolder: "expected the path of a folder, found an empty one; check the App Group in the entitlements"
        case .notReadBack(let path):
            "\(path): expected settings that read back as they are, found others; leave out the rule added last"
        case .lastNumber(let file): "\(file): expected a number below \(UInt32.max), found the last one; remove the file"
        }
    }
}
