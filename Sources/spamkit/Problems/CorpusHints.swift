// The options that mend an error in a file of messages.

import Corpus
import SpamFilter

/// The option that chooses columns, to be filled in: `--column sender=NAME,time=NAME`.
func columnOption(_ roles: CorpusColumns.Role...) -> String { columnOption(roles) }

func columnOption(_ roles: [CorpusColumns.Role]) -> String {
    "--column " + roles.map { "\($0.rawValue)=NAME" }.joined(separator: ",")
}

extension CorpusError: MendableError {
    var remedy: String? {
        switch self {
        case .unknownFormat(_, let candidates): candidates.map { "--format \($0)" }.joined(separator: " or ")
        case .textHasNoLabels: "--format \(CorpusFormat.list(FormatTable.rows.labelledFormats))"
        case .jsonArray: "--format json"
        case .unexplainedNumber: "--column label=NAME --label-map 0=LABEL,1=LABEL; for none \(CorpusError.noLabels)"
        case .unknownDirection, .flagForDirection: "--column direction=-"
        case .contradictingLabels(_, _, let columns): columns.map { "--column label=\($0.quoted)" }.joined(separator: " or ")
        case .scoreForLabel: CorpusError.noLabels
        case .notText(_, let found): found.remedy
        case .unknownEncoding(_, let candidates):
            candidates.isEmpty
                ? "--encoding EUC-KR or --encoding WINDOWS-1252" : candidates.map { "--encoding \($0)" }.joined(separator: " or ")
        case .unmarkedEncoding(_, let likely): "--encoding \(likely); spamkit import detects it"
        case .noColumn(_, _, let role, _, _): columnOption(role)
        case .unnamedColumns: "\(CorpusError.columns), by name or number"
        case .noLabelColumn:
            "\(columnOption(.label)); --label-map WORD=LABEL; --format csv, tsv or jsonl; known words: spamkit help labels"
        case .invalidText: "--encoding, such as CP949, GB18030 or WINDOWS-1252; spamkit import detects it"
        case .strayQuote: "--format tsv"
        case .noTab(_, _, let mayBeText): mayBeText ? "--skip-bad-rows; --format text" : "--skip-bad-rows"
        case .notJSON(_, _, let mayBeText): mayBeText ? "--format text" : nil
        case .formatHasNoLabels: "--label LABEL; \(CorpusError.labels)"
        case .columnCount, .wrongType, .noText, .noLabel, .badWeight, .badRecord, .repeatedKey, .rowsInQuotes: "--skip-bad-rows"
        case .unknownLabel(_, _, let word?, _): "--label-map \(CorpusError.mapping(of: [word])); \(CorpusError.labels)"
        case .unknownLabels(_, _, let unknown): "\(unknown.remedy); \(CorpusError.labels)"
        case .unknownLabel(_, _, nil, _):
            "--label-map WORD=LABEL, or WORD=- to leave such rows out; known words: spamkit help labels; \(CorpusError.columns)"
        case .numbersAmongLabels: "--label-map 0=LABEL,1=LABEL; \(CorpusError.labels)"
        case .legend(_, _, _, let meanings):
            "--label-map \(meanings.isEmpty ? "0=LABEL,1=LABEL" : meanings); \(CorpusError.labels)"
        case .unknownHeader: "\(CorpusError.columns); --label-map WORD=LABEL"
        case .missingFile, .directory, .unreadable, .jsonDocument, .unreadExport, .badGzip, .unknownDatabase, .badLog, .badXML,
            .rowTooLong, .unclosedQuote, .quoteOverRows, .otherHeader, .notReceived:
            nil
        }
    }

    /// `--column text=NAME,label=NAME`.
    fileprivate static let columns = columnOption(.text, .label)

    /// `word=LABEL,word=LABEL`, as a shell takes it. A word with a comma cannot be mapped.
    fileprivate static func mapping(
        of words: [String], _ likely: (String) -> Label? = LabelMap.likely
    ) -> String {
        let usual = words.filter { !$0.contains(",") && !$0.contains("'") }
        // An option cannot begin with a minus.
        let fit = usual.filter { !$0.hasPrefix("-") } + usual.filter { $0.hasPrefix("-") }
        guard !fit.isEmpty else { return "WORD=LABEL" }
        return fit.map { "\($0)=\(likely($0)?.description ?? "LABEL")" }.joined(separator: ",").quoted
    }

    fileprivate static let noLabels = "--column label=-"

    /// What LABEL may be.
    private static let labels =
        """
        LABEL: \(Label.all.filter { $0.subAction == .none }.map(\.description).joined(separator: ", ")), or - to leave such rows out; \
        all: spamkit help labels; if these are no labels: \(noLabels)
        """
}

extension LabelMapError: MendableError {
    var remedy: String? { "--label-map" }
}

extension UnknownLabels {
    private static let mostMapped = 12

    /// One value that may be a text is told with its row.
    var areMany: Bool { !words.isEmpty || otherRows > 1 }

    /// The option that explains them, to be filled in.
    var remedy: String {
        guard !words.isEmpty else { return "\(CorpusError.columns); --label-map WORD=LABEL" }
        let most = words.prefix(UnknownLabels.mostMapped).map(\.text)
        return "--label-map \(CorpusError.mapping(of: most, likelyMeaning))" + (words.count > most.count ? ", and so on" : "")
    }
}

extension FileSignature {
    /// The command that takes such a file.
    var remedy: String? {
        switch self {
        case .counts: "spamkit merge or spamkit train"
        case .xml: "--format xml"
        case .zip, .workbook, .openDocument, .iWork, .gzip, .bzip2, .xz, .zstd, .sevenZip, .rar, .parquet, .arrow, .pickle,
            .office, .sqlite, .pdf, .model,
            .overlay, .rules:
            nil
        }
    }
}
