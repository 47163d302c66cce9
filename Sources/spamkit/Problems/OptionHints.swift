// The options and commands that mend an error of a library.
//
// Libraries say what is wrong, and the next step in words. Only the tool knows its own options, so
// it adds them here, in parentheses: "…; allow a larger model (--max-bytes)".

import Corpus
import CorpusStore
import FilterSimulation
import SpamFilter
import SpamFilterIO
import SpamTraining

/// An error whose cases the tool knows a remedy for.
protocol MendableError: Error, CustomStringConvertible {
    /// Options or commands, without parentheses. `nil` where none helps.
    var remedy: String? { get }
}

/// The text of an error, with its remedy.
func advice(on error: any Error) -> String {
    guard let remedy = (error as? any MendableError)?.remedy else { return "\(error)" }
    return "\(error) (\(remedy))"
}

/// The same error, with its remedy in its text. Errors without one pass through as they are.
func withOptions(_ error: any Error) -> any Error {
    (error as? any MendableError)?.remedy == nil ? error : AdvisedError(description: advice(on: error))
}

private struct AdvisedError: Error, CustomStringConvertible {
    let description: String
}

extension TrainingError: MendableError {
    var remedy: String? {
        switch self {
        case .noFeatures: "--min-df"
        case .tooSmall: "--max-bytes"
        case .noMessages: "--protect, --declare or --class-weight names it; a --background may have such messages"
        case .tooManyDeclared, .declaresNoSubAction: "--declare"
        case .needsMessages: "--trainer"
        case .noTimes: "--by template or source"
        case .modelLacks(let label): label == .junk ? nil : "--protect, --declare; spamkit inspect lists labels"
        case .nothingCaught: "spamkit train, with --background; --max-false-junk"
        case .emptyCorpus, .oneClass, .tooFewGroups, .noRoom, .tooFewToCalibrate, .oneSided, .junkNotApart: nil
        }
    }
}

extension CountsError: MendableError {
    var remedy: String? {
        switch self {
        case .notCounts: "spamkit counts and spamkit merge write counts"
        case .tooManySources, .longSource: "--source"
        case .notContained: "--minus"
        case .truncated, .leftoverBytes, .formatVersion, .tokenizerVersion, .checksum, .invalid, .otherSettings, .notHashes,
            .tooLarge:
            nil
        }
    }
}

extension ModelError: MendableError {
    var remedy: String? { self == .notAModel ? "spamkit train writes models" : nil }
}

extension OpeningError: MendableError where Problem: MendableError {
    var remedy: String? {
        if case .content(_, let error) = self { error.remedy } else { nil }
    }
}

extension ThreadEventError: MendableError {
    var remedy: String? {
        switch self {
        case .wrongType, .unknownLabel: "spamkit simulate --help"
        case .notAnObject, .nothing: "for a corpus give --format; spamkit simulate --help"
        case .value, .noThread, .twoEvents: nil
        }
    }
}

extension StoreError: MendableError {
    var remedy: String? {
        switch self {
        case .missing(let path): "spamkit import FILE --into \(path.quoted)"
        case .notAStore: "spamkit import makes stores"
        // An import leaves bad rows out by itself.
        case .corpus(let error): error.isAboutOneRow ? nil : error.remedy
        case .nothingTaken(_, let summary) where summary.unknownLabels.areMany:
            "labels found: \(summary.unknownLabels); \(summary.unknownLabels.remedy)"
        // The log of who sent them all, such as a company.
        case .nothingTaken(_, let summary) where summary.notReceived == summary.rows && summary.rows > 0 && summary.hasDirections:
            "--column direction=- if these are logged by their sender"
        case .nothingTaken(_, let summary) where summary.rows > 0:
            "options for columns, labels and encodings: spamkit import --help-all"
        case .noSplit(let path, let name, _): "spamkit split \(path.quoted) --name \(name.quoted)"
        case .noPart: "--part"
        case .splitOutsideTimes: "--test"
        case .oneTime: "--by template, source or random"
        case .noTimes: "spamkit import FILE --again \(columnOption(.time)); --by template, source or random"
        case .masked: "--mask, or another store with --into"
        case .needsMaskSeed: "--mask-seed, --source"
        case .otherMaskSeed: "--mask-seed, or another store with --into"
        case .maskedOtherwise: "spamkit corpus mask --mask-seed SEED, or --source"
        case .splitExists: "--name"
        case .noMessage: "corpus export has the numbers; --own-ids takes ids of the corpus"
        case .noImport(let path, _, _), .severalImports(let path, _, _): "spamkit corpus imports \(path.quoted)"
        case .noImports(let path): "spamkit import FILE --into \(path.quoted)"
        case .nothingTaken, .newer, .damaged, .noSpace, .readOnly, .readOnlyFolder, .busy, .hasJournal, .foreignLog, .notInWAL,
            .replaced,
            .database, .noMessages:
            nil
        }
    }
}
