// Installer, loader and files with keys: the signature itself decides, not the key that it names.

import Foundation
import Testing

@testable import SpamFilter
@testable import SpamFilterIO

@Suite struct SignedUpdateTests {
    private let folder: TemporaryFolder
    private let path: String
    private let key: PublicKey

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.path()
        key = try SmallKey.publicKey()
    }

    private func signed(_ number: UInt64, sequence: UInt64? = nil) throws -> [UInt8] {
        try SmallKey.signed(content(number).encoded(), sequence: sequence ?? number)
    }

    @Test func aWrongSignatureOfTheRightKeyIsNone() throws {
        let forged = try wronglySigned(content(9).encoded(), sequence: 9), file = folder.path("model-1.spam")
        try writeAtomically(forged, to: file)
        let wrong = ModelFileError.content(path: file, .wrongSignature(key.id))
        for loading in [nil, FileLoading.copied, .mapped] {
            #expect(throws: wrong) { _ = try ModelFile(file, loading, signedBy: [key]) }
        }
        #expect(ModelLoader(path, signedBy: [key]).load().attempts == [.init(path: file, error: wrong)])
        let installer = ModelInstaller(path, signedBy: [key])
        #expect(throws: InstallError.model(.wrongSignature(key.id))) { try installer.install(forged) }
        // Nor is it a measure.
        try installer.install(signed(5))
        let loaded = ModelLoader(path, signedBy: [key]).load(), sequence = loaded.sequence
        #expect(sequence == 5 && loaded.attempts.isEmpty)
        // Its checksums are right.
        let opened = try ModelFile(file)
        try opened.view.verify()
    }

    @Test func wronglySignedRulesAreNone() throws {
        let file = folder.path("mine.spamrules")
        let rules = RuleContent(deny: [try #require(Rule(.junk, contains: "phrase"))]).encoded()
        try writeAtomically(wronglySigned(rules, sequence: 1), to: file)
        let wrong = RuleFileOpenError.content(path: file, .file(.wrongSignature(key.id)))
        for loading in [nil, FileLoading.copied, .mapped] {
            #expect(throws: wrong) { _ = try RuleFile(file, loading, signedBy: [key]) }
        }
        #expect(throws: wrong) { _ = try RuleFile(file, copiedUpTo: 8, signedBy: [key]) }
        try writeAtomically(SmallKey.signed(rules, sequence: 1), to: file)
        for most in [8, 1 << 20] {
            let opened = try RuleFile(file, copiedUpTo: most, signedBy: [key])
            let sequence = opened.view.sequence
            #expect(sequence == 1)
        }
    }

    /// With keys and no word on loading, a file is copied: a change behind the check does not show.
    @Test func whatWasVerifiedStaysAsItWas() throws {
        let file = folder.path("mine.spam")
        try writeAtomically(signed(5), to: file)
        let opened = try ModelFile(file, signedBy: [key])
        try #require(truncate(file, 0) == 0)
        try opened.view.verify(signedBy: [key])
    }

    /// A number is for one model. The same again is no other, also below a damaged file.
    @Test func aNumberIsForOneModel() throws {
        let installer = ModelInstaller(path, signedBy: [key])
        try installer.install(signed(4))
        let newest = try installer.install(signed(5))
        #expect(try installer.install(signed(5)) == newest)
        #expect(try folder.names == ["model-1.spam", "model-2.spam"])
        #expect(throws: InstallError.sequenceTaken(5)) { try installer.install(signed(6, sequence: 5)) }
        try writeAtomically(Array("damaged".utf8), to: folder.path("model-3.spam"))
        #expect(try installer.install(signed(5)) == newest)
        #expect(throws: InstallError.sequenceTaken(5)) { try installer.install(signed(6, sequence: 5)) }
        try installer.install(signed(6, sequence: 5), allowingRollback: true)
        // Without a number, and without keys, anything goes.
        try installer.install(signed(0), allowingRollback: true)
        try installer.install(signed(1, sequence: 0))
        try ModelInstaller(path).install(signed(2, sequence: 0))
    }
}
