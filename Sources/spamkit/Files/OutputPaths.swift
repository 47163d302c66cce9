// Files that a command writes must not be files that it reads, nor each other, nor replace a file
// of another kind.

import ArgumentParser
import Corpus
import Foundation
import SpamFilterIO

/// Throws if an output would replace an input or another output.
///
/// - Parameters:
///   - outputs: options with their paths, where given. Standard output, `-`, replaces nothing.
///   - inputs: the paths of all files that are read.
func checkApart(_ outputs: [(option: String, path: String?)], from inputs: [String?]) throws {
    let given = outputs.compactMap { output in output.path.map { (option: output.option, path: $0) } }.filter { $0.path != "-" }
    for (i, output) in given.enumerated() {
        if let input = inputs.compactMap({ $0 }).first(where: { isSameFile($0, output.path) }) {
            throw ValidationError(
                "\(output.option): expected another file than those that are read, found \(input); give another path")
        }
        if let other = given[..<i].first(where: { isSameFile($0.path, output.path) }) {
            throw ValidationError(
                "\(output.option): expected another file than that of \(other.option), found \(output.path); give another path")
        }
    }
}

/// The model would replace a corpus that it is trained on.
struct OutputIsCorpus: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected a place for the model, found that this is the corpus itself; give another path"
    }
}

/// Throws if a file cannot be written, or would replace one of another kind: a slip of the hand
/// must not cost a store of labels. An empty file, and none, are replaced by all.
///
/// - Parameters:
///   - path: `nil` and standard output, `-`, replace nothing.
///   - kind: what will be written; `nil` for text.
func checkOutput(_ path: String?, as kind: FileSignature?) throws {
    guard let path, path != "-" else { return }
    try checkWritable(path)
    if isLogOfStore(path) { throw OutputIsLog(path: path) }
    // What cannot be read is no file that a person would lose.
    guard let found = try? FileBytes(path, .mapped), !found.bytes.isEmpty else { return }
    let signature = FileSignature(path: path)
    if signature != kind { throw OutputOfOtherKind(path: path, expected: kind, found: signature) }
}

/// Whether SQLite keeps the newest messages and labels of a store there, links followed.
private func isLogOfStore(_ path: String) -> Bool {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    return ["-wal", "-shm", "-journal"].contains { ending in
        file.hasSuffix(ending) && FileSignature(path: String(file.dropLast(ending.count))) == .sqlite
    }
}

/// The file to write is a part of a store.
struct OutputIsLog: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "\(path): expected another place, found the log of a store, which holds its newest messages; give another path"
    }
}

/// The file to write is there, and is of another kind.
struct OutputOfOtherKind: Error, CustomStringConvertible {
    let path: String
    /// `nil` for text.
    let expected, found: FileSignature?

    var description: String {
        func name(_ kind: FileSignature?) -> String { kind?.rawValue ?? "text" }
        return
            "\(path): expected no file, or one of the kind that is written (\(name(expected))), found \(name(found)), which would be lost; "
            + "give another path, or delete it first"
    }
}
