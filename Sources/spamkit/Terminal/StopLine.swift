// What a command says when Ctrl-C ends it.

import Foundation

/// A line on standard error if Ctrl-C ends the process before `end`. What it says must hold until
/// then: end it before anything is written.
struct StopLine: ~Copyable {
    /// For the handler of the signal, which may only write bytes that are there.
    nonisolated(unsafe) private static var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Files to remove: their paths, each with a zero behind it.
    nonisolated(unsafe) private static var removed: [UnsafeMutablePointer<CChar>] = []

    /// - Parameter paths: new files that nothing needs if the process is stopped.
    init(_ line: String, removing paths: [String] = []) {
        StopLine.removed = paths.compactMap { strdup($0) }
        let start = isatty(STDERR_FILENO) == 1 ? clearedLine : ""
        let text = Array((start + line + "\n").utf8)
        let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = kept.initialize(from: text)
        StopLine.bytes = UnsafeBufferPointer(kept)
        let before = signal(SIGINT) { number in
            for path in StopLine.removed { unlink(path) }
            _ = write(STDERR_FILENO, StopLine.bytes.baseAddress, StopLine.bytes.count)
            signal(number, SIG_DFL)
            raise(number)
        }
        // Who started the process may have it run on.
        if before.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
    }

    /// From here on Ctrl-C ends the process without a word.
    func end() {
        if signal(SIGINT, SIG_DFL).map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGINT, SIG_IGN)
        }
    }
}
