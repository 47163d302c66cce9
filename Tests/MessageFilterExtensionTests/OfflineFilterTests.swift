// Rules of settings and of a file in one filter: what cannot be taken changes nothing.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct OfflineFilterTests {
    private func file(_ content: RuleContent) throws -> RuleFile {
        let path = NSTemporaryDirectory() + "rules-\(UUID().uuidString)"
        try Data(content.encoded()).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try RuleFile(path, .copied)
    }

    @Test func whatIsTooLargeBesideAFileChangesNothing() throws {
        let denied = try #require(Rule(.junk, word: "win")), own = try #require(Rule(.junk, word: "gold"))
        var filter = try OfflineFilter(rules: [own])
        try filter.replaceFile(try file(RuleContent(deny: [denied], rules: try longRules(200, "a"))))
        func places(_ filter: inout OfflineFilter) -> [RuleSource?] {
            ["win", "gold", "plain"].map { filter.decide(Message(body: $0)).rule?.place.source }
        }
        #expect(places(&filter) == [.file, .settings, nil])
        #expect(refusal(&filter, RuleContent(rules: try longRules(400, "b")))?.hasPrefix("expected rules of at most") == true)
        #expect(places(&filter) == [.file, .settings, nil])
        #expect(try refusal(&filter, tooMany())?.contains("found 8193") == true)
        #expect(places(&filter) == [.file, .settings, nil])
        try filter.replaceRules([])
        #expect(places(&filter) == [.file, nil, nil])
        try filter.replaceFile(nil)
        #expect(places(&filter) == [nil, nil, nil])
    }

    private func tooMany() throws -> RuleContent {
        RuleContent(rules: Array(repeating: try #require(Rule(.junk, word: "a")), count: 8_193))
    }

    @Test func settingsThatMakeNoRulesAreRefused() throws {
        let disguised = try #require(Rule(.junk, host: "bänk.example"))
        for content in [FilterSettings(allow: [disguised]).content, try tooMany()] {
            #expect(refusal(content)?.contains(try #require(content.problem)) == true)
        }
    }

    private func refusal(_ filter: inout OfflineFilter, _ content: RuleContent) -> String? {
        do throws(RuleFileError) { try filter.replaceSettings(content) } catch { return error.description }
        return nil
    }

    private func refusal(_ content: RuleContent) -> String? {
        do throws(RuleFileError) { _ = try OfflineFilter(settings: content).declared } catch { return error.description }
        return nil
    }
}
