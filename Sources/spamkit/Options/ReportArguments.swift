// The options of a command that reports: for people, as JSON, or both.

import ArgumentParser
import SpamFilterIO

struct ReportArguments: ParsableArguments {
    @Option(
        name: .customLong("json"),
        help: ArgumentHelp("Also write the report as JSON to a file; - prints JSON alone.", valueName: "file"),
        completion: .file())
    var jsonPath: String?

    @OptionGroup var remarks: RemarkArguments

    /// Whether JSON takes the place of the report on standard output.
    var isJSONAlone: Bool { jsonPath == "-" }

    /// Refuses a file for JSON that is read, is another output, or would be lost.
    func check(_ outputs: [(option: String, path: String?)] = [], apartFrom inputs: [String?]) throws {
        try checkApart([("--json", jsonPath)] + outputs, from: inputs)
        try checkOutput(jsonPath, as: nil)
    }

    /// Writes a report as JSON, and prints it for people, as was asked for.
    ///
    /// - Parameter isPrivate: the JSON holds texts of messages.
    func report<Record: Encodable>(
        _ record: @autoclosure () throws -> Record, isPrivate: Bool = false, _ text: @autoclosure () throws -> String
    ) throws {
        try writeJSON(record(), isPrivate: isPrivate)
        if !isJSONAlone { try result(text()) }
    }

    /// Writes a report as JSON where that was asked for.
    func writeJSON<Record: Encodable>(_ record: @autoclosure () throws -> Record, isPrivate: Bool = false) throws {
        guard let jsonPath else { return }
        let text = try json(record())
        guard !isJSONAlone else { return try result(text) }
        try checkOutput(jsonPath, as: nil)
        try writeAtomically(Array((text + "\n").utf8), to: jsonPath, isPrivate: isPrivate)
    }
}
