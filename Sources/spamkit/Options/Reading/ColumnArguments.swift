// Which column or key of a file is what, for every command that reads files of messages.

import ArgumentParser
import Corpus

struct ColumnArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The column or key of the text: spamkit help columns.", valueName: "name"))
    var textColumn: String?

    @Option(help: ArgumentHelp("The column or key of the label.", valueName: "name"))
    var labelColumn: String?

    @Option(help: ArgumentHelp("The column or key of the sender.", valueName: "name", visibility: .rare))
    var senderColumn: String?

    @Option(help: ArgumentHelp("The column or key of the time.", valueName: "name", visibility: .rare))
    var timeColumn: String?

    @Option(help: ArgumentHelp("The column or key of the receiver's country.", valueName: "name", visibility: .rare))
    var countryColumn: String?

    @Option(help: ArgumentHelp("The column or key of the language.", valueName: "name", visibility: .rare))
    var languageColumn: String?

    @Option(help: ArgumentHelp("The column or key of the source.", valueName: "name", visibility: .rare))
    var sourceColumn: String?

    @Option(help: ArgumentHelp("The column or key of the template.", valueName: "name", visibility: .rare))
    var templateColumn: String?

    @Option(help: ArgumentHelp("The column or key of the corpus's own ids.", valueName: "name", visibility: .rare))
    var idColumn: String?

    @Option(help: ArgumentHelp("The delimiter of columns: comma, semicolon, tab or bar.", visibility: .rare))
    var delimiter: Delimiter?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("The first line names the columns. Default: found out.", visibility: .rare))
    var header: Bool?

    /// The options of columns, by role. A new role is one line here, and its option above.
    private var byRole: [(role: CorpusColumns.Role, option: String, column: String?)] {
        [
            (.text, "--text-column", textColumn), (.label, "--label-column", labelColumn),
            (.sender, "--sender-column", senderColumn), (.time, "--time-column", timeColumn),
            (.country, "--country-column", countryColumn), (.language, "--language-column", languageColumn),
            (.source, "--source-column", sourceColumn), (.group, "--template-column", templateColumn),
            (.id, "--id-column", idColumn),
        ]
    }

    /// The option that chooses the column of a role.
    static func option(of role: CorpusColumns.Role) -> String? {
        (try? ColumnArguments.parse([]))?.byRole.first { $0.role == role }?.option
    }

    /// Sets what was chosen.
    func apply(to options: inout CorpusOptions) {
        for (role, _, column) in byRole { options.columns.byRole[role] = column }
        options.delimiter = delimiter?.byte
        options.hasHeader = header
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        var options = byRole.flatMap { _, option, column in column.map { [option, $0.quoted] } ?? [] }
        if let delimiter { options += ["--delimiter", delimiter.rawValue] }
        if let header { options.append(header ? "--header" : "--no-header") }
        return options
    }
}
