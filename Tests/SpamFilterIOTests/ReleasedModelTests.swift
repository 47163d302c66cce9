// Every released model of this tokenizer version stays readable, with the verdicts that it had; one
// of another version is refused by name.

import Foundation
import SpamFilter
import Testing

@testable import SpamFilterIO

@Suite struct ReleasedModelTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/models")

    private func path(_ name: String) -> String { ReleasedModelTests.folder.appending(path: name).path() }

    /// Of each message, a line with label, action, sub-action and the bits of the log-odds of junk.
    private func verdicts(_ model: borrowing ModelFile) throws -> String {
        var classifier = Classifier(model.view)
        let rows = try String(contentsOfFile: path("messages.tsv"), encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(rows.count == 24)
        return rows.map { row in
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let message = Message(
                body: cells[2], sender: cells[0].isEmpty ? nil : cells[0], receiverCountry: cells[1].isEmpty ? nil : cells[1])
            let verdict = classifier.classify(message)
            let digits = String(verdict.junkLogOdds.bitPattern, radix: 16)
            let filed = "\(verdict.label)\t\(verdict.action.name)\t\(verdict.subAction.name)"
            return "\(filed)\t\(String(repeating: "0", count: 16 - digits.count) + digits)\n"
        }.joined()
    }

    @Test(arguments: ["tokenizer-8", "tokenizer-8-pair"])
    func aReleasedModelGivesTheVerdictsThatItGave(name: String) throws {
        let model = try ModelFile(path("\(name).spam"))
        try model.view.verify()
        let recorded = path("\(name).verdicts.tsv")
        if ProcessInfo.processInfo.environment["SPAMKIT_RECORD_GOLDEN"] != nil, !FileManager.default.fileExists(atPath: recorded)
        {
            try writeAtomically(Array(verdicts(model).utf8), to: recorded)
        }
        #expect(try verdicts(model) == String(contentsOfFile: recorded, encoding: .utf8))
    }

    /// Release 0.1.0 has tokenizer version 8. Whoever raises it adds a model of the new one above.
    @Test func theVersionOfThisBuildHasAModel() {
        #expect(FileManager.default.fileExists(atPath: path("tokenizer-\(TokenizerSettings.version).spam")))
    }

    /// An app brings along a model for its build, and its user's download is for another one.
    @Test func aModelOfAnotherVersionIsPassedOverByNameForTheBundledOne() throws {
        let folder = try TemporaryFolder()
        let other = try FileBytes(path("other-version.spam"), .copied).array()
        try writeAtomically(other, to: folder.path("model-1.spam"))
        let loaded = ModelLoader(folder.url.path(), bundled: path("tokenizer-8.spam")).load()
        let attempts = loaded.attempts, found = loaded.path
        #expect(found == path("tokenizer-8.spam") && attempts.count == 1)
        #expect(attempts.first?.description.contains("tokenizer version 4711") == true)
        let error = ModelError.tokenizerVersion(expected: TokenizerSettings.version, found: 4711)
        #expect(throws: InstallError.model(error)) { try ModelInstaller(folder.url.path()).install(other) }
    }

    @Test func aSignedModelIsInstalledForItsKeyAlone() throws {
        let folder = try TemporaryFolder(), models = folder.url.path()
        let text = try String(contentsOfFile: path("test.pub"), encoding: .utf8)
        let key = try #require(PublicKey(base64: text))
        let stranger = try #require(PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="))
        let signed = try FileBytes(path("tokenizer-8-signed.spam"), .copied).array()
        let unsigned = try FileBytes(path("tokenizer-8-pair.spam"), .copied).array()
        let installer = ModelInstaller(models, signedBy: [stranger, key])
        try installer.install(signed)
        #expect(throws: InstallError.model(.unsigned)) { try installer.install(unsigned) }
        #expect(throws: InstallError.self) { try ModelInstaller(models, signedBy: [stranger]).install(signed) }
        // Without keys the number counts all the same.
        #expect(throws: InstallError.rollback(newest: 3, found: 0)) { try ModelInstaller(models).install(unsigned) }
        // Whoever writes into the folder forges nothing.
        try writeAtomically(unsigned, to: folder.path("model-9.spam"))
        for bit in [0, 900, signed.count * 8 - 1] {
            var altered = signed
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            try writeAtomically(altered, to: folder.path("model-8.spam"))
            let loaded = ModelLoader(models, signedBy: [key]).load()
            let attempts = loaded.attempts.count, found = loaded.path
            #expect(found == NumberedFiles.models(models).path(1) && attempts == 2)
        }
        let none = ModelLoader(models, signedBy: [stranger]).load().path
        #expect(none == nil)
    }
}
