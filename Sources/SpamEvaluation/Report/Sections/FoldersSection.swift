// Evaluation: the folders of wanted messages: how many messages each is found of, of these how many
// are in the right sub-folder, and how many messages of the inbox are there.

import SpamFilter
import Statistics

struct FoldersSection: ReportSection {
    private static let heading = SectionHeading("Folders", id: "folders")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        let folders = report.folders
        guard !folders.isEmpty else { return }
        page.heading(Self.heading)
        guard page.isWide else {
            for folder in folders {
                page.line(folder.sentence)
                for line in folder.subFolderLines + folder.inboxLines { page.line("  " + line) }
            }
            return
        }
        page.table(
            ReportTable(
                id: "folders-table", caption: "Wanted messages in their folder",
                columns: [
                    .text("folder"), .number("found, %"), .number("messages"), .number("right sub-folder"),
                    .number("inbox there, %"), .text("worst source"),
                ],
                rows: folders.map { folder in
                    ReportTable.Row(
                        folder.name,
                        [
                            .rate(folder.found, ifUndefined: "", drawnUpTo: 1), .counts(folder.found),
                            folder.rightSubFolder.of > 0 ? .counts(folder.rightSubFolder) : .dash,
                            .rate(folder.inbox, ifUndefined: "", drawnUpTo: 1), folder.worstCell,
                        ])
                }))
    }
}

/// One folder of wanted messages.
public struct FolderFigures: Hashable, Sendable, Encodable {
    /// The action that puts messages there.
    public let action: Action
    /// Messages of the action that are put there.
    public let found: Rate
    /// Those of them that are in the right sub-folder, of those that have a sub-action and are in a
    /// sub-folder.
    public let rightSubFolder: Rate
    /// Those that have a sub-action and are in no sub-folder: the model may not declare it.
    public let withoutSubFolder: Int
    /// Messages of the inbox, whose label is allow, that are put there.
    public let inbox: Rate
    /// The source whose inbox loses most to this folder, where that is surely more than of all.
    public let worstSource: FiledSource?

    private enum Key: CodingKey { case action, found, rightSubFolder, withoutSubFolder, inbox, worstSource }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(action.name, forKey: .action)
        try fields.encode(found, forKey: .found)
        try fields.encode(rightSubFolder, forKey: .rightSubFolder)
        try fields.encode(withoutSubFolder, forKey: .withoutSubFolder)
        try fields.encode(inbox, forKey: .inbox)
        try fields.encode(worstSource, forKey: .worstSource)
    }

    fileprivate var name: String { action == .transaction ? "Transactions" : "Promotions" }

    /// `Transactions 68 % found, right sub-folder 13 of 13`.
    fileprivate var sentence: String {
        let sub =
            rightSubFolder.of > 0
            ? ", right sub-folder \(grouped(rightSubFolder.count)) of \(grouped(rightSubFolder.of))" : ""
        return "\(name) \(shortPercent(found)) found (\(grouped(found.count)) of \(grouped(found.of)))\(sub)"
    }

    /// Where messages have a sub-action and are in no sub-folder.
    fileprivate var subFolderLines: [String] {
        withoutSubFolder > 0 ? ["in no sub-folder: \(grouped(withoutSubFolder)), not declared by the model or unsure"] : []
    }

    /// `wrongly there: 3.1 % of the inbox (31 of 1,000), at most 4.4 %` and, where one is worse,
    /// `of tr.jsonl 81 % (81 of 100)`; empty without messages of the inbox.
    fileprivate var inboxLines: [String] {
        guard let upper = inbox.interval95?.upper else { return [] }
        let all =
            "wrongly there: \(shortPercent(inbox)) of the inbox (\(grouped(inbox.count)) of \(grouped(inbox.of))), "
            + "at most \(shortNumber(100 * upper, of: inbox.of)) %"
        return [all] + (worstSource.map { ["worst source: \(words($0))"] } ?? [])
    }

    /// `tr.jsonl 81 % (81 of 100)`
    private func words(_ filed: FiledSource) -> String {
        "\(clipped(filed.source, to: 32)) \(shortPercent(filed.inbox)) (\(grouped(filed.inbox.count)) of \(grouped(filed.inbox.of)))"
    }

    fileprivate var worstCell: ReportTable.Cell { worstSource.map { .words(words($0)) } ?? .dash }
}

/// A source, and how many messages of its inbox are filed in a folder.
public struct FiledSource: Hashable, Sendable, Encodable {
    /// The name of the source.
    public let source: String
    /// Messages of the inbox, whose label is allow, that are filed there.
    public let inbox: Rate
}

extension EvaluationReport {
    /// The folders that the system has for wanted messages, of which the test set has some.
    public var folders: [FolderFigures] {
        [Action.transaction, .promotion].compactMap { action in
            let found = measured.confusion.figures(of: action).recall
            guard found.of > 0 else { return nil }
            return FolderFigures(
                action: action, found: found, rightSubFolder: measured.labels?.rightSubFolderOf[action] ?? Rate(0, of: 0),
                withoutSubFolder: measured.labels?.withoutSubFolderOf[action] ?? 0,
                inbox: measured.confusion.inbox(filedAs: action), worstSource: worstSource(filing: action))
        }
    }

    /// With fewer messages of the inbox a source tells nothing.
    private static let leastInbox = 30

    private func worstSource(filing action: Action) -> FiledSource? {
        let whole = measured.confusion.inbox(filedAs: action).value ?? 0
        let sources = slices.filter { $0.dimension == .source }.map { slice in
            FiledSource(
                source: slice.value, inbox: action == .promotion ? slice.inboxInPromotions : slice.inboxInTransactions)
        }
        let worst = sources.filter { $0.inbox.of >= Self.leastInbox }.max { lowerEnd($0) < lowerEnd($1) }
        return worst.flatMap { lowerEnd($0) > whole ? $0 : nil }
    }

    private func lowerEnd(_ filed: FiledSource) -> Double { filed.inbox.interval95?.lower ?? 0 }
}
