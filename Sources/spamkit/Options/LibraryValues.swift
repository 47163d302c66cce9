// Values of the libraries that are options too.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter

extension CorpusDivision: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
extension SliceDimension: ExpressibleByArgument {}
extension SplitUnit: ExpressibleByArgument {}
extension TuningObjective: ExpressibleByArgument {}

extension CorpusFormat: ExpressibleByArgument {
    public init?(argument: String) {
        guard let format = FormatTable.all.format(named: argument) else { return nil }
        self = format
    }

    public static var allValueStrings: [String] { FormatTable.all.formats.map(\.name) }
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension TextEncoding {
    init(option name: String) throws {
        guard let encoding = TextEncoding(name) else {
            throw ValidationError(
                "expected an encoding that iconv knows, such as UTF-8, EUC-KR, CP949, GB18030 or Windows-1252, found \(name)")
        }
        self = encoding
    }
}

extension Action: ExpressibleByArgument {
    public init?(argument: String) {
        guard let action = Action.allCases.first(where: { $0.name == argument.lowercased() }) else { return nil }
        self = action
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    static var completions: [String] { all.map(\.description) }
    public static var defaultCompletionKind: CompletionKind { .list(completions) }
}
