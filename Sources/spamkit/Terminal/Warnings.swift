// What may make a result wrong for its purpose. A command says the worst three at its end.

import Synchronization

/// How bad what a warning tells is, the worst first.
enum WarningWeight: Int {
    /// The result is not what was asked for, or cannot be relied on.
    case result
    /// Messages or values were lost.
    case loss
    /// Something was read in one of several ways.
    case reading
}

/// The warnings of a command that were not told yet.
private struct Warnings {
    /// More at once are not read: the first hides the others.
    static let most = 3

    var waiting: [(text: String, weight: WarningWeight)] = []
    /// All of the run, told or waiting.
    var all: [(text: String, weight: WarningWeight)] = []
    var told = 0

    /// The worst, as many as may still be told, and how many more there are.
    mutating func taken(all: Bool) -> (shown: [String], more: Int) {
        let sorted = waiting.enumerated().sorted {
            ($0.element.weight.rawValue, $0.offset) < ($1.element.weight.rawValue, $1.offset)
        }
        let texts = sorted.map(\.element.text), room = all ? texts.count : max(0, Warnings.most - told)
        waiting = []
        told += min(room, texts.count)
        return (Array(texts.prefix(room)), max(0, texts.count - room))
    }
}

private let warnings = Mutex(Warnings())

/// Whether all warnings are told.
let isVerbose = Atomic(false)

/// Keeps a warning for the end of the command.
func warn(_ text: String, _ weight: WarningWeight = .loss) {
    warnings.withLock {
        $0.waiting.append((text, weight))
        $0.all.append((text, weight))
    }
}

/// Tells a warning now, while there is time to start again. Only one is told early: the others wait
/// for the end, as worse ones may come.
func warnEarly(_ text: String) {
    let isFirst = warnings.withLock { warnings in
        guard warnings.told == 0 else { return false }
        warnings.told = 1
        warnings.all.append((text, .reading))
        return true
    }
    isFirst ? tell(warning: text) : warn(text, .reading)
}

/// All warnings until now, the worst first, for a record of the run.
func warningsSoFar() -> [String] {
    warnings.withLock { warnings in
        warnings.all.enumerated().sorted { ($0.element.weight.rawValue, $0.offset) < ($1.element.weight.rawValue, $1.offset) }
            .map(\.element.text)
    }
}

/// Tells the warnings that wait, the worst first.
func tellWarnings() {
    let (shown, more) = warnings.withLock { $0.taken(all: isVerbose.load(ordering: .relaxed)) }
    for text in shown { tell(warning: text) }
    // With --quiet too: who sees three would think that they are all.
    if more > 0 { complainOfError("\(more) more \(more == 1 ? "warning" : "warnings"): --verbose") }
}
