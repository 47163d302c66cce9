import Foundation
import SpamFilter
import Testing

@testable import SpamFilterIO

@Suite struct ModelFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let content = ModelContent(
        settings: TokenizerSettings(), weighting: .count,
        classes: [.init(label: .allow), .init(label: .junk, bias: 1.5, scale: 1)], features: [], weights: [])

    private func error(_ path: String) -> ModelFileError? {
        do throws(ModelFileError) {
            _ = try ModelFile(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func modelAnswersFromItsFile() throws {
        let path = folder.path("mine.spam")
        try writeAtomically(content.encoded(), to: path)
        let file = try ModelFile(path)
        try file.view.verify()
        var classifier = Classifier(file.view)
        #expect(classifier.classify(Message(body: "hello")).junkLogOdds == 1.5)
        // The model in use goes on while the file is replaced by something else.
        try writeAtomically(Array("no model".utf8), to: path)
        #expect(classifier.classify(Message(body: "hello again")).junkLogOdds == 1.5)
        #expect(error(path) == .model(path: path, .notAModel))
    }

    @Test func badFilesAreTypedErrorsWithTheirPath() throws {
        let missing = folder.path("no.spam")
        guard case .file(let fileError) = error(missing) else {
            Issue.record("a missing file opened")
            return
        }
        #expect(fileError.path == missing && fileError.code == ENOENT)
        guard case .file(let folderError) = error(folder.url.path()) else {
            Issue.record("a folder opened")
            return
        }
        #expect(folderError.code == EISDIR)
        let empty = folder.path("empty.spam")
        try writeAtomically([], to: empty)
        #expect(error(empty) == .model(path: empty, .empty))
        #expect(error(empty)?.description.hasPrefix(empty) == true)
        let cut = folder.path("cut.spam")
        try writeAtomically(content.encoded().dropLast(16), to: cut)
        let size = content.encoded().count
        #expect(error(cut) == .model(path: cut, .truncated(expected: size, found: size - 16)))
    }
}
