// Evaluation: the folders of wanted messages: how many messages each is found of, and of these how
// many are in the right sub-folder.

import SpamFilter
import Statistics

struct FoldersSection: ReportSection {
    private static let heading = SectionHeading("Folders", id: "folders")

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        let folders = report.folders
        guard !folders.isEmpty else { return }
        page.heading(Self.heading)
        guard page.isWide else {
            for folder in folders { page.line(folder.sentence) }
            return
        }
        page.table(
            ReportTable(
                id: "folders-table", caption: "Wanted messages in their folder",
                columns: [.text("folder"), .number("found, %"), .number("messages"), .number("right sub-folder")],
                rows: folders.map { folder in
                    ReportTable.Row(
                        folder.name,
                        [
                            .rate(folder.found, ifUndefined: "", drawnUpTo: 1), .counts(folder.found),
                            folder.rightSubFolder.of > 0 ? .counts(folder.rightSubFolder) : .dash,
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
    /// Those of them that are in the right sub-folder, where there are sub-folders.
    public let rightSubFolder: Rate

    private enum Key: CodingKey { case action, found, rightSubFolder }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(action.name, forKey: .action)
        try fields.encode(found, forKey: .found)
        try fields.encode(rightSubFolder, forKey: .rightSubFolder)
    }

    fileprivate var name: String { action == .transaction ? "Transactions" : "Promotions" }

    /// `Transactions 68 % found, right sub-folder 13 of 13`.
    fileprivate var sentence: String {
        let sub =
            rightSubFolder.of > 0
            ? ", right sub-folder \(grouped(rightSubFolder.count)) of \(grouped(rightSubFolder.of))" : ""
        return "\(name) \(shortPercent(found)) found (\(grouped(found.count)) of \(grouped(found.of)))\(sub)"
    }
}

extension EvaluationReport {
    /// The folders that the system has for wanted messages, of which the test set has some.
    public var folders: [FolderFigures] {
        [Action.transaction, .promotion].compactMap { action in
            let found = measured.confusion.figures(of: action).recall
            guard found.of > 0 else { return nil }
            return FolderFigures(
                action: action, found: found, rightSubFolder: measured.labels?.shownSubActionOf[action] ?? Rate(0, of: 0))
        }
    }
}
