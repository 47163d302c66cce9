// Gradient: what can be wrong with the files of a training on a cluster, and with their order. No
// text of a message is shown.

/// Why workers or the driver of a training on a cluster stop.
public enum GradientError: Error, Equatable, CustomStringConvertible {
    /// The first bytes are not those of such a file.
    case notGradient
    /// A file of another kind, such as a plan in place of sums.
    case kind(expected: String, found: String)
    /// A file of another format version.
    case formatVersion(expected: UInt16, found: UInt16)
    /// Rows that another version of the tokenizer read.
    case tokenizerVersion(expected: UInt16, found: UInt16)
    /// The file belongs to another plan, by the digests of the two.
    case otherPlan(expected: UInt64, found: UInt64)
    /// The file is shorter than its head says, in bytes.
    case truncated(expected: Int, found: Int)
    /// The file is longer than its head says, in bytes.
    case leftoverBytes(expected: Int, found: Int)
    /// The file was altered or damaged.
    case checksum(expected: UInt64, found: UInt64)
    /// The checksum is right, but the contents are impossible; `expected` is a part of a sentence.
    case invalid(atByte: Int, expected: String)
    /// The options are not those that the plan was made with.
    case otherSettings
    /// A message of a source and label that was not counted.
    case notCounted
    /// Partitions hold another number of rows than was counted.
    case otherRows(expected: UInt64, found: UInt64)
    /// Partitions hold other rows than in the pass before.
    case changedRows
    /// Results of another pass, or of another kind, than the one that is asked for.
    case otherPass(expected: Int, found: Int)
    /// Scores by models of other actions.
    case otherModels
    /// A stream of rows that breaks off.
    case unreadable(reason: String)
    /// There are no counts to make a plan of, or of too many folds.
    case needsCounts
    /// A trainer that is not learned by gradients, by its name.
    case trainer(String)
    /// More features than a plan may have.
    case tooManyFeatures(found: Int, most: Int)
    /// More kinds of rows than a plan may have.
    case tooManyKinds(found: Int, most: Int)
    /// What an earlier step makes is not there: a file, or results.
    case missing(String)

    public var description: String {
        switch self {
        case .notGradient:
            "expected a file of a training on a cluster, found another one; give a file that spamkit gradient wrote"
        case .kind(let expected, let found): "expected a file of \(expected), found one of \(found); give the right one"
        case .formatVersion(let expected, let found):
            "the file has format version \(found), this program reads version \(expected); "
                + "give every worker and the driver the same version of spamkit"
        case .tokenizerVersion(let expected, let found):
            "the file was made with tokenizer version \(found), this program reads messages with version \(expected); "
                + "give every worker and the driver the same version of spamkit"
        case .otherPlan(let expected, let found):
            "expected a file of the plan \(hex(expected)), found one of the plan \(hex(found)); "
                + "start again in an empty folder, or give the files of one run"
        case .truncated(let expected, let found):
            "the file is cut off: expected \(expected) bytes, found \(found); have it made again"
        case .leftoverBytes(let expected, let found):
            "the file has bytes behind its end: expected \(expected), found \(found); have it made again"
        case .checksum(let expected, let found):
            "the file was altered: expected checksum \(hex(expected)), found \(hex(found)); have it made again"
        case .invalid(let byte, let expected):
            "the file is not usable: expected \(expected) at byte \(byte), found something else; have it made again"
        case .otherSettings:
            "expected the options that the run was started with, found others; give the same ones, or start in an empty folder"
        case .notCounted:
            "expected messages of the sources and labels that were counted, found another one; "
                + "the input has changed: start again in an empty folder"
        case .otherRows(let expected, let found):
            "expected the \(expected) messages that were counted, found \(found) in the partitions; "
                + "the input has changed: start again in an empty folder"
        case .changedRows:
            "expected the messages of the first pass, found others; the input has changed: start again in an empty folder"
        case .otherPass(let expected, let found):
            "expected results of pass \(expected), found some of pass \(found); give those of the pass that was asked for"
        case .otherModels: "expected scores by the models of this run, found others; score the rows again"
        case .unreadable(let reason): "expected rows, found \(reason); have them made again"
        case .needsCounts: "expected counts of two folds or more, or of all messages, found none; count the messages first"
        case .trainer(let name):
            "expected a trainer that learns on a cluster, found \(name); choose naive Bayes, logistic regression or their blend"
        case .tooManyFeatures(let found, let most):
            "expected at most \(most) features, found \(found); raise the least number of messages of a feature"
        case .tooManyKinds(let found, let most):
            "expected at most \(most) sources and labels of all folds, found \(found); give messages fewer sources"
        case .missing(let what): "expected \(what), found none; go on with the step that makes it"
        }
    }
}

private func hex(_ number: UInt64) -> String { String(number, radix: 16) }
