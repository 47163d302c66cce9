// Stands before the decision core's types of the same names, so that the digest's own source asks
// the library for C.

import Library
import SpamFilter

/// The bytes of a model.
struct ModelView {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) throws(ModelError) { self.bytes = bytes }
}

/// A verdict as C says it.
struct Verdict {
    let action: Action
    let subAction: SubAction
    let label: Label
    let junkLogOdds: Double
    let probabilities: SIMD16<Float>

    init(_ verdict: spamfilter_verdict) {
        action = Action(rawValue: Int(verdict.action))!
        subAction = SubAction(rawValue: Int(verdict.sub_action))!
        label = Label.all.first { $0.description == String(cString: spamfilter_label_name(verdict.label)) }!
        junkLogOdds = verdict.junk_log_odds
        probabilities = withUnsafeBytes(of: verdict.probabilities) { $0.loadUnaligned(as: SIMD16<Float>.self) }
    }
}

struct Classifier: ~Copyable {
    private let model: OpaquePointer

    init(_ view: ModelView) {
        var model: OpaquePointer?
        guard spamfilter_open_bytes(view.bytes.baseAddress, view.bytes.count, nil, &model) == SPAMFILTER_OK, let model else {
            fatalError(String(cString: spamfilter_last_error()))
        }
        self.model = model
    }

    deinit { spamfilter_close(model) }

    mutating func classify(utf8 body: UnsafeBufferPointer<UInt8>) -> Verdict {
        verdict(spamfilter_message(UnsafeRawBufferPointer(body), nil, nil))
    }

    mutating func classify(_ message: Message) -> Verdict {
        // No NUL ends these texts.
        let body = Array(message.body.utf8), sender = Array((message.sender ?? "").utf8)
        let country = Array((message.receiverCountry ?? "").utf8)
        return body.withUnsafeBytes { body in
            sender.withUnsafeBytes { sender in
                country.withUnsafeBytes { verdict(spamfilter_message(body, sender, $0)) }
            }
        }
    }

    private func verdict(_ message: spamfilter_message) -> Verdict {
        var message = message, verdict = spamfilter_verdict()
        guard spamfilter_classify(model, &message, &verdict) == SPAMFILTER_OK else {
            fatalError(String(cString: spamfilter_last_error()))
        }
        return Verdict(verdict)
    }
}

extension spamfilter_message {
    fileprivate init(_ body: UnsafeRawBufferPointer, _ sender: UnsafeRawBufferPointer?, _ country: UnsafeRawBufferPointer?) {
        func text(_ bytes: UnsafeRawBufferPointer?) -> UnsafePointer<CChar>? {
            bytes?.baseAddress?.assumingMemoryBound(to: CChar.self)
        }
        self.init(
            body: text(body), body_length: body.count, sender: text(sender), sender_length: sender?.count ?? 0,
            country: text(country), country_length: country?.count ?? 0)
    }
}
