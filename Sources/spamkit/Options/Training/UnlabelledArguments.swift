// The option of messages that nobody labelled.

import ArgumentParser
import CorpusStore
import SpamFilterIO

struct UnlabelledArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Messages of a phone without labels, to learn from too.", valueName: "corpus"), completion: .file())
    var unlabelled: [String] = []

    /// Throws where a file is also one of those that are learned by their labels. A store may be
    /// both: its messages with a label teach by that, the others without.
    func check(against labelled: [String]) throws {
        for (place, path) in unlabelled.enumerated() where unlabelled[..<place].contains(where: { isSameFile($0, path) }) {
            throw ValidationError("--unlabelled: expected each file once, found \(path) twice")
        }
        if let both = unlabelled.first(where: { !CorpusStore.isStore($0) && UnlabelledArguments.isAmong(labelled, $0) }) {
            throw ValidationError("--unlabelled: expected other files than those with labels, found \(both)")
        }
    }

    static func isAmong(_ paths: [String], _ path: String) -> Bool { paths.contains { isSameFile($0, path) } }
}
