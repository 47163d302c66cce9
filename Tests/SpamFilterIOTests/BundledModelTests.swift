// The model that the app brought along, beside those of the folder: the higher sequence number
// wins.

import Foundation
import Testing

@testable import SpamFilter
@testable import SpamFilterIO

@Suite struct BundledModelTests {
    private let folder: TemporaryFolder
    private let path: String
    private let bundled: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.path()
        bundled = folder.path("shipped.spam")
    }

    private func sequence(_ loader: ModelLoader) -> (number: UInt64?, attempts: [LoadedModel.Attempt]) {
        let loaded = loader.load(), attempts = loaded.attempts
        return (loaded.sequence, attempts)
    }

    /// A fresh phone, whose server hands out a signed model from long ago.
    @Test func aModelOlderThanTheBundledOneIsRefused() throws {
        try writeAtomically(model(50), to: bundled)
        let installer = ModelInstaller(path, bundled: bundled)
        for number in [0, 5, 49] as [UInt64] {
            #expect(throws: InstallError.rollback(newest: 50, found: number)) { try installer.install(model(number)) }
        }
        #expect(try folder.names == ["shipped.spam"])
        try installer.install(model(50))
        try installer.install(model(52))
        #expect(throws: InstallError.rollback(newest: 52, found: 51)) { try installer.install(model(51)) }
        try installer.install(model(5), allowingRollback: true)
        // The loader is not asked what was allowed.
        #expect(sequence(ModelLoader(path)).number == 5 && sequence(ModelLoader(path, bundled: bundled)).number == 50)
    }

    /// The same file under a floor that rose since.
    @Test func theSameModelIsRefusedOnceTheBundledOneIsNewer() throws {
        try ModelInstaller(path).install(model(5))
        try writeAtomically(model(50), to: bundled)
        #expect(throws: InstallError.rollback(newest: 50, found: 5)) {
            try ModelInstaller(path, bundled: bundled).install(model(5))
        }
    }

    @Test(arguments: [(5, 50, 50), (50, 5, 50), (7, 7, 7), (5, 0, 5), (0, 5, 5), (0, 0, 0)] as [(UInt64, UInt64, UInt64)])
    func theHigherNumberIsLoaded(folderNumber: UInt64, bundledNumber: UInt64, loaded: UInt64) throws {
        try writeAtomically(model(bundledNumber), to: bundled)
        let installed = try ModelInstaller(path).install(model(folderNumber))
        for loading in [FileLoading.copied, .mapped] {
            let found = ModelLoader(path, bundled: bundled, loading: loading).load()
            #expect(found.attempts.isEmpty && found.sequence == loaded)
            // Of two alike, the downloaded one.
            #expect(found.path == (bundledNumber > folderNumber ? bundled : installed))
        }
    }

    @Test func aBundledModelThatIsNotWholeNeitherCountsNorAnswers() throws {
        var damaged = try model(50)
        damaged[damaged.count - 1] ^= 1
        for (bytes, attempts) in [(damaged, 1), ([], 0), (Array("no model".utf8), 0)] as [([UInt8], Int)] {
            try writeAtomically(bytes, to: bundled)
            try ModelInstaller(path, bundled: bundled).install(model(5))
            let found = sequence(ModelLoader(path, bundled: bundled))
            #expect(found.number == 5 && found.attempts.count == attempts)
            #expect(found.attempts.allSatisfy { $0.path == bundled && $0.error.isLasting })
        }
        let found = sequence(ModelLoader(path, bundled: folder.path("missing.spam")))
        #expect(found.number == 5 && found.attempts.isEmpty)
    }
}
