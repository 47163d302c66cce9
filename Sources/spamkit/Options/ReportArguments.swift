// The options of a command that reports on standard output: for people, or as JSON.

import ArgumentParser

struct ReportArguments: ParsableArguments {
    @Flag(help: "As JSON.")
    var json = false

    @OptionGroup var remarks: RemarkArguments

    /// Prints a report as it was asked for.
    func report(_ record: some Encodable, _ text: @autoclosure () -> String) throws {
        try result(json ? try spamkit.json(record) : text())
    }
}
