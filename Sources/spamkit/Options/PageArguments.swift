// The options of the HTML page that evaluate writes.

import ArgumentParser

/// The options of the page.
struct PageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Write the report as one HTML file too, which any browser opens.", valueName: "file"))
    var html: String?

    @Option(
        help: ArgumentHelp(
            "For the page: the readable features that `train --features` wrote, to show those that weigh most. They are words of messages.",
            valueName: "file"))
    var features: String?

    @Option(help: ArgumentHelp("For the page: the figures that `spamkit attack --json` wrote.", valueName: "file"))
    var attack: String?

    @Flag(help: "For the page: the messages that the model got wrong, in clear, with what spoke for and against.")
    var showText = false

    func validate() throws {
        if html == "-" { throw ValidationError("--html: expected the path of a file, found - (standard output)") }
        if html == nil, features != nil || attack != nil || showText {
            throw ValidationError("--features, --attack, --show-text: expected --html FILE beside them, found none")
        }
    }
}
