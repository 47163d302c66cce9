// The option of messages that nobody labelled.

import ArgumentParser
import SpamFilterIO

struct UnlabelledArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Messages of a phone without labels, to learn from beside --background.", valueName: "corpus"), completion: .file())
    var unlabelled: [String] = []

    /// Throws where a file is also one of those that are learned by their labels.
    func check(against labelled: [String]) throws {
        for (place, path) in unlabelled.enumerated() where unlabelled[..<place].contains(where: { isSameFile($0, path) }) {
            throw ValidationError("--unlabelled: expected each file once, found \(path) twice")
        }
        if let both = unlabelled.first(where: { path in labelled.contains { isSameFile($0, path) } }) {
            throw ValidationError("--unlabelled: expected other files than those with labels, found \(both)")
        }
    }
}
