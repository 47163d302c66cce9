// Files of rules and own examples in the shared folder: installed, taken up, passed over.

import Foundation
import SpamFilterIO
import Testing

@testable import MessageFilterExtension
@testable import SpamFilter

/// Rules as a file, with a sequence number; 0 for none.
private func rules(_ label: Label, sender: String, sequence: UInt64 = 0) throws -> [UInt8] {
    let bytes = RuleContent(rules: [try #require(Rule(label, sender: sender))]).encoded()
    guard sequence > 0 else { return bytes }
    // Nobody asks for the signature, which is wrong.
    let unsigned = try UnsignedFile(bytes, sequence: sequence, key: KeyID(rawValue: 1))
    return unsigned.signed([UInt8](repeating: 0, count: 64))
}

@Suite struct FolderRulesTests {
    private func answer(_ contents: inout FilterFolder.Contents, _ body: String, from sender: String? = nil) -> Answer {
        contents.refresh()
        return contents.answer(Message(body: body, sender: sender))
    }

    @Test func theNewestRulesAnswerBesideThoseOfTheSettings() throws {
        let own = try #require(Rule(.allow, sender: "+82 10-0000-0000"))
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(rules: [own]))
        var contents = FilterFolder.Contents(folder.filter)
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP").action == .allow)
        for sender in ["A", "MYSHOP", "myshop", "myshop"] { try folder.filter.install(rules: rules(.junk, sender: sender)) }
        #expect(try folder.files() == ["model-1.spam", "rules-2.spamrules", "rules-3.spamrules", "settings-1.json"])
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == Answer(.junk))
        #expect(answer(&contents, Texts.junk, from: "+821000000000") == Answer(.allow))
        // Settings that change leave the file as it is.
        try folder.filter.save(FilterSettings())
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == Answer(.junk))
        // Damaged, so that the one before answers; then none.
        try folder.write([1], to: "rules-3.spamrules")
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == Answer(.junk))
        for name in ["rules-2.spamrules", "rules-3.spamrules"] { try folder.remove(name) }
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP").action == .allow)
    }

    /// Rules of settings and of a file share one bound, and either may shrink.
    @Test func whatWasTooLargeIsTakenOnceThereIsRoom() throws {
        let folder = try TemporaryFolder()
        var contents = FilterFolder.Contents(folder.filter)
        func label(_ body: String) -> Action { answer(&contents, body).action }
        let gold = try #require(Rule(.junk, word: "gold")), win = try #require(Rule(.junk, word: "win"))
        try folder.filter.install(rules: RuleContent(deny: [win], rules: longRules(200, "a")).encoded())
        #expect(label("win") == .junk)
        try folder.filter.save(FilterSettings(rules: [gold] + longRules(200, "b")))
        #expect(label("gold") == .none && label("win") == .junk)
        try folder.filter.install(rules: RuleContent(deny: [win]).encoded())
        #expect(label("gold") == .junk && label("win") == .junk)
        // The other way round.
        try folder.filter.install(rules: RuleContent(rules: longRules(200, "a")).encoded())
        #expect(label("gold") == .junk && label("win") == .junk)
        try folder.filter.save(FilterSettings())
        #expect(label("gold") == .none && label("win") == .none)
    }

    @Test func rulesThatAreNotWholeOrOlderAreRefused() throws {
        let folder = try TemporaryFolder()
        try folder.filter.install(rules: rules(.junk, sender: "A", sequence: 4))
        #expect(throws: InstallError.rollback(newest: 4, found: 3)) {
            try folder.filter.install(rules: rules(.junk, sender: "A", sequence: 3))
        }
        var damaged = try rules(.junk, sender: "MYSHOP", sequence: 5)
        damaged[damaged.count - 100] ^= 1
        #expect(throws: InstallError.self) { try folder.filter.install(rules: damaged) }
        #expect(throws: InstallError.rules(.file(.empty))) { try folder.filter.install(rules: []) }
        #expect(throws: InstallError.self) { try folder.filter.install(rules: sampleModel()) }
        #expect(try folder.files() == ["rules-1.spamrules"])
        try folder.filter.install(rules: rules(.junk, sender: "A", sequence: 3), allowingRollback: true)
        let keyed = FilterFolder(folder.filter.path, signedBy: [])
        #expect(throws: InstallError.self) { try keyed.install(rules: rules(.junk, sender: "A", sequence: 9)) }
        let found = try keyed.newestRules(), isSettled = found.isSettled
        let isThere = found.take() != nil
        #expect(!isThere && isSettled)
    }

    @Test func ownExamplesMoveAnAnswerAndFollowTheModel() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        var contents = FilterFolder.Contents(folder.filter)
        #expect(answer(&contents, Texts.unsure).action == .none && folder.filter.overlay() == nil)
        var own = PersonalOverlay(TokenizerSettings())
        for _ in 0..<20 { try own.learn(Message(body: Texts.unsure), as: .junk) }
        try folder.filter.save(overlay: own)
        #expect(folder.filter.overlay() == own)
        #expect(answer(&contents, Texts.unsure) == Answer(.junk))
        // Another model, the same examples.
        try folder.filter.install(model: sampleModel(finance: .junk))
        #expect(answer(&contents, Texts.unsure) == Answer(.junk))
        #expect(answer(&contents, Texts.finance) == Answer(.junk))
        // Damaged ones are passed over; without any, the model answers alone.
        try folder.write([1], to: "overlay-2.spamown")
        #expect(answer(&contents, Texts.unsure) == Answer(.junk))
        for name in ["overlay-1.spamown", "overlay-2.spamown"] { try folder.remove(name) }
        #expect(answer(&contents, Texts.unsure).action == .none)
    }

    @Test func ownExamplesOfOtherSettingsLeaveTheModelAlone() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        var own = PersonalOverlay(TokenizerSettings(wordNgrams: 1))
        for _ in 0..<20 { try own.learn(Message(body: Texts.unsure), as: .junk) }
        try folder.filter.save(overlay: own)
        var contents = FilterFolder.Contents(folder.filter)
        #expect(answer(&contents, Texts.unsure).action == .none)
        #expect(answer(&contents, Texts.junk) == Answer(.junk))
    }
}
