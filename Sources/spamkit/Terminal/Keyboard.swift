// spamkit label: keys as they are pressed, from a terminal, else from any input. However the command ends, the terminal is as it was before.

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

    /// `nil` at the end of the input. Line ends are passed over.
    func next() -> Character? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            // Stopped and continued.
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte != 0x0A, byte != 0x0D { return Character(Unicode.Scalar(byte)) }
        }
    }
}

/// Read by signal handlers, which can be given nothing; written once, before they are set.
nonisolated(unsafe) private var settingsBefore = termios()

/// Key by key, and unseen.
private func takeKeys() {
    var settings = settingsBefore
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    // A stop set the signal back to what it does by default.
    signal(SIGTSTP, restoreAndRaise)
}

/// tcsetattr, signal and raise are among what a handler may call (POSIX, 2.4.3).
private func restoreAndRaise(_ number: CInt) {
    tcsetattr(STDIN_FILENO, TCSANOW, &settingsBefore)
    signal(number, SIG_DFL)
    // Blocked while its handler runs, so that it comes when that has returned.
    raise(number)
}
