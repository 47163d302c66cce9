// Files of rules in the shared folder: the handler takes up the newest that opens and is signed.

import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct FolderSignedRulesTests {
    /// A file that denies a phrase.
    private func rules(denying phrase: String) throws -> [UInt8] {
        RuleContent(deny: [try #require(Rule(.junk, contains: phrase))]).encoded()
    }

    @Test func theNewestRulesThatOpenDecide() throws {
        let folder = try TemporaryFolder()
        let handler = FilterHandler(folder.filter)
        let first = Message(body: "a first phrase"), second = Message(body: "a second phrase")
        #expect(handler.offlineAnswer(to: first).answer == .none)
        try folder.filter.install(rules: rules(denying: "first phrase"))
        #expect(handler.offlineAnswer(to: first).answer == Answer(.junk))
        try folder.filter.install(rules: rules(denying: "second phrase"))
        #expect(handler.offlineAnswer(to: first).answer == .none)
        #expect(handler.offlineAnswer(to: second).answer == Answer(.junk))
        try folder.write([1, 2, 3], to: "rules-3.spamrules")
        #expect(handler.offlineAnswer(to: second).answer == Answer(.junk))
        #expect(throws: InstallError.self) { try folder.filter.install(rules: [1, 2, 3]) }
        #expect(try folder.files() == ["rules-1.spamrules", "rules-2.spamrules", "rules-3.spamrules"])
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
}
