// Files that a command writes: none of them what it reads, nor each other.

import ArgumentParser
import SpamFilterIO

/// Throws where an output would replace an input or another output: corpora and models are worth more than figures of them.
///
/// - Parameters:
///   - outputs: options with their paths, as far as they were given; standard output, `-`, replaces nothing.
///   - inputs: paths of whatever is read.
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
