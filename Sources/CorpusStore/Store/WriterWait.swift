// Store: how a writer waits for another process that writes to the same store.

import Foundation

/// How long a writer waits, and who is told.
public struct WriterWait: Sendable {
    /// The longest wait, in seconds. By default an hour: an import of some hundred million rows
    /// takes that long.
    public var seconds = 3600
    /// Called once in a wait of 0.3 seconds or more, which a person would notice.
    let tell: @Sendable () -> Void

    /// `tell` is called once, when a wait has become long.
    public init(tell: @escaping @Sendable () -> Void = {}) { self.tell = tell }

    /// Milliseconds before the first tries, as SQLite's own; then `longest`.
    private static let pauses = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]
    private static let longest = 100
    /// In milliseconds. Most waits are over before.
    private static let noticed = 300

    /// Milliseconds waited before a try, from 0.
    static func waited(before tries: Int) -> Int {
        pauses.prefix(tries).reduce(0, +) + max(0, tries - pauses.count) * longest
    }

    /// Waits before the next try.
    ///
    /// - Returns: whether there is one.
    func again(after tries: Int) -> Bool {
        let waited = WriterWait.waited(before: tries), next = WriterWait.waited(before: tries + 1)
        guard waited < seconds * 1000 else { return false }
        if (waited..<next).contains(WriterWait.noticed) { tell() }
        Thread.sleep(forTimeInterval: Double(next - waited) / 1000)
        return true
    }
}
