// C interface: why, as an array of clues that the caller owns.

import CSpamFilterHeader
import SpamFilter

@_cdecl("spamfilter_explain")
public func spamfilterExplain(
    _ model: OpaquePointer?, _ message: UnsafePointer<spamfilter_message>?, _ why: CInt,
    _ explanation: UnsafeMutablePointer<spamfilter_explanation>?, _ clues: UnsafeMutablePointer<spamfilter_clue>?, _ capacity: Int
) -> CInt {
    Failure.status { () throws(Failure) in
        let model = try OpenModel.behind(model)
        let bytes = try MessageBytes(message)
        let result = try required(explanation, "the place for an explanation")
        guard clues != nil || capacity == 0 else {
            throw .argument("expected room for clues, found NULL; give an array or the capacity 0")
        }
        // A capacity above half of memory is negative here.
        let capacity = Int(clamping: UInt(bitPattern: capacity))
        guard why == CInt(SPAMFILTER_WHY_ACTION) || why == CInt(SPAMFILTER_WHY_JUNK) else {
            throw .argument("expected SPAMFILTER_WHY_ACTION or SPAMFILTER_WHY_JUNK, found \(why)")
        }
        // Straight into the caller's array: a list of all clues could be many times the body.
        var count = 0
        func take(_ clue: Clue) {
            if let clues, count < capacity { clues[count] = spamfilter_clue(clue) }
            count += 1
        }
        let found = model.pointee.withClassifier { classifier in
            why == CInt(SPAMFILTER_WHY_JUNK) ? classifier.explainJunk(bytes, take) : classifier.explain(bytes, take)
        }
        guard let found else { throw .argument("the model has no junk; ask for SPAMFILTER_WHY_ACTION") }
        result.pointee = spamfilter_explanation(
            verdict: spamfilter_verdict(found.verdict), favored: found.favored.number, against: found.against.number,
            score: found.score, bias: found.bias, own_examples: found.ownExamples, clue_count: count)
    }
}

extension spamfilter_clue {
    init(_ clue: Clue) {
        self.init()
        contribution = clue.contribution
        switch clue.place {
        case .bytes(let bytes): (place, start, end) = (Int32(SPAMFILTER_CLUE_IN_BODY), bytes.lowerBound, bytes.upperBound)
        case .message: place = Int32(SPAMFILTER_CLUE_IS_LENGTH)
        case .sender: place = Int32(SPAMFILTER_CLUE_IS_SENDER)
        }
        // The last byte stays NUL.
        withUnsafeMutableBytes(of: &kind) { for (i, byte) in zip($0.indices.dropLast(), clue.kind.name.utf8) { $0[i] = byte } }
    }
}
