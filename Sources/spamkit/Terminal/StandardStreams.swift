// Standard output for results, standard error for remarks; bold and colour on a terminal, and
// nowhere else.

import Foundation
import SpamEvaluation
import Synchronization

/// Back to the start of the line, and clears it.
let clearedLine = "\r\u{1B}[K"

/// Writes a remark on standard error, for a terminal, unless `--quiet` was given. A remark that
/// cannot be written is dropped.
func note(_ text: String) {
    if !isQuiet.load(ordering: .relaxed) { complain(text) }
}

/// The same, of what else the command can do. Where standard output is a pipe, the program at its
/// end may print later, and the hint would stand inside its lines.
func hint(_ text: String) {
    if !isPipe(STDOUT_FILENO) { note(text) }
}

/// Writes a warning on standard error.
func tell(warning text: String) {
    complain(text, after: "Warning: ", .warning)
}

/// Writes on standard error why there is no result.
func complainOfError(_ text: String) {
    text.hasPrefix("Error: ") ? complain(String(text.dropFirst(7)), after: "Error: ", .error) : complain(text)
}

/// Lines break between words on a terminal alone: a program looks for sentences.
private func complain(_ text: String, after title: String = "", _ style: Style = .bold) {
    var text = onTerminal(text)
    if let width = terminalWidth(of: STDERR_FILENO) {
        text = wrapped(text, to: width, after: title.count)
    }
    // What was found before the remark stands before it. If it cannot be written, the command says
    // so at its end.
    try? writtenResults.withLock { try $0.flush() }
    // There may be a line that shows progress.
    let start = isatty(STDERR_FILENO) == 1 ? clearedLine : ""
    let line = start + (title.isEmpty ? "" : style.of(title, on: STDERR_FILENO)) + text + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
}

/// Whether only results, warnings and errors are wanted.
let isQuiet = Atomic(false)

/// Writes a result and a line break on standard output, for a terminal. JSON of `json` stays as it
/// is.
///
/// - Parameter bold: how many characters at the beginning matter most.
func result(_ text: String, bold: Int = 0) throws {
    let text = onTerminal(text), start = String(text.prefix(bold))
    let results = ResultStream(isStyled: true)
    let shown = start.isEmpty ? text : Style.bold.of(start, on: STDOUT_FILENO) + text.dropFirst(start.count)
    try results.write(shown + "\n")
    try results.flush()
}

/// Standard output could not be written.
struct OutputError: Error, CustomStringConvertible {
    let reason: String
    var description: String {
        "standard output: expected all results to be written, found \(reason); free some space or give another place"
    }
}

/// What the system says of an error of reading or writing: `No space left on device`. Foundation's
/// own words may be a number.
func systemReason(_ error: any Error) -> String {
    let error = error as NSError, cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(CInt(cause.code))) : cause.localizedDescription
}

/// Standard output through a buffer that the whole tool shares. It is an error if results cannot be
/// written.
struct ResultStream {
    /// As many bytes are written at once.
    private let flushedBytes: Int
    /// Whether what is written went through `onTerminal`, and has styles since.
    private let isStyled: Bool

    /// - Parameter flushesEach: whether a reader may wait for each result, as at a pipe.
    init(isStyled: Bool = false, flushesEach: Bool = false) {
        self.isStyled = isStyled
        flushedBytes = flushesEach ? 1 : 1 << 16
    }

    /// Writes bytes as they are; a terminal gets no escapes of strangers. What is read by people
    /// goes through `onTerminal` first.
    func write(_ text: String) throws {
        let text = isStyled || !isTerminal(STDOUT_FILENO) ? text : onTerminal(text)
        try writtenResults.withLock { try $0.add(text.utf8, flushedFrom: flushedBytes) }
    }

    /// The same of UTF-8.
    func write(_ bytes: [UInt8]) throws {
        if isTerminal(STDOUT_FILENO) { return try write(String(decoding: bytes, as: UTF8.self)) }
        try writtenResults.withLock { try $0.add(bytes, flushedFrom: flushedBytes) }
    }

    /// Writes everything now, as at the end.
    func flush() throws { try writtenResults.withLock { try $0.flush() } }
}

private let writtenResults = Mutex(WrittenResults())

/// Results that standard output did not get yet.
private struct WrittenResults {
    private var buffer: [UInt8] = []

    mutating func add(_ bytes: some Collection<UInt8>, flushedFrom size: Int) throws {
        buffer += bytes
        if buffer.count >= size { try flush() }
    }

    /// A terminal keeps no rest of a progress bar.
    mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        if isTerminal(STDOUT_FILENO), isTerminal(STDERR_FILENO) {
            try? FileHandle.standardError.write(contentsOf: Data(clearedLine.utf8))
        }
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(buffer))
        } catch {
            throw OutputError(reason: systemReason(error))
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A value as indented JSON with sorted keys and visible text. JSON has no infinity: it is written
/// "inf" or "-inf".
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return visibleJSON(String(decoding: try encoder.encode(value), as: UTF8.self))
}

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

private let terminals = (0...2).map { isatty($0) == 1 }

/// Whether a standard stream is a terminal. Asked of the system once: it is asked for each line.
func isTerminal(_ stream: Int32) -> Bool { terminals[Int(stream)] }

/// Whether what is written goes through a pipe to another program.
func isPipe(_ stream: Int32) -> Bool {
    var status = stat()
    return fstat(stream, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

/// Whether a line may show progress. Its end at a pipe may print between two states of the line.
let showsProgress = isTerminal(STDERR_FILENO) && !isPipe(STDOUT_FILENO)

/// The width of a terminal; `nil` where a stream is none, or does not say.
func terminalWidth(of stream: Int32) -> Int? {
    var size = winsize()
    guard isatty(stream) == 1, ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}
