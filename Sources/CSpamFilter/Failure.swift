// C interface: what went wrong, as a status and a text for spamfilter_last_error().

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// Why a call failed.
struct Failure: Error {
    /// SPAMFILTER_ARGUMENT…
    let status: CInt
    let text: String

    static func argument(_ text: String) -> Failure { Failure(status: CInt(SPAMFILTER_ARGUMENT), text: text) }

    init(status: CInt, text: String) {
        self.status = status
        self.text = text
    }

    init(_ error: ModelFileError) {
        text = error.description
        switch error {
        case .file: status = CInt(SPAMFILTER_FILE)
        case .content(_, let error): status = Failure.status(error)
        }
    }

    init(_ error: ModelError) { self.init(status: Failure.status(error), text: error.description) }

    init(_ error: OverlayFileError) {
        text = error.description
        switch error {
        case .file: status = CInt(SPAMFILTER_FILE)
        case .content: status = CInt(SPAMFILTER_OVERLAY)
        }
    }

    init(_ error: RuleFileOpenError) {
        text = error.description
        switch error {
        case .file: status = CInt(SPAMFILTER_FILE)
        case .content(_, .file(let error)): status = Failure.status(error, others: SPAMFILTER_RULES)
        case .content: status = CInt(SPAMFILTER_RULES)
        }
    }

    private static func status(_ error: ModelError, others: Int = SPAMFILTER_MODEL) -> CInt {
        switch error {
        case .unsigned, .signatureScheme, .otherSigner, .wrongSignature: CInt(SPAMFILTER_SIGNATURE)
        default: CInt(others)
        }
    }

    /// Runs the body of a function of the interface: its status, and its text kept for the thread.
    @inline(__always)
    static func status(_ body: () throws(Failure) -> Void) -> CInt {
        do throws(Failure) {
            try body()
            return CInt(SPAMFILTER_OK)
        } catch {
            return error.kept()
        }
    }

    @inline(never)
    private func kept() -> CInt {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { filter_keep_error($0.baseAddress ?? emptyText, $0.count) }
        }
        return status
    }
}

/// A text that C may keep.
private nonisolated(unsafe) let emptyText = UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)

/// A pointer that the caller must give.
@inline(__always)
func required<Pointer>(_ pointer: Pointer?, _ name: StaticString) throws(Failure) -> Pointer {
    guard let pointer else { throw .null(name) }
    return pointer
}

// Apart from the calls that they end, so that no decision reads past their code.
extension Failure {
    @inline(never)
    static func null(_ name: StaticString) -> Failure { .argument("expected a pointer to \(name), found NULL; give one") }

    @inline(never)
    static func null(_ name: StaticString, length: Int) -> Failure {
        .argument("expected \(length) bytes of \(name), found NULL; give a pointer or the length 0")
    }

    @inline(never)
    static func memory(_ length: Int) -> Failure {
        Failure(
            status: CInt(SPAMFILTER_MEMORY),
            text: "no memory for a copy of the model, \(length) bytes; free some, or open its file with SPAMFILTER_MAPPED")
    }

    @inline(never)
    static func length(_ length: Int, of name: StaticString) -> Failure {
        let found = UInt(bitPattern: length)
        return .argument("expected at most \(SPAMFILTER_LONGEST) bytes of \(name), found \(found); give its length")
    }
}
