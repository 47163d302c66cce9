// Rules of settings and of a file in one filter: what cannot be taken changes nothing.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct FolderContentsTests {
    private func file(_ content: RuleContent) throws -> RuleFile {
        let path = NSTemporaryDirectory() + "rules-\(UUID().uuidString)"
        try Data(content.encoded()).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try RuleFile(path, .copied)
    }

    @Test func whatIsTooLargeBesideAFileChangesNothing() throws {
        let denied = try #require(Rule(.junk, word: "win")), own = try #require(Rule(.junk, word: "gold"))
        var contents = FilterFolder.Contents(try TemporaryFolder().filter)
        try contents.replaceSettings(RuleContent(rules: [own]))
        try contents.replaceRules(try file(RuleContent(deny: [denied], rules: try longRules(200, "a"))))
        func isJunk(_ contents: inout FilterFolder.Contents) -> [Bool] {
            ["win", "gold", "plain"].map { contents.answer(Message(body: $0)).action == .junk }
        }
        #expect(isJunk(&contents) == [true, true, false])
        #expect(refusal(&contents, RuleContent(rules: try longRules(400, "b")))?.hasPrefix("expected rules of at most") == true)
        #expect(isJunk(&contents) == [true, true, false])
        #expect(try refusal(&contents, tooMany())?.contains("found 8193") == true)
        #expect(isJunk(&contents) == [true, true, false])
        try contents.replaceSettings(RuleContent())
        #expect(isJunk(&contents) == [true, false, false])
        try contents.replaceRules(nil)
        #expect(isJunk(&contents) == [false, false, false])
    }

    private func tooMany() throws -> RuleContent {
        RuleContent(rules: Array(repeating: try #require(Rule(.junk, word: "a")), count: 8_193))
    }

    @Test func settingsThatMakeNoRulesAreRefused() throws {
        let disguised = try #require(Rule(.junk, host: "bänk.example"))
        for content in [FilterSettings(allow: [disguised]).content, try tooMany()] {
            var contents = FilterFolder.Contents(try TemporaryFolder().filter)
            #expect(refusal(&contents, content)?.contains(try #require(content.problem)) == true)
        }
    }

    private func refusal(_ contents: inout FilterFolder.Contents, _ content: RuleContent) -> String? {
        do throws(RuleFileError) { try contents.replaceSettings(content) } catch { return error.description }
        return nil
    }
}
