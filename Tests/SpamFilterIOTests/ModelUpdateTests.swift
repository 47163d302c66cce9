// Installer and loader with models: what is refused, what is passed over, and in which order.

import Foundation
import Testing

@testable import SpamFilter
@testable import SpamFilterIO

/// The model as if another build had written it.
private func model(_ number: UInt64, tokenizer: UInt16) throws -> [UInt8] {
    var bytes = try model(number)
    bytes[ModelLayout.Header.tokenizerVersion] = UInt8(tokenizer)
    let count = bytes.withUnsafeBytes { Int($0.uint32(at: ModelLayout.Header.sectionCount)) }
    let end = ModelLayout.Header.size + count * ModelLayout.SectionEntry.size
    let checksum = bytes.withUnsafeBytes {
        Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<end]), besides: ModelLayout.Header.checksum)
    }
    for i in 0..<4 { bytes[ModelLayout.Header.checksum + i] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(i))) }
    return bytes
}

@Suite struct ModelUpdateTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.path()
    }

    /// A model that answers with a number and has none in its file.
    private func unnumbered(_ number: UInt64) -> [UInt8] { content(number).encoded() }

    private func write(_ bytes: [UInt8], to name: String) throws { try writeAtomically(bytes, to: folder.path(name)) }

    private func answer(_ loader: ModelLoader) -> (number: Double?, attempts: [LoadedModel.Attempt]) {
        let loaded = loader.load(), attempts = loaded.attempts
        guard let file = loaded.take() else { return (nil, attempts) }
        return withExtendedLifetime(file) {
            var classifier = Classifier(file.view)
            return (classifier.classify(Message(body: "")).junkLogOdds, attempts)
        }
    }

    @Test func theNewestIsLoadedAndTheOneBeforeKept() throws {
        for number in 1...4 { #expect(try ModelInstaller(path).install(model(UInt64(number))).hasSuffix("model-\(number).spam")) }
        #expect(try folder.names == ["model-3.spam", "model-4.spam"])
        let found = answer(ModelLoader(path))
        #expect(found.number == 4 && found.attempts.isEmpty)
    }

    @Test func anOlderReleaseIsRefusedUnlessAllowed() throws {
        let installer = ModelInstaller(path)
        try installer.install(model(5))
        for number in [0, 4] as [UInt64] {
            #expect(throws: InstallError.rollback(newest: 5, found: number)) { try installer.install(model(number)) }
        }
        try installer.install(model(5))
        try installer.install(model(4), allowingRollback: true)
        #expect(answer(ModelLoader(path)).number == 4)
        try installer.install(model(4))
        #expect(try folder.names == ["model-1.spam", "model-2.spam"])
    }

    @Test func damageAndOtherVersionsAreRefusedBeforeAnythingIsWritten() throws {
        let installer = ModelInstaller(path)
        var damaged = try model(1)
        damaged[damaged.count - 130] ^= 1
        #expect(throws: InstallError.self) { try installer.install(damaged) }
        #expect(throws: InstallError.model(.empty)) { try installer.install([]) }
        #expect(throws: InstallError.model(.tokenizerVersion(expected: TokenizerSettings.version, found: 99))) {
            try installer.install(model(2, tokenizer: 99))
        }
        #expect(throws: InstallError.model(.truncated(expected: damaged.count, found: damaged.count - 16))) {
            try installer.install(Array(damaged.dropLast(16)))
        }
        #expect(try folder.names.isEmpty)
    }

    /// Newest, then the one before, then the bundle's, then none; and why.
    @Test func whatCannotBeReadIsPassedOverByName() throws {
        let bundled = folder.path("shipped.spam")
        try write(unnumbered(100), to: "shipped.spam")
        try write(model(3), to: "model-1.spam")
        try write(model(4, tokenizer: 99), to: "model-2.spam")
        var damaged = try model(5)
        damaged[damaged.count - 1] ^= 1
        try write(damaged, to: "model-3.spam")
        var found = answer(ModelLoader(path, bundled: bundled))
        #expect(found.number == 3)
        #expect(found.attempts.map(\.path) == [3, 2].map { NumberedFiles.models(path).path($0) })
        guard case .content(_, .sectionChecksum) = found.attempts[0].error else { return #expect(Bool(false)) }
        let other = ModelError.tokenizerVersion(expected: TokenizerSettings.version, found: 99)
        #expect(found.attempts[1].error == .content(path: found.attempts[1].path, other))
        #expect(found.attempts[1].description.contains("version 99"))
        // An update of the app whose tokenizer is newer than all downloads.
        try FileManager.default.removeItem(atPath: folder.path("model-1.spam"))
        found = answer(ModelLoader(path, bundled: bundled))
        #expect(found.number == 100 && found.attempts.count == 2)
        found = answer(ModelLoader(path))
        #expect(found.number == nil && found.attempts.count == 2)
        // The next download for this version goes behind them.
        try ModelInstaller(path).install(model(1))
        found = answer(ModelLoader(path, bundled: bundled))
        #expect(found.number == 1 && found.attempts.isEmpty)
    }

    @Test func withoutAFolderTheBundledModelIsLoaded() throws {
        let bundled = folder.path("shipped.spam"), missing = folder.path("missing")
        try write(model(100), to: "shipped.spam")
        for path in ["", missing] { #expect(answer(ModelLoader(path, bundled: bundled)).number == 100) }
        let none = ModelLoader(missing, bundled: missing).load()
        #expect(none.attempts.count == 2 && none.path == nil && none.isSettled)
    }

    @Test func aFileThatTheSystemCannotReadIsTriedAgain() throws {
        try ModelInstaller(path).install(model(1))
        try FileManager.default.createDirectory(atPath: folder.path("model-2.spam"), withIntermediateDirectories: false)
        let wrong = ModelLoader(path).load().isSettled
        let error = FileError("read", path, code: EIO)
        let unreadable = LoadedModel(nil, [.init(path: path, error: .file(error))]).isSettled
        #expect(wrong && !unreadable)
    }

    /// A copy is the default: whoever cuts the file off harms no decision.
    @Test func aModelInUseOutlivesItsFile() throws {
        let file = try ModelInstaller(path).install(model(6))
        let loaded = ModelLoader(path).load()
        #expect(loaded.path == file)
        guard let model = loaded.take() else { return #expect(Bool(false), "no model") }
        try #require(truncate(file, 0) == 0)
        try model.view.verify()
    }

    /// Unsigned files are neither loaded nor a measure, and the bundle needs no signature.
    @Test func withKeysOnlySignedModelsCount() throws {
        let key = try #require(PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="))
        try write(model(100), to: "shipped.spam")
        try ModelInstaller(path).install(model(9))
        for keys in [[key], []] {
            #expect(throws: InstallError.self) { try ModelInstaller(path, signedBy: keys).install(model(10)) }
            let found = answer(ModelLoader(path, bundled: folder.path("shipped.spam"), signedBy: keys))
            #expect(found.number == 100 && found.attempts.count == 1)
        }
        #expect(try folder.names == ["model-1.spam", "shipped.spam"])
    }
}
