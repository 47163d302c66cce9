// What app and extension share: never half a file, the newest that opens, and the one before kept.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct FilterFolderTests {
    @Test func theTwoNewestModelsAndSettingsAreKept() throws {
        let folder = try TemporaryFolder()
        for i in 0..<4 {
            try folder.filter.install(model: sampleModel(finance: i % 2 == 1 ? .junk : .allow))
            try folder.filter.save(FilterSettings(defersToNetwork: i % 2 == 1))
        }
        #expect(try folder.files() == ["model-3.spam", "model-4.spam", "settings-3.json", "settings-4.json"])
        #expect(folder.filter.settings() == FilterSettings(defersToNetwork: true))
    }

    @Test(arguments: [0, 1, 100, 500])
    func aModelThatIsNotWholeIsNotInstalled(at byte: Int) throws {
        let folder = try TemporaryFolder(model: sampleModel())
        var damaged = sampleModel()
        damaged[damaged.count - 1 - byte % damaged.count] ^= 0x40
        #expect(throws: InstallError.self) { try folder.filter.install(model: damaged) }
        #expect(throws: InstallError.model(.empty)) { try folder.filter.install(model: []) }
        #expect(try folder.files() == ["model-1.spam"])
    }

    @Test func theNewestThatOpensIsTaken() throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        try folder.write([], to: "model-2.spam")
        try folder.write(Array("{".utf8), to: "settings-2.json")
        var contents = FilterFolder.Contents(folder.filter)
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.junk)) == Answer(.junk))
        // The user may have switched the network off in the settings that cannot be read.
        #expect(!folder.filter.settings().defersToNetwork)
        // The next ones go behind the damaged.
        try folder.filter.install(model: sampleModel(finance: .junk))
        try folder.filter.save(FilterSettings())
        #expect(folder.filter.files(.model).numbers() == [3, 1] && folder.filter.files(.settings).numbers() == [3, 1])
        #expect(!folder.filter.settings().defersToNetwork)
    }

    @Test func rulesOfTheSettingsBeforeHoldAndTheirNetworkDoesNot() throws {
        let rule = try #require(Rule(.allow, sender: "MYBANK"))
        let folder = try TemporaryFolder(FilterSettings(defersToNetwork: true, rules: [rule]))
        try folder.write(Array("{".utf8), to: "settings-2.json")
        #expect(folder.filter.settings() == FilterSettings(rules: [rule]))
        var contents = FilterFolder.Contents(folder.filter)
        contents.refresh()
        #expect(!contents.defersToNetwork && contents.answer(Message(body: "", sender: "mybank")) == Answer(.allow))
    }

    @Test func whatIsSavedIsReadBackAndWhatCouldNotBeIsNotSaved() throws {
        let folder = try TemporaryFolder()
        let many = try FilterSettings(rules: (0..<5_000).map { try #require(Rule(.junk, sender: "+82 10-0000-\($0)")) })
        try folder.filter.save(many)
        #expect(folder.filter.settings() == many)
        let long = try (0..<70).map { try #require(Rule(.junk, sender: "\($0)" + String(repeating: "a", count: 4_000))) }
        #expect(throws: NetworkJSONError.self) { try folder.filter.save(FilterSettings(rules: long)) }
        #expect(try folder.files() == ["settings-1.json"] && folder.filter.settings() == many)
    }

    /// What rules cost in memory counts, and a file above the bound is not copied into it.
    @Test func rulesAreBoundedInMemory() throws {
        let rule = try #require(Rule(.allow, sender: "MYBANK"))
        let folder = try TemporaryFolder(FilterSettings(rules: [rule]))
        let wide = try longRules(3_000, "")
        let settings = FilterSettings(rules: wide)
        #expect(settings.json().count <= FilterSettings.mostBytes)
        #expect(RuleMatcher(wide).heapBytes > FilterSettings.mostRuleBytes)
        #expect {
            try folder.filter.save(settings)
        } throws: { error in
            guard case .rulesTooLarge(FilterSettings.mostRuleBytes, let found) = error as? NetworkJSONError else { return false }
            return found > FilterSettings.mostRuleBytes
        }
        try folder.write(Array(settings.json()), to: "settings-2.json")
        try folder.write([UInt8](repeating: 0x20, count: FilterSettings.mostBytes + 1) + Array("{}".utf8), to: "settings-3.json")
        #expect(folder.filter.settings() == FilterSettings(rules: [rule]))
    }

    @Test func aFileThatChangedIsTriedAgainAndAReusedNumberIsSeen() throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings())
        /// In place, so that only the date shows that the file is another.
        func write(_ bytes: [UInt8], to name: String, at seconds: Int = 1) throws {
            try folder.write(bytes, to: name)
            let date = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
            try #require(utimes("\(folder.filter.path)/\(name)", date) == 0)
        }
        let model = sampleModel(finance: .junk), settings = Array(#"{"defersToNetwork":true}"#.utf8)
        try write([0] + model.dropFirst(), to: "model-2.spam")
        try write([0] + settings.dropFirst(), to: "settings-2.json")
        var contents = FilterFolder.Contents(folder.filter)
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)).action == .transaction && !contents.defersToNetwork)
        try write(model, to: "model-2.spam", at: 2)
        try write(settings, to: "settings-2.json", at: 2)
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)) == Answer(.junk) && contents.defersToNetwork)
        for file in try folder.files() { try folder.remove(file) }
        try folder.filter.install(model: sampleModel(finance: .junk))
        contents.refresh()
        try folder.remove("model-1.spam")
        try folder.filter.install(model: sampleModel())
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)).action == .transaction)
    }

    /// A folder that somebody fills costs no more than its newest files, and a file that is wrong
    /// is read once; one that the system cannot read is tried again.
    @Test func filesThatAreWrongAreReadOnce() throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        try folder.write(Array(#"{"_version":2}"#.utf8), to: "settings-2.json")
        try folder.write([1], to: "model-2.spam")
        let isSettled = try folder.filter.newestSettings().isSettled
        #expect(isSettled && !folder.filter.settings().defersToNetwork)
        let loaded = folder.filter.modelLoader.load()
        #expect(loaded.isSettled && loaded.attempts.count == 1)
        #expect(loaded.path == folder.filter.files(.model).path(1))
        for number in 2...9 { try folder.write([1], to: "settings-\(number).json") }
        #expect(folder.filter.settings() == FilterSettings())
    }

    @Test func anInstallationKeepsTheNewestThatOpens() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        for number in 2...3 { try folder.write([1], to: "model-\(number).spam") }
        try folder.filter.install(model: sampleModel(finance: .junk))
        #expect(try folder.files() == ["model-1.spam", "model-4.spam"])
    }

    /// The system asks for sub-folders only when the person switches the filter on.
    @Test func anInstallationSaysWhetherTheFilterMustBeSwitchedOnAgain() throws {
        let bundle = try TemporaryFolder(), folder = try TemporaryFolder()
        try bundle.write(sampleModel(), to: "shipped.spam")
        let filter = FilterFolder(folder.filter.path, bundledModel: "\(bundle.filter.path)/shipped.spam")
        #expect(try filter.install(model: sampleModel(finance: .junk)) == .same)
        let fewer = sampleModel(declared: ["transaction/finance"])
        #expect(try filter.install(model: fewer) == .changed)
        #expect(try filter.install(model: fewer) == .same)
        #expect(try filter.install(model: sampleModel()) == .changed)
        // Without a model there were none.
        #expect(try FilterFolder(bundle.filter.path).install(model: sampleModel()) == .changed)
    }

    /// The least that was measured of an extension's memory is 6 MB in all.
    @Test func allThatAnExtensionCopiesFitsTheLeastThatWasMeasured() {
        // What stays of them is a part of it: Benchmarks/decisions/rules-in-memory.md.
        let readingSettings = 3 << 20
        let phrases = 5 << 10, ownExamples = 16 << 10
        let parts = [
            FilterFolder.mostModelBytes, FilterFolder.mostCopiedRuleBytes, readingSettings, Classifier.heapBytes, phrases,
            ownExamples,
        ]
        #expect(FilterSettings.mostRuleBytes < readingSettings)
        #expect(parts.reduce(0, +) < 6_000_000)
    }

    @Test func withoutAFolderNothingIsWritten() throws {
        #expect(throws: InstallError.noFolder) { try FilterFolder("").install(model: sampleModel()) }
        #expect(throws: InstallError.noFolder) { try FilterFolder("").save(FilterSettings()) }
    }

    /// An update of the app may read messages anew; until a model for it is there, the bundle's
    /// answers, and without a shared folder, too.
    @Test func theBundledModelAnswersWhereTheFolderHasNoneForThisBuild() throws {
        let folder = try TemporaryFolder(), bundle = try TemporaryFolder()
        try bundle.write(sampleModel(), to: "shipped.spam")
        let shipped = "\(bundle.filter.path)/shipped.spam"
        for path in ["", "\(folder.filter.path)/missing", folder.filter.path] {
            var contents = FilterFolder.Contents(FilterFolder(path, bundledModel: shipped))
            contents.refresh()
            #expect(contents.answer(Message(body: Texts.junk)) == Answer(.junk))
        }
        var contents = FilterFolder.Contents(FilterFolder(folder.filter.path, bundledModel: shipped))
        try folder.write([1], to: "model-1.spam")
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)).action == .transaction)
        try folder.filter.install(model: sampleModel(finance: .junk))
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)) == Answer(.junk))
        try folder.remove("model-2.spam")
        contents.refresh()
        #expect(contents.answer(Message(body: Texts.finance)).action == .transaction)
    }
}
