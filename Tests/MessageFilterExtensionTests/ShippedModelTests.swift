// The models that the repository ships: whole, within an extension's limits, and sane about clear
// messages, asked as an app that brings one along asks.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct ShippedModelTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func path(_ name: String) -> String { project.appending(path: "Models/\(name)").path() }

    /// The languages that each model is for; `nil` is all of the starter corpus.
    static let languages: [String: [String]?] = [
        "starter.spam": nil, "small.spam": nil, "english.spam": ["en"],
        "latin.spam": ["en", "de", "es", "fr", "id", "pt", "tr", "vi"], "chinese.spam": ["zh-Hans", "zh-Hant"],
    ]

    struct Row {
        let language: String, label: Label, text: String
    }

    /// Messages that any person would tell apart; they are not of the corpus.
    static func messages() throws -> [Row] {
        let file = project.appending(path: "Tests/Fixtures/shipped-messages.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return Row(language: cells[0], label: try #require(Label(cells[1])), text: cells[2])
        }
    }

    /// So a model that is added is tested too.
    @Test func everyShippedModelHasItsLanguages() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: ShippedModelTests.path(""))
        #expect(Set(names.filter { $0.hasSuffix(".spam") }) == Set(ShippedModelTests.languages.keys))
    }

    @Test(arguments: languages.keys.sorted())
    func aShippedModelIsWholeAndFitsAnExtension(name: String) throws {
        let model = try ModelFile(ShippedModelTests.path(name))
        try model.view.verify()
        let bytes = model.view.byteCount, declared = model.view.policy.declared.labels.count
        #expect(bytes <= (name == "small.spam" ? 64 << 10 : 1 << 20))
        // The system shows no more than five sub-folders.
        #expect(declared <= 5)
        #expect(Classifier.heapBytes <= 64 << 10)
    }

    /// A wanted message is never put in Junk, and a code is told for what it is. Clear junk is more
    /// likely junk than not, and at least half of it lands in Junk: the cutoffs are strict.
    @Test(arguments: languages.keys.sorted())
    func clearMessagesAreDecidedAsAPersonWould(name: String) throws {
        let path = ShippedModelTests.path(name), known = try #require(ShippedModelTests.languages[name])
        let rows = try ShippedModelTests.messages().filter { known?.contains($0.language) ?? true }
        let folder = try TemporaryFolder(), handler = FilterHandler(FilterFolder(folder.filter.path, bundledModel: path))
        let model = try ModelFile(path)
        var classifier = Classifier(model.view)
        var found = 0, junk = 0
        for row in rows {
            let message = Message(body: row.text), action = handler.offlineAnswer(to: message).answer.action
            switch row.label.action {
            case .junk:
                let likely = classifier.classify(message).label.action
                #expect(likely == .junk && (action == .junk || action == .none), "\(name): \(row.text)")
                junk += 1
                found += action == .junk ? 1 : 0
            case .transaction:
                #expect(action == .transaction, "\(name): \(row.text)")
            default:
                #expect(action != .junk, "\(name): \(row.text)")
            }
        }
        #expect(junk >= 2 && 2 * found >= junk, "\(name): \(found) of \(junk)")
    }
}
