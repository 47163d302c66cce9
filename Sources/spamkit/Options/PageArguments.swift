// The options of the HTML page that evaluate writes.

import ArgumentParser

struct PageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Also write the report as an HTML file for any browser.", valueName: "file"), completion: .file())
    var html: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            """
            A file to show on the page too: words of messages that train --features wrote, or what attack --json wrote. May \
            be repeated.
            """,
            valueName: "file", visibility: .rare), completion: .file())
    var include: [String] = []

    @Flag(
        help: """
            Show texts of messages: mistakes with their clues on the page and with --mistakes, all texts in --predictions.
            """)
    var showText = false

    func validate() throws {
        if html == "-" { throw ValidationError("--html: expected the path of a file, found - (standard output)") }
        if html == nil, !include.isEmpty { throw ValidationError("--include: expected --html FILE too, found none") }
    }
}
