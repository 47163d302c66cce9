// A line on the terminal while something takes time of which nobody knows how much. Nothing is
// shown if standard error is no terminal, or if standard output is a pipe.

import Foundation
import Synchronization

/// Runs `body`, which prints nothing. Soon after its start a line says what it does, and for how
/// long.
func waiting<Value>(_ title: String, _ body: () throws -> Value) rethrows -> Value {
    guard showsProgress, !isQuiet.load(ordering: .relaxed) else { return try body() }
    let line = WaitingLine(title)
    defer { line.end() }
    return try body()
}

private final class WaitingLine: Sendable {
    private enum State { case silent, shown, over }
    private let state = Mutex(State.silent)

    init(_ title: String) {
        let started = Date()
        Thread.detachNewThread { [self] in
            // Most are over before anybody notices that they take time.
            Thread.sleep(forTimeInterval: 0.3)
            while draw("\(title), \(Int(Date().timeIntervalSince(started))) s") { Thread.sleep(forTimeInterval: 0.2) }
        }
    }

    /// `false` when there is nothing to wait for any more.
    private func draw(_ line: String) -> Bool {
        state.withLock { state in
            guard state != .over else { return false }
            state = .shown
            write(line)
            return true
        }
    }

    func end() {
        state.withLock { state in
            if state == .shown { write("") }
            state = .over
        }
    }

    private func write(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((clearedLine + line).utf8))
    }
}
