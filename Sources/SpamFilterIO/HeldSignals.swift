// IO: signals that wait.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let endings = [SIGINT, SIGTERM, SIGHUP]

/// Whether a signal waits that will end the process: long work may stop for it.
package func isEndingPending() -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && endings.contains { sigismember(&pending, $0) == 1 }
}

/// Does what must be undone in the end. Signals that end the process wait until then.
package func holdingSignals<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    var held = sigset_t(), before = sigset_t()
    sigemptyset(&held)
    for signal in endings { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}
