// C interface: a message in, a verdict out.

import CSpamFilterHeader
import SpamFilter

@_cdecl("spamfilter_classify")
public func spamfilterClassify(
    _ model: OpaquePointer?, _ message: UnsafePointer<spamfilter_message>?, _ verdict: UnsafeMutablePointer<spamfilter_verdict>?
) -> CInt {
    Failure.status { () throws(Failure) in
        try classify(try OpenModel.behind(model), try MessageBytes(message), verdict)
    }
}

@_cdecl("spamfilter_classify_text")
public func spamfilterClassifyText(
    _ model: OpaquePointer?, _ body: UnsafePointer<CChar>?, _ bodyLength: Int32, _ sender: UnsafePointer<CChar>?,
    _ senderLength: Int32, _ country: UnsafePointer<CChar>?, _ countryLength: Int32,
    _ verdict: UnsafeMutablePointer<spamfilter_verdict>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let model = try OpenModel.behind(model)
        let message = try MessageBytes(
            body: body, Int(bodyLength), sender: sender, Int(senderLength), country: country, Int(countryLength))
        try classify(model, message, verdict)
    }
}

@inline(__always)
private func classify(
    _ model: UnsafeMutablePointer<OpenModel>, _ message: MessageBytes, _ verdict: UnsafeMutablePointer<spamfilter_verdict>?
) throws(Failure) {
    let result = try required(verdict, "the place for a verdict")
    let hasRules = model.pointee.hasRules
    result.pointee = model.pointee.withFilter {
        spamfilter_verdict(message, hasRules: hasRules, &$0)
    }
}

extension MessageBytes {
    @inline(__always)
    init(_ message: UnsafePointer<spamfilter_message>?) throws(Failure) {
        let message = try required(message, "a message")
        try self.init(
            body: message.pointee.body, message.pointee.body_length, sender: message.pointee.sender,
            message.pointee.sender_length, country: message.pointee.country, message.pointee.country_length)
    }

    @inline(__always)
    fileprivate init(
        body: UnsafePointer<CChar>?, _ bodyLength: Int, sender: UnsafePointer<CChar>?, _ senderLength: Int,
        country: UnsafePointer<CChar>?, _ countryLength: Int
    ) throws(Failure) {
        self.init(
            body: try UnsafeBufferPointer(text: body, bodyLength, "the body"),
            sender: try UnsafeBufferPointer(text: sender, senderLength, "the sender"),
            receiverCountry: try UnsafeBufferPointer(text: country, countryLength, "the country"))
    }
}

extension UnsafeRawBufferPointer {
    /// Bytes of the caller. A null pointer may have the length 0.
    @inline(__always)
    init(start: UnsafeRawPointer?, _ length: Int, _ name: StaticString) throws(Failure) {
        // A length above half of memory is negative here.
        guard length >= 0, length <= Int(SPAMFILTER_LONGEST) else {
            throw .length(length, of: name)
        }
        if start == nil, length > 0 { throw .null(name, length: length) }
        self.init(start: start, count: length)
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    fileprivate init(text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString) throws(Failure) {
        self = try UnsafeRawBufferPointer(start: text, length, name).assumingMemoryBound(to: UInt8.self)
    }
}

extension spamfilter_verdict {
    /// What rules say, then the model; without rules, what the model says, also of an empty body.
    @inline(__always)
    init(_ message: MessageBytes, hasRules: Bool, _ filter: inout MessageFilter) {
        if hasRules { self.init(filter.decide(message)) } else { self.init(filter.withClassifier { $0.classify(message) }) }
    }

    /// What rules say, then the model. Nothing says something about an empty body.
    private init(_ decision: Decision) {
        self.init(decision.verdict)
        guard let rule = decision.rule else { return }
        action = Int32(truncatingIfNeeded: rule.label.action.rawValue)
        sub_action = Int32(truncatingIfNeeded: rule.label.subAction.rawValue)
        decided_by = Int32(rule.place.tier.rawValue) + 1
        rule_number = Int32(truncatingIfNeeded: rule.place.number)
    }

    /// What the model says; no number where it was not asked.
    @inline(__always)
    init(_ verdict: Verdict?) {
        self.init()
        guard let verdict else {
            junk_log_odds = .nan
            return
        }
        action = Int32(truncatingIfNeeded: verdict.action.rawValue)
        sub_action = Int32(truncatingIfNeeded: verdict.subAction.rawValue)
        label = verdict.label.number
        junk_log_odds = verdict.junkLogOdds
        withUnsafeMutableBytes(of: &probabilities) { $0.storeBytes(of: verdict.probabilities, as: SIMD16<Float>.self) }
    }
}

extension Label {
    /// The label as one number: its sub-action, or its action where it has none.
    @inline(__always)
    var number: Int32 { Int32(truncatingIfNeeded: subAction == .none ? action.rawValue : subAction.rawValue) }
}
