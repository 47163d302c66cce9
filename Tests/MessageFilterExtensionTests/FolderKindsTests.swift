// Files of rules and own examples in the shared folder: the handler takes up the newest that opens.

import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct FolderKindsTests {
    /// A file that denies a phrase.
    private func rules(denying phrase: String) throws -> [UInt8] {
        RuleContent(deny: [try #require(Rule(.junk, contains: phrase))]).encoded()
    }

    private func modelSettings() throws -> TokenizerSettings { try sampleModel().withUnsafeBytes { try ModelView($0).settings } }

    @Test func theNewestRulesThatOpenDecide() throws {
        let folder = try TemporaryFolder()
        let handler = FilterHandler(folder.filter)
        let first = Message(body: "a first phrase"), second = Message(body: "a second phrase")
        #expect(handler.offlineAnswer(to: first).answer == .none)
        try folder.filter.install(rules: rules(denying: "first phrase"))
        #expect(handler.offlineAnswer(to: first).answer == FilterAnswer(.junk))
        try folder.filter.install(rules: rules(denying: "second phrase"))
        #expect(handler.offlineAnswer(to: first).answer == .none)
        #expect(handler.offlineAnswer(to: second).answer == FilterAnswer(.junk))
        try folder.write([1, 2, 3], to: "rules-3.spamrules")
        #expect(handler.offlineAnswer(to: second).answer == FilterAnswer(.junk))
        #expect(throws: InstallError.self) { try folder.filter.install(rules: [1, 2, 3]) }
        #expect(try folder.files() == ["rules-1.spamrules", "rules-2.spamrules", "rules-3.spamrules"])
    }

    /// The user's own rules of a tier come before those of the file.
    @Test func settingsComeBeforeTheFile() throws {
        let folder = try TemporaryFolder(FilterSettings(rules: [try #require(Rule(.allow, sender: "MYBANK"))]))
        let group = RuleContent(rules: [try #require(Rule(.junk, contains: "loan"))])
        try folder.filter.install(rules: group.encoded())
        let handler = FilterHandler(folder.filter)
        #expect(handler.offlineAnswer(to: Message(body: "Your loan", sender: "MyBank")).answer == FilterAnswer(.allow))
        #expect(handler.offlineAnswer(to: Message(body: "Your loan", sender: "Other")).answer == FilterAnswer(.junk))
    }

    @Test func unsignedRulesAreNoneWhereKeysAreGiven() throws {
        let folder = try TemporaryFolder()
        let key = try #require(PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="))
        let strict = FilterFolder(folder.filter.path, signedBy: [key])
        let file = try rules(denying: "phrase")
        #expect(throws: InstallError.self) { try strict.install(rules: file) }
        try folder.filter.install(rules: file)
        #expect(FilterHandler(strict).offlineAnswer(to: Message(body: "a phrase")).answer == .none)
    }

    @Test func ownExamplesMoveTheModelsAnswer() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        let handler = FilterHandler(folder.filter)
        let message = Message(body: Texts.junk)
        #expect(handler.offlineAnswer(to: message).answer == FilterAnswer(.junk))
        let settings = try modelSettings()
        var own = PersonalOverlay(settings)
        for _ in 0..<40 { try own.learn(message, as: .allow) }
        try folder.filter.save(own)
        #expect(folder.filter.overlay() == own)
        #expect(handler.offlineAnswer(to: message).answer != FilterAnswer(.junk))
        // Damaged ones are passed over, those before count.
        try folder.write([UInt8](repeating: 0, count: 100), to: "overlay-2.spamown")
        #expect(handler.offlineAnswer(to: message).answer != FilterAnswer(.junk))
        try folder.filter.save(PersonalOverlay(settings))
        #expect(handler.offlineAnswer(to: message).answer == FilterAnswer(.junk))
    }

    /// After an update of the app, examples of other settings rest.
    @Test func examplesOfOtherSettingsRest() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        var settings = try modelSettings()
        settings.simplifiesHan.toggle()
        var own = PersonalOverlay(settings)
        for _ in 0..<40 { try own.learn(Message(body: Texts.junk), as: .allow) }
        try folder.filter.save(own)
        #expect(FilterHandler(folder.filter).offlineAnswer(to: Message(body: Texts.junk)).answer == FilterAnswer(.junk))
    }
}
