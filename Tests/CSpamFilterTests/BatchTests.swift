// Batches, log-odds, features and bytes through the interface, against the same in Swift.

import CSpamFilter
import CSpamFilterHeader
import SpamFilter
import Testing

@Suite struct BatchTests {
    /// Calls `use` with all messages as one array.
    private func withMessages(_ use: ([MessageBytes], UnsafeBufferPointer<spamfilter_message>) throws -> Void) rethrows {
        // Texts that stay for the whole batch.
        var texts: [(body: [UInt8], sender: [UInt8])] = []
        for body in SampleModel.bodies { for sender in SampleModel.senders { texts.append((body, Array(sender.utf8))) } }
        let all = texts.flatMap { $0.body + $0.sender }
        try all.withUnsafeBufferPointer { all in
            var bytes: [MessageBytes] = [], at = 0
            func next(_ count: Int) -> UnsafeBufferPointer<UInt8> {
                at += count
                return UnsafeBufferPointer(rebasing: all[at - count..<at])
            }
            for text in texts {
                let body = next(text.body.count), sender = next(text.sender.count)
                bytes.append(MessageBytes(body: body, sender: sender, receiverCountry: UnsafeBufferPointer(rebasing: all[..<0])))
            }
            try bytes.map { spamfilter_message($0) }.withUnsafeBufferPointer { try use(bytes, $0) }
        }
    }

    @Test(arguments: CallTests.classes) func aBatchSaysWhatSingleCallsSay(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        withMessages { bytes, messages in
            var verdicts = [spamfilter_verdict](repeating: spamfilter_verdict(), count: messages.count)
            let status = spamfilterClassifyBatch(model.handle, messages.baseAddress, messages.count, 0, &verdicts)
            #expect(status == CInt(SPAMFILTER_OK) && messages.count > 80)
            for (message, found) in zip(messages, verdicts) {
                var message = message, found = found, expected = spamfilter_verdict()
                #expect(spamfilterClassify(model.handle, &message, &expected) == CInt(SPAMFILTER_OK))
                #expect(withUnsafeBytes(of: &found) { Array($0) } == withUnsafeBytes(of: &expected) { Array($0) })
            }
        }
    }

    /// An action's log-odds are those of its probability, a sub-action's those within its action.
    @Test(arguments: CallTests.classes) func logOddsAreThoseOfProbabilities(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        var classifier = Classifier(model.view)
        withMessages { bytes, messages in
            var rows = [Double](repeating: .nan, count: messages.count * labels.count)
            #expect(spamfilterLogOdds(model.handle, messages.baseAddress, messages.count, &rows) == CInt(SPAMFILTER_OK))
            for (i, message) in bytes.enumerated() {
                let verdict = classifier.classify(message)
                for (c, label) in labels.enumerated() {
                    let odds = rows[i * labels.count + c]
                    if label == .junk { #expect(odds.bitPattern == verdict.junkLogOdds.bitPattern) }
                    let peers = labels.indices.filter { (labels[$0].subAction == .none) == (label.subAction == .none) }
                        .filter { label.subAction == .none || labels[$0].action == label.action }
                    let others = peers.filter { $0 != c }.reduce(0.0) { $0 + Double(verdict.probabilities[$1]) }
                    let (own, expected) = (Double(verdict.probabilities[c]), others)
                    // Where neither is too small to be a float in full.
                    if own > 1e-30, expected > 1e-30 { #expect(abs(exponential(odds) / (own / expected) - 1) < 1e-5) }
                }
            }
        }
    }

    private func exponential(_ x: Double) -> Double {
        // By halves, so that no C library is needed: e^x = (e^(x / 1024))^1024.
        var power = 1 + x / 1024 * (1 + x / 2048 * (1 + x / 3072 * (1 + x / 4096 * (1 + x / 5120))))
        for _ in 0..<10 { power *= power }
        return power
    }

    @Test func oneMessageThatCannotBeAnswersNone() throws {
        let model = try SampleModel([.allow, .junk])
        var messages = [spamfilter_message(), spamfilter_message()]
        messages[1].body_length = 7
        var verdicts = [spamfilter_verdict](repeating: spamfilter_verdict(), count: 2)
        verdicts[0].action = 4711
        #expect(spamfilterClassifyBatch(model.handle, messages, 2, 0, &verdicts) == CInt(SPAMFILTER_ARGUMENT))
        #expect(verdicts[0].action == 4711)
        #expect(String(cString: spamfilter_last_error()).hasPrefix("expected 7 bytes of the body, found NULL"))
        #expect(spamfilterClassifyBatch(model.handle, messages, 1, 4, &verdicts) == CInt(SPAMFILTER_ARGUMENT))
    }

    @Test(arguments: CallTests.classes) func featuresAreThoseOfTheReader(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        let table = model.view.features
        var reader = MessageReader(model.view.settings), known = 0
        SampleModel.forEachMessage { bytes, message in
            var expected = HashList()
            reader.read(bytes, into: &expected)
            var message = message, count = 0
            for capacity in [0, 1, expected.hashes.count, -1] {
                let untouched = spamfilter_feature(hash: 0, slot: 7, is_char_ngram: 7)
                var found = [spamfilter_feature](repeating: untouched, count: expected.hashes.count + 1)
                #expect(spamfilterFeatures(model.handle, &message, &found, capacity, &count) == CInt(SPAMFILTER_OK))
                #expect(count == expected.hashes.count)
                let written = capacity < 0 ? count : min(capacity, count)
                #expect(found.prefix(written).map(\.hash) == Array(expected.hashes.prefix(written)))
                #expect(found.prefix(written).map { $0.is_char_ngram == 1 } == Array(expected.areCharNgrams.prefix(written)))
                #expect(found.dropFirst(written).allSatisfy { $0.is_char_ngram == 7 })
                for feature in found.prefix(written) {
                    let isFound = feature.slot != UInt32(SPAMFILTER_NO_SLOT)
                    #expect(isFound || !table.holds(feature.hash))
                    #expect(!isFound || Int(feature.slot) < table.slotCount)
                    // Eight slots a bucket, by the high bits of the hash.
                    let bucket = feature.hash.multipliedFullWidth(by: UInt64(table.slotCount / 8)).high
                    #expect(!isFound || UInt64(feature.slot / 8) == bucket)
                    known += isFound ? 1 : 0
                }
            }
        }
        #expect(known > 1000)
    }

    @Test func bytesAreThoseOfTheFile() throws {
        let model = try SampleModel([.allow, .junk])
        var length = 0
        let bytes = try #require(spamfilterBytes(model.handle, &length))
        #expect(Array(UnsafeRawBufferPointer(start: bytes, count: length)) == model.bytes)
        #expect(spamfilterBytes(nil, &length) == nil && length == 0)
    }
}

private struct HashList: FeatureSink {
    var hashes: [UInt64] = []
    var areCharNgrams: [Bool] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        hashes += features.map(\.hash)
        areCharNgrams += features.map(\.isCharNgram)
    }
}
