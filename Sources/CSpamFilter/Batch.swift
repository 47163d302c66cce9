// C interface: many messages in one call, with one borrowed filter.

import CSpamFilterHeader
import SpamFilter

@_cdecl("spamfilter_classify_batch")
public func spamfilterClassifyBatch(
    _ model: OpaquePointer?, _ messages: UnsafePointer<spamfilter_message>?, _ count: Int, _ flags: UInt32,
    _ verdicts: UnsafeMutablePointer<spamfilter_verdict>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let batch = try Batch(model, messages, count)
        guard flags & ~UInt32(SPAMFILTER_WITHOUT_RULES) == 0 else {
            throw .argument("a batch has an unknown flag: \(flags); update the library or leave the flag out")
        }
        guard let (messages, results) = try batch.places(verdicts, "the place for verdicts") else { return }
        let hasRules = batch.model.pointee.hasRules && flags & UInt32(SPAMFILTER_WITHOUT_RULES) == 0
        batch.model.pointee.withFilter { filter in
            for i in 0..<batch.count {
                results[i] = spamfilter_verdict(MessageBytes(checked: messages[i]), hasRules: hasRules, &filter)
            }
        }
    }
}

@_cdecl("spamfilter_log_odds")
public func spamfilterLogOdds(
    _ model: OpaquePointer?, _ messages: UnsafePointer<spamfilter_message>?, _ count: Int,
    _ logOdds: UnsafeMutablePointer<Double>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let batch = try Batch(model, messages, count)
        guard let (messages, results) = try batch.places(logOdds, "the place for log-odds") else { return }
        let classes = batch.model.pointee.view.labels.count
        batch.model.pointee.withClassifier { classifier in
            for i in 0..<batch.count {
                let odds = classifier.logOdds(MessageBytes(checked: messages[i]))
                for c in 0..<classes { results[i &* classes &+ c] = odds[c] }
            }
        }
    }
}

/// Messages of the caller, each of which was looked at: either all are answered, or none.
private struct Batch {
    let model: UnsafeMutablePointer<OpenModel>
    let count: Int
    private let messages: UnsafePointer<spamfilter_message>?

    init(_ model: OpaquePointer?, _ messages: UnsafePointer<spamfilter_message>?, _ count: Int) throws(Failure) {
        self.model = try OpenModel.behind(model)
        // A count above half of memory is negative here.
        guard count >= 0, count <= Int(SPAMFILTER_LONGEST) else {
            throw .argument(
                "expected at most \(SPAMFILTER_LONGEST) messages, found \(UInt(bitPattern: count)); give a part of them")
        }
        if messages == nil, count > 0 { throw .argument("expected \(count) messages, found NULL; give an array or the count 0") }
        self.count = count
        self.messages = messages
        guard let messages else { return }
        for i in 0..<count { _ = try MessageBytes(messages + i) }
    }

    /// The messages, and where their results go; `nil` where there is nothing to do.
    func places<Result>(_ results: UnsafeMutablePointer<Result>?, _ name: StaticString) throws(Failure)
        -> (UnsafePointer<spamfilter_message>, UnsafeMutablePointer<Result>)?
    {
        guard count > 0, let messages else { return nil }
        return (messages, try required(results, name))
    }
}

extension MessageBytes {
    /// A message whose pointers and lengths were checked.
    @inline(__always)
    fileprivate init(checked message: spamfilter_message) {
        func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeRawBufferPointer(start: start, count: length).assumingMemoryBound(to: UInt8.self)
        }
        self.init(
            body: text(message.body, message.body_length), sender: text(message.sender, message.sender_length),
            receiverCountry: text(message.country, message.country_length))
    }
}
