// The option of every command that asks a model beside a person's own examples.

import ArgumentParser
import SpamFilter
import SpamFilterIO

struct OverlayArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A person's own examples: a file of spamkit overlay.", valueName: "file", visibility: .rare),
        completion: .file())
    var overlay: String?

    /// A classifier of the model, with the examples that were given.
    func classifier(_ model: ModelView) throws -> Classifier {
        guard let overlay else { return Classifier(model) }
        let file = try OverlayFile(overlay), view = file.view
        return try withExtendedLifetime(file) {
            try OverlayFileError.checking(overlay) { () throws(OverlayError) in try Classifier(model, overlay: view) }
        }
    }
}
