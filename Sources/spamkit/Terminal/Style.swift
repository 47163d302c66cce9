// Bold and colour on a terminal, and nowhere else.

import Foundation

enum Style: String {
    case bold = "1"
    case error = "1;31"
    case warning = "1;33"

    /// The words in this style where a stream is a terminal that shows it; else as they are.
    ///
    /// `NO_COLOR` is heeded: https://no-color.org.
    func of(_ words: String, on stream: Int32) -> String {
        Style.isShown(on: stream) ? "\u{1B}[\(rawValue)m\(words)\u{1B}[0m" : words
    }

    private static func isShown(on stream: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(stream) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// The width of a terminal; `nil` where a stream is none, or does not say.
func terminalWidth(of stream: Int32) -> Int? {
    var size = winsize()
    guard isatty(stream) == 1, ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}
