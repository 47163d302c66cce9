// What options change: signed models, and a person's own examples.

import CSpamFilter
import CSpamFilterHeader
import Foundation
import SpamFilter
import Testing

#if canImport(Signing)
import Signing
#endif

@Suite struct OptionTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("options-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file.path
    }

    private var options: spamfilter_options {
        var options = spamfilter_options()
        options.size = MemoryLayout<spamfilter_options>.size
        return options
    }

    @Test func lowerOrderPointsAreNoKeys() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(SampleModel.encoded([.allow, .junk]), "model")
        var options = options
        let none = [UInt8](repeating: 0, count: 32)
        let status = none.withUnsafeBufferPointer {
            options.public_keys = $0.baseAddress
            options.public_key_count = 1
            return opened(path, &options)
        }
        #expect(status == SPAMFILTER_ARGUMENT)
        #expect(String(cString: spamfilter_last_error()).hasPrefix("public key 1 of 1 is no Ed25519 key"))
        options.public_key_count = 0
        #expect(opened(path, &options) == SPAMFILTER_ARGUMENT)
        options.public_keys = nil
        options.public_key_count = 1
        #expect(opened(path, &options) == SPAMFILTER_ARGUMENT)
    }

    #if canImport(Signing)
    /// The model opens with the key that signed it among others, and with no other.
    @Test func aSignedModelOpensWithItsKey() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let secrets = try (0..<3).map { _ in try SigningKey() }
        let keys = secrets.map(\.publicKey)
        let plain = SampleModel.encoded([.allow, .junk])
        let id = try #require(PublicKey(keys[1])).id
        let unsigned = try UnsignedFile(plain, sequence: 42, key: id)
        var signed = unsigned.signed(try secrets[1].signature(of: unsigned.message))
        let path = try write(signed, "signed"), plainPath = try write(plain, "plain")

        func status(_ path: String, _ keys: [[UInt8]], flags: Int = 0, rules: String? = nil) -> Int {
            var options = options
            options.flags = UInt32(flags)
            guard let rules else { return opened(path, &options, keys: Array(keys.joined())) }
            return rules.withCString {
                options.rules_path = $0
                return opened(path, &options, keys: Array(keys.joined()))
            }
        }
        #expect(status(path, [keys[1]]) == SPAMFILTER_OK)
        #expect(status(path, keys, flags: SPAMFILTER_UNCHECKED) == SPAMFILTER_OK)
        #expect(status(path, [keys[0], keys[2]]) == SPAMFILTER_SIGNATURE)
        #expect(status(plainPath, [keys[1]]) == SPAMFILTER_SIGNATURE)
        #expect(String(cString: spamfilter_last_error()).hasPrefix("\(plainPath): the file has no signature"))
        // With keys, rules must be signed too, and not only say so.
        let rules = try UnsignedFile(OptionTests.rules().encoded(), sequence: 1, key: id)
        let sound = rules.signed(try secrets[1].signature(of: rules.message))
        let files = [
            (sound, SPAMFILTER_OK), (rules.signed(Array(repeating: 0, count: 64)), SPAMFILTER_SIGNATURE),
            (try OptionTests.rules().encoded(), SPAMFILTER_SIGNATURE),
        ]
        for (file, expected) in files {
            #expect(status(path, [keys[1]], rules: try write(file, "rules")) == expected)
        }
        // A byte of the signature, whose section's checksum finds it.
        signed[signed.count - 1] ^= 1
        #expect(status(try write(signed, "altered"), [keys[1]]) == SPAMFILTER_MODEL)

        var model: OpaquePointer?
        #expect(spamfilterOpen(path, nil, &model) == CInt(SPAMFILTER_OK))
        #expect(spamfilterSequence(model) == 42)
        #expect(spamfilterSequence(nil) == 0)
        spamfilterClose(model)
    }
    #endif

    /// Every checksum and the key's id are right: the signature alone is not.
    @Test func aForgedSignatureIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // The first key of RFC 8032, section 7.1.
        let bytes: [UInt8] = [
            0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1, 0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64, 0x07, 0x3A, 0x0E, 0xE1, 0x72,
            0xF3, 0xDA, 0xA6, 0x23, 0x25, 0xAF, 0x02, 0x1A, 0x68, 0xF7, 0x07, 0x51, 0x1A,
        ]
        let id = try #require(PublicKey(bytes)).id
        func forged(_ file: [UInt8], _ signature: [UInt8]) throws -> [UInt8] {
            try UnsignedFile(file, sequence: 1, key: id).signed(signature)
        }
        let zeros = [UInt8](repeating: 0, count: 64), model = SampleModel.encoded([.allow, .junk])
        let path = try write(forged(model, zeros), "model")
        // Without keys nobody asks who signed: the file is whole.
        var options = options
        #expect(opened(path, &options) == SPAMFILTER_OK)
        for signature in [zeros, Array([1] + zeros.dropLast()), Array(repeating: 0xFF, count: 64)] as [[UInt8]] {
            let file = try write(forged(model, signature), "forged")
            for flags in [0, SPAMFILTER_UNCHECKED, SPAMFILTER_MAPPED] {
                options.flags = UInt32(flags)
                #expect(opened(file, &options, keys: bytes) == SPAMFILTER_SIGNATURE)
                #expect(String(cString: spamfilter_last_error()).contains("key \(id) did not sign it"))
            }
        }
    }

    /// Repaired, these paths would name other files, which are there.
    @Test func pathsAreUTF8() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = SampleModel.encoded([.allow, .junk])
        let path = try write(model, "m\u{FFFD}"), rules = try write(OptionTests.rules().encoded(), "r\u{FFFD}")
        let overlay = try write(PersonalOverlay(TokenizerSettings()).bytes, "o\u{FFFD}")
        func damaged(_ path: String) -> [CChar] { path.utf8.dropLast(3).map { CChar(bitPattern: $0) } + [-1, 0] }
        var options = options, handle: OpaquePointer?
        #expect(spamfilterOpen(damaged(path), nil, &handle) == CInt(SPAMFILTER_ARGUMENT) && handle == nil)
        #expect(String(cString: spamfilter_last_error()).hasPrefix("expected a path in UTF-8"))
        for (name, member) in [(rules, \spamfilter_options.rules_path), (overlay, \.overlay_path)] {
            name.withCString {
                options[keyPath: member] = $0; #expect(opened(path, &options) == SPAMFILTER_OK)
            }
            damaged(name).withUnsafeBufferPointer {
                options[keyPath: member] = $0.baseAddress
                #expect(opened(path, &options) == SPAMFILTER_ARGUMENT)
            }
            options[keyPath: member] = nil
        }
    }

    /// No more of an older program's struct is read than it has.
    @Test func optionsMayEndAtAPage() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(SampleModel.encoded([.allow, .junk]), "model")
        let page = Int(sysconf(Int32(_SC_PAGESIZE))), protection = PROT_READ | PROT_WRITE
        let pages = try #require(mmap(nil, 2 * page, protection, MAP_PRIVATE | MAP_ANON, -1, 0))
        defer { munmap(pages, 2 * page) }
        #expect(mprotect(pages + page, page, PROT_NONE) == 0)
        let place = pages + page - MemoryLayout<Int>.size
        for size in [0, 1, 8, 39, -1, Int.min] {
            place.storeBytes(of: size, as: Int.self)
            var model: OpaquePointer?
            let options = place.assumingMemoryBound(to: spamfilter_options.self)
            #expect(spamfilterOpen(path, options, &model) == CInt(SPAMFILTER_ARGUMENT))
        }
    }

    /// Files that are too large are refused before they are read. They are sparse.
    @Test func filesAreBounded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(SampleModel.encoded([.allow, .junk]), "model")
        var options = options
        let model = try write([], "large"), overlay = try write([], "own")
        #expect(truncate(model, 1 << 32) == 0 && truncate(overlay, off_t(PersonalOverlay.byteCount) + 2) == 0)
        #expect(opened(model, &options) == SPAMFILTER_FILE)
        overlay.withCString {
            options.overlay_path = $0
            #expect(opened(path, &options) == SPAMFILTER_FILE)
            #expect(truncate(overlay, off_t(PersonalOverlay.byteCount) + 1) == 0)
            #expect(opened(path, &options) == SPAMFILTER_OVERLAY)
        }
    }

    private static func rules() throws -> RuleContent {
        let known = [UInt8]("106500001".utf8).withUnsafeBufferPointer { sender in
            [UInt8]("KR".utf8).withUnsafeBufferPointer { SenderNumber.key(of: sender, receiverCountry: $0) }
        }
        let list = KeyList.encoded(.senders, .exact, [try #require(known)])
        return RuleContent(
            allow: [try #require(Rule(.allow, contains: "friend"))],
            deny: [try #require(Rule(.junk, sender: "MYBANK")), try #require(Rule(.junk, host: "gold.example"))],
            rules: [try #require(Rule(Label("promotion/offers")!, senderCountry: "US", word: "cash"))],
            lists: [RuleContent.List(isAllowed: false, name: "bad.txt", bytes: list)])
    }

    /// Rules decide as in Swift, and the rest is left to the model.
    @Test func rulesGoBeforeTheModel() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try SampleModel(Label.all)
        let content = try OptionTests.rules()
        let rules = try write(content.encoded(), "rules"), path = try write(sample.bytes, "model")
        var model: OpaquePointer?
        rules.withCString {
            var options = options
            options.rules_path = $0
            #expect(spamfilterOpen(path, &options, &model) == CInt(SPAMFILTER_OK))
        }
        defer { spamfilterClose(model) }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: content.encoded().count, alignment: 8)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: content.encoded())
        var filter = MessageFilter(
            Classifier(sample.view), rules: try RuleMatcher(file: RuleView(UnsafeRawBufferPointer(bytes))))
        var deciders: Set<Int32> = []
        SampleModel.forEachMessage { bytes, message in
            let text = Message(
                body: String(decoding: bytes.body, as: UTF8.self), sender: String(decoding: bytes.sender, as: UTF8.self),
                receiverCountry: String(decoding: bytes.receiverCountry, as: UTF8.self))
            let expected = filter.decide(bytes), expectedOfText = filter.decide(text)
            #expect(expected.rule == expectedOfText.rule)
            var message = message, found = spamfilter_verdict()
            #expect(spamfilterClassify(model, &message, &found) == CInt(SPAMFILTER_OK))
            #expect(Answer(Action(rawValue: Int(found.action))!, SubAction(rawValue: Int(found.sub_action))!) == expected.answer)
            #expect(Int(found.decided_by) == expected.rule.map { Int($0.place.tier.rawValue) + 1 } ?? SPAMFILTER_BY_MODEL)
            #expect(Int(found.rule_number) == expected.rule?.place.number ?? 0)
            #expect(found.junk_log_odds.isNaN == (expected.verdict == nil))
            if let verdict = expected.verdict { #expect(found.junk_log_odds == verdict.junkLogOdds) }
            deciders.insert(found.decided_by)
        }
        #expect(deciders.count >= 4, "\(deciders)")
    }

    @Test func damagedRulesAreRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(SampleModel.encoded([.allow, .junk]), "model")
        let bytes = try OptionTests.rules().encoded()
        for i in 0..<bytes.count {
            var damaged = bytes
            damaged[i] ^= 1 << (i % 8)
            let rules = try write(damaged, "rules")
            rules.withCString {
                var options = options
                options.rules_path = $0
                #expect(opened(path, &options) == SPAMFILTER_RULES, "byte \(i)")
            }
        }
        #expect(String(cString: spamfilter_last_error()).contains("/rules: "))
    }

    /// Verdicts and explanations are those of a Swift classifier with the same overlay.
    @Test func ownExamplesMoveVerdicts() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try SampleModel(Label.all)
        var own = PersonalOverlay(for: sample.view)
        for _ in 0..<3 { try own.learn(Message(body: "hello, my friend", sender: "MYBANK"), as: .junk) }
        let overlay = try write(own.bytes, "own"), path = try write(sample.bytes, "model")
        var model: OpaquePointer?
        overlay.withCString {
            var options = options
            options.overlay_path = $0
            #expect(spamfilterOpen(path, &options, &model) == CInt(SPAMFILTER_OK))
        }
        defer { spamfilterClose(model) }
        var alone = Classifier(sample.view), moved = 0
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: own.bytes.count, alignment: 8)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: own.bytes)
        var classifier = try Classifier(sample.view, overlay: OverlayView(UnsafeRawBufferPointer(bytes)))
        SampleModel.forEachMessage { bytes, message in
            var message = message, verdict = spamfilter_verdict(), found = spamfilter_explanation()
            #expect(spamfilterClassify(model, &message, &verdict) == CInt(SPAMFILTER_OK))
            #expect(verdict.junk_log_odds.bitPattern == classifier.classify(bytes).junkLogOdds.bitPattern)
            if verdict.junk_log_odds != alone.classify(bytes).junkLogOdds { moved += 1 }
            #expect(
                spamfilterExplain(model, &message, CInt(SPAMFILTER_WHY_JUNK), &found, nil, 0) == CInt(SPAMFILTER_OK))
            #expect(found.own_examples == classifier.explainJunk(bytes)?.ownExamples)
        }
        #expect(moved > 0)
    }

    @Test func anOverlayMustFitTheModel() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try write(SampleModel.encoded([.allow, .junk]), "model")
        var other = TokenizerSettings()
        other.wordNgrams = other.wordNgrams == 1 ? 2 : 1
        var damaged = PersonalOverlay(TokenizerSettings()).bytes
        damaged[100] ^= 1
        let files = [
            (try write(PersonalOverlay(TokenizerSettings()).bytes, "fits"), SPAMFILTER_OK),
            (try write(PersonalOverlay(other).bytes, "other"), SPAMFILTER_OVERLAY),
            (try write(damaged, "damaged"), SPAMFILTER_OVERLAY), (try write([], "empty"), SPAMFILTER_OVERLAY),
            (path, SPAMFILTER_OVERLAY), (path + "x", SPAMFILTER_FILE),
        ]
        for (overlay, expected) in files {
            overlay.withCString {
                var options = options
                options.overlay_path = $0
                #expect(opened(path, &options) == expected, "\(overlay)")
            }
            if expected != SPAMFILTER_OK { #expect(String(cString: spamfilter_last_error()).hasPrefix("\(overlay): ")) }
        }
    }
}
