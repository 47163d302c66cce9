// Progress as a line on the terminal. Nothing is shown if standard error is no terminal, if
// standard output is a pipe, or with `--quiet`.

import Corpus
import Foundation
import Statistics
import Synchronization

struct ProgressBar: ~Copyable {
    private let title: String
    private let isShown = showsProgress && !isQuiet.load(ordering: .relaxed)
    private let started = Date()
    private var rows = 0
    private var lastDrawn = Date.distantPast

    init(title: String) { self.title = onOneLine(title) }

    init(_ path: String) {
        self.init(title: FileName.of(path))
    }

    /// Counts one row; draws at most ten times a second.
    mutating func advance(bytes: Int, of total: Int?) {
        rows += 1
        guard isShown, rows % 256 == 0 else { return }
        let now = Date()
        guard now.timeIntervalSince(lastDrawn) > 0.1 else { return }
        lastDrawn = now
        var line = "\(title)  \(grouped(rows)) rows"
        if let total, total > 0 {
            line += bar(min(1, Double(bytes) / Double(total)))
        }
        draw(line)
    }

    /// Shows how many steps are done, and estimates the time left.
    mutating func advance(steps: Int, of total: Int) {
        guard isShown else { return }
        lastDrawn = Date()
        draw(title + (total > 1 ? bar(Double(steps) / Double(total)) : ""))
    }

    private func bar(_ share: Double) -> String {
        let filled = Int(share * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        guard share > 0 else { return "  \(bar)" }
        guard share < 1 else { return "  \(bar)  finishing" }
        let elapsed = Date().timeIntervalSince(started), left = elapsed * (1 - share) / max(share, 0.001)
        // The first second tells nothing of the others.
        guard elapsed >= 1 else { return "  \(bar)  \(Int(share * 100)) %" }
        return "  \(bar)  \(Int(share * 100)) %, \(Int(left.rounded(.up))) s left"
    }

    /// Clears the line.
    mutating func finish() {
        if isShown, lastDrawn != .distantPast { draw("") }
        lastDrawn = .distantPast
    }

    /// An error leaves no bar behind.
    deinit {
        if isShown, lastDrawn != .distantPast { draw("") }
    }

    private func draw(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((clearedLine + line).utf8))
    }
}

/// Shows that messages are grouped, then how much is learned. Told by several threads.
final class TrainingProgress: Sendable {
    private let bar = Mutex(ProgressBar(title: "grouping"))

    init() { bar.withLock { $0.advance(steps: 0, of: 1) } }

    /// - Parameter done: 0 when learning begins.
    func advance(_ done: Int, of all: Int) {
        bar.withLock {
            if done == 0 { $0 = ProgressBar(title: "learning") }
            $0.advance(steps: done, of: all)
        }
    }

    /// Clears the line.
    func finish() { bar.withLock { $0.finish() } }
}
