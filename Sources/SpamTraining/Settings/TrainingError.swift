// Training: why no model can be made of a corpus with some settings.

import Foundation
import SpamFilter

/// Why no model could be trained.
public enum TrainingError: Error, Equatable, CustomStringConvertible {
    /// No message was added, or all have weight 0.
    case emptyCorpus
    /// All messages are of one action.
    case oneClass(Label, rows: Int)
    /// Too few groups of like messages to search for settings: `of` is the action with the second
    /// most groups.
    case tooFewGroups(of: Label, found: Int, needed: Int)
    /// No feature is as frequent as the settings ask for.
    case noFeatures(minDocumentFrequency: Int)
    /// The size has no room for a single feature, in bytes of the file.
    case tooSmall(maxBytes: Int, minimum: Int)
    /// A label that is to be protected, declared or weighted has no message.
    case noMessages(of: Label)
    /// More sub-actions are declared than `DecisionPolicy.mostDeclared`: how many.
    case tooManyDeclared(Int)
    /// A declared label has no sub-action.
    case declaresNoSubAction(Label)
    /// No more messages could be held, in memory or in the folder for temporary files; `code` is
    /// `errno`.
    case noRoom(folder: String, code: Int32)
    /// A trainer that cannot learn from counts, by its name.
    case needsMessages(trainer: String)
    /// A corpus cannot be divided by time: `missing` of `of` messages have none, or, where it is 0,
    /// all have the same.
    case noTimes(missing: Int, of: Int)
    /// A ready model without a label that is needed of it: junk, or what is to be protected or
    /// declared.
    case modelLacks(Label)
    /// Too few groups of near duplicates to choose cutoffs by.
    case tooFewToCalibrate(groups: Int, needed: Int)
    /// The labelled messages that cutoffs are to follow from are all junk, or none is.
    case oneSided(junk: Int, of: Int)
    /// No cutoff that keeps the bound on false junk catches any of so many labelled junk messages.
    case nothingCaught(junk: Int)
    /// No cutoff can be told from messages without labels.
    case junkNotApart(messages: Int)

    public var description: String {
        switch self {
        case .emptyCorpus:
            "the corpus is empty: expected labelled messages of two classes or more, found none; give a file with rows"
        case .oneClass(let label, let rows):
            "the corpus has one class only: expected two or more, found "
                + (rows == 1 ? "1 message that is" : "\(rows) messages that are all") + " \(label); add messages of another class"
        case .tooFewGroups(let label, let found, let needed):
            "the corpus is too small to search in: expected two labels with \(needed) different messages or more each, "
                + "found \(found) of \(label); add messages, or train without a search"
        case .noFeatures(let messages):
            "no feature is left: expected features that occur in \(messages) messages or more"
                + (messages > 1 ? ", of 2 groups or more" : "")
                + ", found none; add different messages, since near duplicates count once, "
                + "or lower the least number of messages to 1"
        case .tooSmall(let maxBytes, let minimum):
            "no model fits \(maxBytes) bytes: expected at least \(minimum) for these classes and this card; allow more bytes"
        case .noMessages(let label):
            "the corpus has no message of \(label), which is to be protected, declared or weighted: "
                + "expected a label of the corpus; add messages of it, or name another"
        case .tooManyDeclared(let found):
            "too many declared sub-actions: expected at most \(DecisionPolicy.mostDeclared), since the system shows no "
                + "sub-folders if there are more, found \(found); declare fewer"
        case .declaresNoSubAction(let label):
            "expected labels with a sub-action to declare, such as transaction/finance, found \(label); name its sub-actions"
        case .noRoom(let folder, let code):
            "\(folder): expected room for a temporary file with the features of all messages, 4 bytes each, found none "
                + "(\(String(cString: strerror(code)))); free some, or set TMPDIR to a folder that has it"
        case .needsMessages(let trainer):
            "counts hold no messages: expected a trainer that learns from sums, found \(trainer); choose naive Bayes, or "
                + "train on the messages"
        case .noTimes(0, let rows):
            "expected messages of different times, found all \(rows) at one; divide the corpus by template or source"
        case .noTimes(let missing, let rows):
            "expected a time for every message, found none that can be read for \(missing) of \(rows); add the column "
                + "(such as 2025-05-03), or divide the corpus by template or source"
        case .modelLacks(let label):
            "expected \(label) among the model's labels, found a model without it; "
                + (label == .junk ? "give a model that was trained on junk" : "name a label of the model")
        case .tooFewToCalibrate(let groups, let needed):
            "\(groups) different messages are too few: expected \(needed) or more to choose cutoffs by; label more: spamkit label"
        case .oneSided(let junk, let rows):
            "\(junk) of the \(rows) labelled messages are junk: expected some junk and some wanted ones; label more, "
                + "or give files without labels"
        case .nothingCaught(let junk):
            "the model cannot tell these messages apart: expected a cutoff that keeps the bound on false junk and catches some "
                + "of \(junk) junk, found none; train a model with these messages, or allow more false junk"
        case .junkNotApart(let messages):
            "\(messages) messages without labels give no cutoff: expected scores of two humps, junk and the rest, "
                + "found one; label some of them: spamkit label"
        }
    }
}
