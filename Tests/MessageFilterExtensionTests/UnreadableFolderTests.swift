// What the system cannot read for a while: what is open answers on, and is replaced once it can.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

/// Nothing can be opened by it, for a reason that may pass, as with locks and too few descriptors.
/// It holds for root, too.
private let unreadable = String(repeating: "x", count: 300)

@Suite struct UnreadableFolderTests {
    private let folder: TemporaryFolder
    /// The same folder, by a link that a test can break.
    private let link: String
    private let links: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(model: sampleModel())
        links = try TemporaryFolder()
        link = "\(links.filter.path)/folder"
        try point(to: folder.filter.path)
    }

    private func point(to path: String) throws {
        unlink(link)
        try #require(symlink(path, link) == 0)
    }

    private func answer(_ contents: inout FilterFolder.Contents, _ body: String, from sender: String? = nil) -> Answer {
        contents.refresh()
        return contents.answer(Message(body: body, sender: sender))
    }

    @Test func aFolderThatIsNotListedTakesNothingAway() throws {
        let rule = try #require(Rule(.allow, sender: "MYBANK"))
        try folder.filter.save(FilterSettings(defersToNetwork: true, rules: [rule]))
        try folder.filter.install(rules: RuleContent(deny: [try #require(Rule(.junk, sender: "MYSHOP"))]).encoded())
        var own = PersonalOverlay(TokenizerSettings())
        for _ in 0..<20 { try own.learn(Message(body: Texts.unsure), as: .junk) }
        try folder.filter.save(overlay: own)
        var contents = FilterFolder.Contents(FilterFolder(link))
        for isBroken in [false, true, true, false] {
            try point(to: isBroken ? unreadable : folder.filter.path)
            #expect(answer(&contents, Texts.junk) == Answer(.junk))
            #expect(answer(&contents, Texts.junk, from: "MYBANK") == Answer(.allow))
            #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == Answer(.junk))
            #expect(answer(&contents, Texts.unsure) == Answer(.junk))
            // The user may have switched it off since.
            #expect(contents.defersToNetwork == !isBroken)
        }
        try point(to: unreadable)
        contents.refresh()
        try folder.filter.install(model: sampleModel(finance: .junk))
        #expect(answer(&contents, Texts.finance).action == .transaction)
        try point(to: folder.filter.path)
        #expect(answer(&contents, Texts.finance) == Answer(.junk))
        // A folder that is gone is another matter.
        try point(to: "missing")
        #expect(answer(&contents, Texts.junk) == .none && answer(&contents, Texts.junk, from: "MYBANK") == .none)
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == .none && !contents.defersToNetwork)
    }

    @Test func fromTheStartTheBundledModelAnswersUntilTheFolderIsListed() throws {
        let bundled = "\(links.filter.path)/shipped.spam"
        try links.write(sampleModel(finance: .junk), to: "shipped.spam")
        try point(to: unreadable)
        var contents = FilterFolder.Contents(FilterFolder(link, bundledModel: bundled))
        for _ in 0..<2 { #expect(answer(&contents, Texts.finance) == Answer(.junk)) }
        try point(to: folder.filter.path)
        #expect(answer(&contents, Texts.finance).action == .transaction)
    }

    /// A newer model that is locked does not take away the one in use, nor make it be read anew:
    /// its file may even be gone.
    @Test func aModelInUseAnswersUntilTheNewerOneCanBeRead() throws {
        var contents = FilterFolder.Contents(folder.filter)
        #expect(answer(&contents, Texts.finance).action == .transaction)
        try folder.link("model-2.spam", to: unreadable)
        #expect(answer(&contents, Texts.finance).action == .transaction)
        // Opened now for the first time, the one before answers.
        var late = FilterFolder.Contents(folder.filter)
        #expect(answer(&late, Texts.finance).action == .transaction)
        try folder.remove("model-1.spam")
        for _ in 0..<2 {
            #expect(answer(&contents, Texts.finance).action == .transaction)
            #expect(answer(&late, Texts.finance).action == .transaction)
        }
        try folder.remove("model-2.spam")
        try folder.write(sampleModel(finance: .junk), to: "model-2.spam")
        #expect(answer(&contents, Texts.finance) == Answer(.junk) && answer(&late, Texts.finance) == Answer(.junk))
    }

    @Test func settingsAndRulesThatCannotBeReadLeaveTheOpenOnes() throws {
        let rule = try #require(Rule(.allow, sender: "MYBANK"))
        try folder.filter.save(FilterSettings(defersToNetwork: true, rules: [rule]))
        try folder.filter.install(rules: RuleContent(deny: [try #require(Rule(.junk, sender: "MYSHOP"))]).encoded())
        var contents = FilterFolder.Contents(folder.filter)
        contents.refresh()
        #expect(contents.defersToNetwork == true)
        for name in ["settings-1.json", "rules-1.spamrules"] {
            try folder.remove(name)
            try folder.link(name, to: unreadable)
        }
        #expect(answer(&contents, Texts.junk, from: "MYBANK") == Answer(.allow))
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP") == Answer(.junk))
        #expect(contents.defersToNetwork == false)
        try folder.remove("settings-1.json")
        try folder.filter.save(FilterSettings(defersToNetwork: true))
        #expect(answer(&contents, Texts.junk, from: "MYBANK") == Answer(.junk) && contents.defersToNetwork)
        try folder.remove("rules-1.spamrules")
        #expect(answer(&contents, Texts.unknown, from: "MYSHOP").action == .allow)
    }

    /// A writer without hard links takes a number by an empty file.
    @Test func emptyFilesHideNone() throws {
        try folder.filter.save(FilterSettings(defersToNetwork: true))
        for number in 2...9 {
            try folder.write([], to: "model-\(number).spam")
            try folder.write([], to: "settings-\(number).json")
        }
        var contents = FilterFolder.Contents(folder.filter)
        #expect(answer(&contents, Texts.junk) == Answer(.junk) && contents.defersToNetwork)
        try folder.write(sampleModel(finance: .junk), to: "model-2.spam")
        #expect(answer(&contents, Texts.finance) == Answer(.junk))
    }
}

extension TemporaryFolder {
    fileprivate func link(_ name: String, to target: String) throws {
        try #require(symlink(target, "\(filter.path)/\(name)") == 0)
    }
}
