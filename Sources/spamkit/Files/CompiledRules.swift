// A document of rules with the lists that it names, read and checked. In: the document's path. Out:
// the content of a file of rules, and warnings; or all mistakes.

import Corpus
import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO

/// The content of a document of rules.
struct CompiledRules {
    let content: RuleContent
    /// The file of rules.
    let bytes: [UInt8]
    let warnings: [String]
    /// What is true for some receivers alone. No error in any case.
    let notes: [String]

    /// Reads a document, and its lists from its folder.
    ///
    /// - Throws: `RuleMistakes` with every mistake.
    init(_ path: String) throws {
        let document = try CompiledRules.document(path)
        var content = document.content, mistakes = document.mistakes
        let folder = path == "-" ? "" : (path as NSString).deletingLastPathComponent
        var keys: [(list: RuleDocument.List, keys: [UInt64])] = [], shared: [String] = []
        for list in document.lists {
            let file = list.file.hasPrefix("/") || folder.isEmpty ? list.file : "\(folder)/\(list.file)"
            do throws(FileError) {
                let read = try RuleListFile(list, at: file)
                mistakes += read.mistakes
                content.lists.append(
                    RuleContent.List(
                        isAllowed: list.isAllowed, name: String(FileName.of(list.file).prefix(200)),
                        bytes: KeyList.encoded(list.kind, list.form, read.keys), country: list.country))
                keys.append((list, read.keys))
                shared += read.sharedHosts.map { "\(list.place): \(file):\($0): \(RuleWarnings.sharedHost)" }
            } catch {
                mistakes.append(RuleMistake(path: list.place, reason: error.description))
            }
        }
        if let problem = content.problem { mistakes.append(RuleMistake(path: "", reason: problem)) }
        guard mistakes.isEmpty else { throw RuleMistakes(file: path, mistakes: mistakes) }
        let bytes = content.encoded()
        // As a filter would: what it refuses is not written.
        do {
            try bytes.withUnsafeBytes { _ = try RuleMatcher(file: try RuleView($0)).isEmpty }
        } catch let error as RuleFileError {
            throw RuleFileOpenError.content(path: path, error)
        }
        self.content = content
        self.bytes = bytes
        let found = RuleWarnings(content, lists: keys)
        warnings = found.lines + shared
        notes = found.notes
    }

    private static func document(_ path: String) throws -> RuleDocument {
        let file = try FileBytes(path == "-" ? "/dev/stdin" : path, .copied, most: RuleDocument.mostBytes)
        do throws(NetworkJSONError) {
            return try RuleDocument(json: Data(file.bytes))
        } catch {
            throw RuleMistakes(file: path, mistakes: [RuleMistake(path: "", reason: error.description)])
        }
    }

    /// Prints the warnings, or throws them where they count as mistakes.
    func report(_ path: String, strict: Bool) throws {
        for line in notes.prefix(RuleMistakes.most) { note("\(path): \(line)") }
        if notes.count > RuleMistakes.most { note("\(path): and \(notes.count - RuleMistakes.most) notes more") }
        guard !warnings.isEmpty else { return }
        if strict {
            throw RuleMistakes(file: path, mistakes: warnings.map { RuleMistake(path: "", reason: $0) })
        }
        for warning in warnings.prefix(RuleMistakes.most) { warn("\(path): \(warning)") }
        if warnings.count > RuleMistakes.most { warn("\(path): and \(warnings.count - RuleMistakes.most) warnings more") }
    }
}

/// All that is wrong with a document of rules.
struct RuleMistakes: Error, CustomStringConvertible {
    let file: String
    let mistakes: [RuleMistake]

    static let most = 50

    var description: String {
        let shown = mistakes.prefix(RuleMistakes.most).map { "\(file): \($0.description)" }
        let rest = mistakes.count - shown.count
        return (shown + (rest > 0 ? ["\(file): and \(rest) more"] : [])).joined(separator: "\n")
    }
}

/// Copies a file of rules, so that no change of it can end the tool, and verifies every checksum.
func openRules(_ path: String) throws(RuleFileOpenError) -> RuleFile {
    let file = try RuleFile(path, .copied), view = file.view
    try RuleFileOpenError.checking(path) { () throws(RuleFileError) in try view.verify() }
    return file
}
