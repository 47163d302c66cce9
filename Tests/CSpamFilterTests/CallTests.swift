// Calls through the interface against the same in Swift, and calls that must fail.

import CSpamFilter
import CSpamFilterHeader
import Foundation
import SpamFilter
import Testing

@Suite struct CallTests {
    static let classes: [[Label]] = [[.allow, .junk], Label.all, Label.all.filter { $0 != .junk }]

    @Test(arguments: classes) func verdictsAreThoseOfSwift(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        var classifier = Classifier(model.view)
        SampleModel.forEachMessage { bytes, message in
            let expected = classifier.classify(bytes)
            var message = message, found = spamfilter_verdict()
            #expect(spamfilterClassify(model.handle, &message, &found) == CInt(SPAMFILTER_OK))
            expectEqual(found, expected)
        }
    }

    private func expectEqual(_ found: spamfilter_verdict, _ expected: Verdict) {
        #expect(Int(found.action) == expected.action.rawValue)
        #expect(Int(found.sub_action) == expected.subAction.rawValue)
        #expect(Int(found.label) == number(expected.label))
        #expect(found.junk_log_odds.bitPattern == expected.junkLogOdds.bitPattern)
        let probabilities = withUnsafeBytes(of: found.probabilities) { Array($0.bindMemory(to: Float.self)) }
        #expect(probabilities == (0..<16).map { expected.probabilities[$0] })
    }

    private func number(_ label: Label) -> Int { label.subAction == .none ? label.action.rawValue : label.subAction.rawValue }

    @Test(arguments: classes) func explanationsAreThoseOfSwift(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        var classifier = Classifier(model.view)
        SampleModel.forEachMessage { bytes, message in
            let expected = classifier.explain(bytes)
            var message = message, found = spamfilter_explanation()
            var clues = Array(repeating: spamfilter_clue(), count: expected.clues.count)
            let status = spamfilterExplain(
                model.handle, &message, CInt(SPAMFILTER_WHY_ACTION), &found, &clues, clues.count)
            #expect(status == CInt(SPAMFILTER_OK))
            expectEqual(found.verdict, expected.verdict)
            #expect(Int(found.favored) == number(expected.favored))
            #expect(Int(found.against) == number(expected.against))
            #expect(found.score == expected.score && found.bias == expected.bias)
            #expect(found.clue_count == expected.clues.count)
            for (clue, expected) in zip(clues, expected.clues) {
                #expect(clue.contribution == expected.contribution)
                #expect(Int(clue.start)..<Int(clue.end) == expected.bytes ?? 0..<0)
                let kind = withUnsafeBytes(of: clue.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                #expect(kind == expected.kind.name)
            }
        }
    }

    /// Any room takes the first clues, and all are counted.
    @Test func cluesThatHaveNoRoomAreCounted() throws {
        let model = try SampleModel([.allow, .junk])
        var classifier = Classifier(model.view), some = 0
        SampleModel.forEachMessage { bytes, message in
            guard let expected = classifier.explainJunk(bytes) else { return }
            var message = message, found = spamfilter_explanation()
            for capacity in [0, 1, expected.clues.count / 2, expected.clues.count, expected.clues.count + 1, -1] {
                var clues = Array(repeating: spamfilter_clue(), count: expected.clues.count + 2)
                for i in clues.indices { clues[i].contribution = .infinity }
                let status = spamfilterExplain(model.handle, &message, CInt(SPAMFILTER_WHY_JUNK), &found, &clues, capacity)
                #expect(status == CInt(SPAMFILTER_OK) && found.clue_count == expected.clues.count)
                let written = capacity < 0 ? expected.clues.count : min(capacity, expected.clues.count)
                #expect(clues.prefix(written).map(\.contribution) == expected.clues.prefix(written).map(\.contribution))
                #expect(clues.dropFirst(written).allSatisfy { $0.contribution == .infinity })
                some += written
            }
        }
        #expect(some > 1000)
    }

    @Test func aModelWithoutJunkCannotExplainIt() throws {
        let model = try SampleModel(CallTests.classes[2])
        var message = spamfilter_message(), found = spamfilter_explanation()
        let status = spamfilterExplain(model.handle, &message, CInt(SPAMFILTER_WHY_JUNK), &found, nil, 0)
        #expect(status == CInt(SPAMFILTER_ARGUMENT))
        #expect(String(cString: spamfilter_last_error()) == "the model has no junk; ask for SPAMFILTER_WHY_ACTION")
    }

    @Test(arguments: classes) func labelsAreInTheOrderOfTheModel(_ labels: [Label]) throws {
        let model = try SampleModel(labels)
        // A size_t above half of memory is negative here.
        for capacity in [-1, Int.min] + Array(0...17) {
            var found = [Int32](repeating: -1, count: 17)
            #expect(spamfilterLabels(model.handle, &found, capacity) == labels.count)
            let written = capacity < 0 ? labels.count : min(capacity, labels.count)
            #expect(found.prefix(written).map { Int($0) } == labels.prefix(written).map(number))
            #expect(found.dropFirst(written).allSatisfy { $0 == -1 })
        }
    }

    /// A file opens as its bytes do, mapped or copied, and says which file it is that does not.
    @Test func filesOpen() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).spam").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var bytes = SampleModel.encoded([.allow, .junk])
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        for flags in [0, SPAMFILTER_MAPPED, SPAMFILTER_UNCHECKED, SPAMFILTER_MAPPED | SPAMFILTER_UNCHECKED] {
            #expect(open(path, flags: flags) == SPAMFILTER_OK)
        }
        // The last byte belongs to the features, whose checksum only a full check reads.
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(open(path, flags: SPAMFILTER_UNCHECKED) == SPAMFILTER_OK)
        #expect(open(path, flags: 0) == SPAMFILTER_MODEL)
        #expect(String(cString: spamfilter_last_error()).hasPrefix("\(path): the section features of the model was altered"))
        #expect(open(path + "x", flags: 0) == SPAMFILTER_FILE)
        #expect(String(cString: spamfilter_last_error()) == "\(path)x: cannot open: No such file or directory; check the path")
    }

    private func open(_ path: String, flags: Int) -> Int {
        var options = spamfilter_options()
        options.size = MemoryLayout<spamfilter_options>.size
        options.flags = UInt32(flags)
        return opened(path, &options)
    }
}

/// The same with one public key.
func opened(_ path: String, _ options: inout spamfilter_options, keys: [UInt8]) -> Int {
    keys.withUnsafeBufferPointer {
        (options.public_keys, options.public_key_count) = ($0.baseAddress, UInt32(keys.count / 32))
        defer { (options.public_keys, options.public_key_count) = (nil, 0) }
        return opened(path, &options)
    }
}

/// The status of opening, and of closing again.
func opened(_ path: String, _ options: inout spamfilter_options) -> Int {
    var model: OpaquePointer?
    let status = spamfilterOpen(path, &options, &model)
    #expect((model != nil) == (status == CInt(SPAMFILTER_OK)))
    spamfilterClose(model)
    return Int(status)
}
