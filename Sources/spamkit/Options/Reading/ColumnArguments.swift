// Which column or key of a file is what, for every command that reads files of messages.

import ArgumentParser
import Corpus

struct ColumnArguments: ParsableArguments {
    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Columns or keys by name or number: text=body,label=kind; label=- for none. See spamkit help columns.",
            valueName: "role=name,…"),
        transform: { try ChosenColumns(parsing: $0) })
    var columns: [ChosenColumns] = []

    @Option(help: ArgumentHelp("The delimiter of columns: comma, semicolon, tab or bar.", visibility: .rare))
    var delimiter: Delimiter?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("The first line names the columns. Default: detected.", visibility: .rare))
    var header: Bool?

    func validate() throws {
        var chosen: Set<CorpusColumns.Role> = []
        for (role, _) in columns.flatMap(\.columns) where !chosen.insert(role).inserted {
            throw ValidationError("--column: expected each role once, found \(role.rawValue) twice; give it one column")
        }
    }

    /// Sets what was chosen.
    func apply(to options: inout CorpusOptions) {
        for (role, name) in columns.flatMap(\.columns) {
            if name == ChosenColumns.none { options.columns.without.insert(role) } else { options.columns.byRole[role] = name }
        }
        options.delimiter = delimiter?.byte
        options.hasHeader = header
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        var options = columns.flatMap { ["--column", $0.description.quoted] }
        if let delimiter { options += ["--delimiter", delimiter.rawValue] }
        if let header { options.append(header ? "--header" : "--no-header") }
        return options
    }
}

/// `text=body,label=kind`; `label=-` says that no column has labels. A comma before a word without
/// `=` belongs to the name before it.
struct ChosenColumns: CustomStringConvertible {
    let columns: [(role: CorpusColumns.Role, name: String)]

    /// In the place of a name: no column of the file has the role.
    static let none = "-"
    /// Other words for roles, as files have them.
    private static let otherRoles: [String: CorpusColumns.Role] = ["template": .group, "language": .language]

    var description: String { columns.map { "\($0.role.rawValue)=\($0.name)" }.joined(separator: ",") }

    init(parsing argument: String) throws {
        var columns: [(role: CorpusColumns.Role, name: String)] = []
        for entry in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let sign = entry.firstIndex(of: "=") else {
                guard !columns.isEmpty else { throw ValidationError("expected ROLE=NAME such as text=body, found \(entry)") }
                columns[columns.count - 1].name += "," + entry
                continue
            }
            let word = entry[..<sign].trimmingCharacters(in: .whitespaces), name = String(entry[entry.index(after: sign)...])
            guard let role = CorpusColumns.Role(rawValue: word) ?? Self.otherRoles[word] else {
                let roles = CorpusColumns.Role.allCases.map(\.rawValue)
                throw ValidationError(
                    "expected one of the roles \(roles.joined(separator: ", ")), found \(word)\(question(word, among: roles))")
            }
            guard !name.isEmpty else { throw ValidationError("expected a name or number of a column after \(word)=, found none") }
            if role == .text, name == Self.none { throw ValidationError("expected a column of texts after text=, found none") }
            columns.append((role, name))
        }
        self.columns = columns
    }
}
