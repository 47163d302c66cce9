// Store: the words of a StoreError. Names no options of a tool: the tool adds them.

import Corpus
import Statistics

extension StoreError: CustomStringConvertible {
    /// `path: expected …, found …; next step`, without the path where the error is about no file.
    public var description: String {
        if case .corpus(let error) = self { return error.description }
        return explanation.description
    }

    private var explanation: Explanation {
        switch self {
        // The file.
        case .missing(let path):
            Explanation(
                path, expected: "a store", found: "nothing by this name",
                nextStep: "check the path, or import files into a new store")
        case .notAStore(let path):
            Explanation(path, expected: "a store that an import has made", found: "another file", nextStep: "give another path")
        case .newer(let path):
            Explanation(
                path, expected: "a store of this version or an older one", found: "a newer one", nextStep: "update spamkit")
        case .damaged(let path, let details):
            Explanation(
                path, expected: "a whole database", found: details, nextStep: "restore it from a copy, or import its files again")
        case .noSpace(let path):
            Explanation(
                path, expected: "room to write", found: "a full disk",
                nextStep: "nothing was changed: free some space and try again")
        case .readOnly(let path):
            Explanation(
                path, expected: "to write", found: "a file or folder that is read only",
                nextStep: "copy the store to a place of your own")
        case .readOnlyFolder(let path):
            Explanation(
                path, expected: "to make a store", found: "a folder that is read only",
                nextStep: "give a path in a folder of your own")
        case .busy(let path, let seconds):
            Explanation(
                path, expected: "to write", found: "another process writing for \(seconds) s",
                nextStep: "wait for it and try again")
        case .hasJournal(let path):
            Explanation(
                path, expected: "no rollback journal next to a store", found: "\(path)-journal, which no store makes",
                nextStep: "move it away, and restore the store from a copy if it is damaged then")
        case .foreignLog(let path, let ending):
            Explanation(
                path, expected: "a plain file of one name at \(path)\(ending)", found: "a link or another thing",
                nextStep: "move it away")
        case .notInWAL(let path):
            Explanation(
                path, expected: "a store in WAL mode, as an import makes it", found: "another mode",
                nextStep: "if you trust the file, run PRAGMA journal_mode = WAL on it with sqlite3")
        case .replaced(let path):
            Explanation(
                path, expected: "the store that was opened", found: "another file by this name",
                nextStep: "nothing was added to it: try again")
        case .database(let path, let details):
            Explanation(path, expected: "SQLite to work", found: details, nextStep: "check the path and its permissions")
        // Imports.
        case .corpus(let error): error.explanation
        case .nothingTaken(let path, let summary) where summary.rows == 0:
            Explanation(path, expected: "messages", found: "no row", nextStep: "give a file with rows")
        case .nothingTaken(let path, let summary):
            Explanation(
                path, expected: "rows that can be taken", found: "none among \(summary.rows) (\(summary.reading))",
                nextStep: "nothing is imported. \(summary.refusal)")
        case .noImport(let path, let name, let known):
            Explanation(
                path, expected: "the name or number of an import", found: name, nextStep: "give one of \(list(known, most: 8))")
        case .severalImports(let path, let name, let numbers):
            Explanation(
                path, expected: "one import", found: "\(numbers.count) named \(name), the numbers \(list(numbers, most: 8))",
                nextStep: "nothing was changed: give the number of the one you mean")
        case .noImports(let path):
            Explanation(path, expected: "an import to take back", found: "none", nextStep: "import files first")
        // Messages and splits.
        case .noMessages(let path):
            Explanation(path, expected: "messages", found: "an empty store", nextStep: "import files first")
        case .noMessage(let path, let ids):
            Explanation(
                path, expected: "ids of messages in the store", found: "\(ids.count) that no message has: \(list(ids, most: 5))",
                nextStep: "nothing was changed: give ids of the store only")
        case .noSplit(let path, let name, let known):
            Explanation(
                path, expected: "a split named \(name)", found: known.isEmpty ? "none" : known.joined(separator: ", "),
                nextStep: "split the store under this name first")
        case .noPart(let part, let folds):
            Explanation(
                expected: "a part train, test\(folds > 0 ? ", fold1 to fold\(folds) or train-fold1 to train-fold\(folds)" : "")",
                found: part, nextStep: "give one of these")
        case .noTimes(let path):
            Explanation(
                path, expected: "messages with the time they were received", found: "none",
                nextStep: "split by template, source or at random")
        case .oneTime(let path):
            Explanation(
                path, expected: "messages of several times", found: "one time for all",
                nextStep: "split by template, source or at random")
        case .splitOutsideTimes(let path, let from, let times):
            Explanation(
                path, expected: "a time that some messages are before, and others after", found: MessageTime.iso8601(from),
                nextStep:
                    "give one after \(MessageTime.iso8601(times.lowerBound)) and up to \(MessageTime.iso8601(times.upperBound))")
        case .splitExists(let name):
            Explanation(
                expected: "a new name for the split", found: "that \(name) exists",
                nextStep: "choose another: models may have been trained on it")
        // Masking.
        case .masked(let path):
            Explanation(
                path, expected: "masked messages only, as in its other files", found: "a file that is not masked",
                nextStep: "mask the file too, or import it into another store")
        case .needsMaskSeed(let source):
            Explanation(
                expected: "a seed for masking, because the store has messages of the source \(source)",
                found: "none, so these messages would be added again under other surrogates",
                nextStep: """
                    give the seed they were masked with; without one, start a new store with a seed, or import only new messages as \
                    another source
                    """)
        case .otherMaskSeed:
            Explanation(
                expected: "the seed that the store was masked with",
                found: "another, so messages in the store would be added again under other surrogates",
                nextStep: "give the first seed, or import into another store")
        case .maskedOtherwise(let source):
            Explanation(
                expected: "messages of the source \(source) masked with this seed",
                found: "some that are not masked, or whose key was not kept, so they would be added again",
                nextStep: "mask the store with this seed first, or give another source")
        }
    }
}

/// The first of them, so that it can be seen whether there are more.
private func list(_ items: [some CustomStringConvertible], most: Int) -> String {
    items.prefix(most).map(\.description).joined(separator: ", ") + (items.count > most ? ", …" : "")
}

extension ImportSummary {
    /// Why no row could be taken.
    fileprivate var refusal: String {
        frequentReasons.prefix(1).map { "\(counted($0.rows, "row")): \($0.reason)" }.joined()
            + (columns.isEmpty || !unknownLabels.words.isEmpty ? "" : "; columns found: \(columns)")
    }
}
