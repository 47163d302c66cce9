// The option of commands in which a person labels.

import ArgumentParser
import CorpusStore
import Foundation

struct PersonArguments: ParsableArguments {
    @Option(help: "The name of the person who labels, for the store.")
    var person = PersonArguments.usual

    static let usual = ProcessInfo.processInfo.environment["USER"] ?? "unknown"

    func validate() throws {
        guard LabelGiver.isPerson(person) else {
            throw ValidationError(
                "--person: expected the name of a person, found \(onOneLine(person)), which stands for a file; give another name")
        }
    }
}
