// Files that a command writes must not be files that it reads, nor each other.

import ArgumentParser
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
