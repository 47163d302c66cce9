// IO: signals that wait.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Does what must be undone in the end. Signals that end the process wait until then.
package func holdingSignals<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    var endings = sigset_t(), before = sigset_t()
    sigemptyset(&endings)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, signal) }
    pthread_sigmask(SIG_BLOCK, &endings, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}
