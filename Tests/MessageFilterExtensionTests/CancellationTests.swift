// Cancelled tasks, networks that never answer, and all of it at once. Also run under the thread
// sanitizer.

import Foundation
import IdentityLookupShim
import SpamFilter
import Testing

@testable import MessageFilterExtension

/// Holds the completion and does not call it.
private final class SilentNetwork: Sendable {
    let held = Locked<Handed<ILMessageFilterExtensionContext.Reply>?>(nil)
}

@Suite struct CancellationTests {
    private static var unsure: ILMessageFilterQueryRequest { ILMessageFilterQueryRequest(sender: nil, messageBody: Texts.unsure) }

    @Test func aCancelledTaskDoesNotWaitForTheNetwork() async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        let handler = FilterHandler(folder.filter) { _ in }
        let network = SilentNetwork()
        let asked = Counter()
        let answer = await withTaskGroup(of: Answer.self) { group in
            group.addTask {
                let context = ILMessageFilterExtensionContext { reply in
                    let handed = Handed(reply)
                    network.held.withLock { $0 = handed }
                    asked.add()
                }
                return Answer(await handler.handle(Self.unsure, context: context))
            }
            while asked.count == 0 { await Task.yield() }
            group.cancelAll()
            return await group.next()
        }
        #expect(answer == Answer.none)
        // The network's late answer finds nobody and harms nothing.
        network.held.withLock { $0 }?.value(nil, ILMessageFilterError(.networkRequestFailed))
    }

    @Test func aTaskThatIsAlreadyCancelledAsksNoNetworkAndStillAnswers() async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        let handler = FilterHandler(folder.filter) { _ in }
        let asked = Counter()
        for (text, expected) in [(Texts.unsure, Answer.none), (Texts.junk, Answer(.junk))] {
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                let request = ILMessageFilterQueryRequest(sender: nil, messageBody: text)
                return Answer(await handler.handle(request, context: Network.junk.context(asked: asked)))
            }
            task.cancel()
            #expect(await task.value == expected)
        }
        #expect(asked.count == 0)
    }

    @Test func everyQueryIsCompletedOnceWhateverHappensMeanwhile() async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        let handler = FilterHandler(folder.filter) { _ in }
        let filter = folder.filter
        let queries = 40, completions = Counter(), unexpected = Counter(), stop = Counter()
        // Threads, so that they run at once even where tasks share one.
        let swapping = Counter()
        for kind in 0..<2 {
            Thread.detachNewThread {
                var i = kind
                while stop.count == 0 {
                    if kind == 0 {
                        _ = try? filter.install(
                            model: sampleModel(finance: i % 2 == 0 ? .junk : Label(.transaction, .transactionalFinance)!))
                        try? filter.save(FilterSettings(defersToNetwork: i % 3 != 0))
                    } else {
                        for number in filter.files(.model).numbers() { unlink(filter.files(.model).path(number)) }
                        usleep(500)
                    }
                    i += 1
                }
                swapping.add()
            }
        }
        /// With one of the models or none, and the network asked or not.
        @Sendable func possible(_ text: String?, _ network: Network) -> [Answer] {
            let offline: [Answer] =
                switch text {
                case Texts.finance: [Answer(.junk), Answer(.transaction, .transactionalFinance)]
                case Texts.junk: [Answer(.junk)]
                default: []
                }
            return offline + [.none, network.answer, Answer(network.answer.action)]
        }
        await withTaskGroup(of: Void.self) { group in
            for network in Network.allCases {
                for i in 0..<queries {
                    let text = [Texts.unsure, Texts.finance, Texts.junk, nil][i % 4]
                    group.addTask {
                        let request = ILMessageFilterQueryRequest(sender: nil, messageBody: text)
                        if i % 8 < 4 {
                            let (answer, count) = await answers(handler, request, network)
                            for _ in 0..<count { completions.add() }
                            if let answer, !possible(text, network).contains(answer) { unexpected.add() }
                        } else {
                            let handed = Handed(request)
                            let task = Task { Answer(await handler.handle(handed.value, context: network.context())) }
                            if i % 16 >= 8 { task.cancel() }
                            if !possible(text, network).contains(await task.value) { unexpected.add() }
                            completions.add()
                        }
                    }
                }
            }
        }
        stop.add()
        while swapping.count < 2 { await Task.yield() }
        #expect(completions.count == queries * Network.allCases.count)
        #expect(unexpected.count == 0)
    }
}
