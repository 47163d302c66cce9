// Eight threads decide while another installs and swaps models: every verdict is one model's. Runs
// under the thread sanitizer too.

import Foundation
import SpamFilter
import SpamFilterIO
import Synchronization
import Testing

@testable import MessageFilterExtension

/// A model that several threads read. Each has a classifier of its own.
private final class SharedModel: @unchecked Sendable {
    // Read only, in memory of its own.
    let file: ModelFile

    init(_ file: consuming ModelFile) { self.file = file }
}

@Suite struct InstallingTests {
    private static let threads = 8
    private static let installations = 12

    /// Runs one body on eight threads until the other one ends.
    private func decide(while install: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () -> Void) {
        let group = DispatchGroup(), isDone = Counter()
        for _ in 0..<InstallingTests.threads {
            group.enter()
            Thread.detachNewThread {
                repeat { body() } while isDone.count == 0
                group.leave()
            }
        }
        install()
        isDone.add()
        group.wait()
    }

    @Test func handlersAnswerByOneModelOrTheOther() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        let filter = folder.filter, handler = FilterHandler(filter)
        let wrong = Counter(), finance = Answer(.transaction, .transactionalFinance)
        decide {
            for i in 0..<InstallingTests.installations {
                do {
                    try filter.install(model: i % 2 == 0 ? sampleModel(finance: .junk) : sampleModel())
                } catch {
                    wrong.add()
                }
            }
        } _: {
            let answer = handler.offlineAnswer(to: Message(body: Texts.finance)).answer
            if answer != finance && answer != Answer(.junk) { wrong.add() }
        }
        #expect(wrong.count == 0)
        // The last one was installed as it is.
        #expect(handler.offlineAnswer(to: Message(body: Texts.finance)).answer == finance)
    }

    @Test func classifiersOfASharedModelGoOnWhileItIsSwapped() throws {
        let folder = try TemporaryFolder(model: sampleModel())
        let filter = folder.filter
        let current = Locked<SharedModel?>(nil)
        let wrong = Counter(), swaps = Counter()
        @Sendable func swap() {
            switch filter.modelLoader.load().take() {
            case .some(let file):
                let model = SharedModel(file)
                current.withLock { $0 = model }
                swaps.add()
            case .none: wrong.add()
            }
        }
        swap()
        decide {
            for i in 0..<InstallingTests.installations {
                do {
                    try filter.install(model: i % 2 == 0 ? sampleModel(finance: .junk) : sampleModel())
                } catch {
                    wrong.add()
                }
                swap()
            }
        } _: {
            guard let model = current.withLock({ $0 }) else { return wrong.add() }
            var classifier = Classifier(model.file.view)
            let first = classifier.classify(Message(body: Texts.finance)).junkLogOdds
            for _ in 0..<20 where classifier.classify(Message(body: Texts.finance)).junkLogOdds != first { wrong.add() }
            withExtendedLifetime(model) {}
        }
        #expect(wrong.count == 0 && swaps.count == InstallingTests.installations + 1)
    }
}
