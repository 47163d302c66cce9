// spamkit label: keys from a terminal as they are pressed, or from any other input.
//
// However the command ends, the terminal gets its settings back.

import Foundation

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
