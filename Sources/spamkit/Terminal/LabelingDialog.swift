// spamkit label: what is shown of a message, and what the keys do. A session in, labels in it out.
//
// However the command ends, the terminal gets its settings back.

import CorpusStore
import Foundation
import SpamEvaluation
import Statistics

/// Shows one message after another and takes keys, until all are labelled or the person stops.
struct LabelingDialog<Session: Labeling> {
    var session: Session
    /// Labels of whole templates, where the session gives them.
    let alike: (borrowing Session) throws -> [MessageAlike]
    /// What is said of a message besides where it is from.
    let remarks: (StoredMessage, borrowing Session) -> [String]
    /// The text of a message.
    let text: (Int64) throws -> String?
    /// Called after each step; `true` where it kept the person waiting.
    let didApply: (inout Session) throws -> Bool

    mutating func run(keys fresh: LabelingKeys) throws {
        let keyboard = Keyboard()
        keyboard.forgetTyped()
        var keys = fresh
        var shown: Int64?
        while let stored = try session.current() {
            if shown != stored.number {
                try show(stored)
                show(keys)
                shown = stored.number
            }
            guard let key = keyboard.next() else { break }
            if key == "?" {
                note(keys.explanations.joined(separator: "\n"))
                continue
            }
            let before = keys
            guard let action = keys.press(key) else {
                if keys.isForTemplate, !before.isForTemplate, try !showAlike() { keys = fresh }
                if keys != before { show(keys) }
                continue
            }
            guard action != .quit else { break }
            say(action, along: try session.apply(action))
            if action == .undo, try session.current()?.number == stored.number {
                note("nothing to take back in this session; labels of earlier ones: spamkit corpus undo STORE")
            }
            shown = nil
            if try didApply(&session) { keyboard.forgetTyped() }
        }
    }

    private func show(_ stored: StoredMessage) throws {
        let time = stored.receivedAt.map {
            String(Date(timeIntervalSince1970: Double($0)).formatted(.iso8601).prefix(16)).replacing("T", with: " ") + " UTC"
        }
        let language = stored.language.map { "language \($0)" }
        let about = [stored.message.sender.map { "from \($0)" }, time, language].compactMap(\.self)
        var lines = [
            "",
            "#\(stored.number)\(MessagePlace.shown(id: stored.id))  \(session.labelledCount) labelled now, \(session.leftCount) left",
        ]
        if !about.isEmpty { lines.append(wrapped(onOneLine(about.joined(separator: ", ")), to: width)) }
        for remark in remarks(stored, session) { lines.append(wrapped(remark, to: width)) }
        try result((lines + [body(stored.message.body)]).joined(separator: "\n"))
    }

    /// A text, set off from what is said about it.
    private func body(_ text: String) -> String {
        "  " + wrapped(onOneLine(text), to: max(20, width - 2), indent: "  ", after: 2)
    }

    private func show(_ keys: LabelingKeys) {
        // A key and its label stay on one line.
        var lines: [String] = []
        for words in keys.help {
            if let last = lines.last, terminalColumns(last + "  " + words) <= width {
                lines[lines.count - 1] += "  " + words
            } else {
                lines.append(words)
            }
        }
        note(lines.joined(separator: "\n"))
    }

    /// The columns of the terminal that results go to.
    private var width: Int { terminalWidth(of: STDOUT_FILENO) ?? 80 }

    /// Says what a label of the template would be of.
    ///
    /// - Returns: `false` where it would be of nothing more.
    private func showAlike() throws -> Bool {
        let alike = try alike(session)
        guard let last = alike.last else {
            note("no other message without a label is of its template")
            return false
        }
        let example = alike.last { !$0.isRepeat } ?? last
        note("the next label is for \(alike.count + 1) messages of its template, this one too; another of them:")
        if example.isRepeat {
            note("  (all have this text)")
        } else {
            note(body(try text(example.id) ?? ""))
        }
        return true
    }

    private func say(_ action: LabelingAction, along: Int) {
        guard along > 0 else { return }
        switch action {
        case .label: note("and \(counted(along, "message")) with the same text")
        case .labelTemplate: note("\(along + 1) messages labelled")
        case .undo: note("taken back, with the \(along) labelled along with it")
        case .skip, .quit: break
        }
    }
}

final class Keyboard {
    private let isRaw: Bool

    init() {
        isRaw = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &settingsBefore) == 0
        guard isRaw else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { signal(number, restoreAndRaise) }
        signal(SIGCONT) { _ in takeKeys() }
        takeKeys()
    }

    deinit {
        guard isRaw else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
        tcsetattr(STDIN_FILENO, TCSANOW, &settingsBefore)
    }

    /// Keys typed before a message is shown are not meant for it. Those of a pipe are.
    func forgetTyped() {
        if isRaw { tcflush(STDIN_FILENO, TCIFLUSH) }
    }

    /// `nil` at the end of the input. Line ends are skipped.
    func next() -> Character? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte != 0x0A, byte != 0x0D { return Character(Unicode.Scalar(byte)) }
        }
    }
}

/// Read by signal handlers, which take no arguments. Written once, before the handlers are set.
nonisolated(unsafe) private var settingsBefore = termios()

/// Keys come one by one and are not shown.
private func takeKeys() {
    var settings = settingsBefore
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    // A stop has reset the handler.
    signal(SIGTSTP, restoreAndRaise)
}

/// A handler may call tcsetattr, signal and raise (POSIX, 2.4.3).
private func restoreAndRaise(_ number: CInt) {
    tcsetattr(STDIN_FILENO, TCSANOW, &settingsBefore)
    signal(number, SIG_DFL)
    // The signal is blocked while its handler runs, and arrives when that has returned.
    raise(number)
}
