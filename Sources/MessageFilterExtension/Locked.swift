// Extension: a value behind a lock.

import Foundation

/// Not `Synchronization.Mutex`: on Linux the thread sanitizer does not see its locking, and reports
/// every use of the value (Swift 6.3.1).
final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: consuming Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
