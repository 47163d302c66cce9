// The options of the HTML page that evaluate writes.

import ArgumentParser

struct PageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Also write the report as an HTML file for any browser.", valueName: "file"), completion: .file())
    var html: String?

    @Option(
        help: ArgumentHelp(
            """
            For the page: the file that `train --features` wrote, to show the heaviest features. They are words of messages.
            """,
            valueName: "file", visibility: .rare), completion: .file())
    var features: String?

    @Option(
        help: ArgumentHelp("For the page: the file that `spamkit attack --json` wrote.", valueName: "file", visibility: .rare),
        completion: .file())
    var attack: String?

    @Flag(
        help: """
            Show messages: on the page and with --mistakes those that the model got wrong, with their clues; in --predictions \
            the texts.
            """)
    var showText = false

    func validate() throws {
        if html == "-" { throw ValidationError("--html: expected the path of a file, found - (standard output)") }
        if html == nil, features != nil || attack != nil {
            throw ValidationError("--features, --attack: expected --html FILE too, found none")
        }
    }
}
