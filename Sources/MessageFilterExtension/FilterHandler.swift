// Extension: the system's queries. In: a request and its context. Out: always one response.

import Foundation
import SpamFilter

#if canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst))
import IdentityLookup
#else
import IdentityLookupShim
#endif

/// Answers the system's queries from the app's shared folder. An extension's principal class hands
/// on its calls:
///
/// ```swift
/// func handle(_ request: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
///             completion: @escaping @Sendable (ILMessageFilterQueryResponse) -> Void) {
///     handler.handle(request, context: context, completion: completion)
/// }
/// ```
///
/// Rules and model answer first. If they say `none`, and the user switched it on, the system asks
/// the app's server, once. Every failure (no model, a damaged one, no network, an invalid answer)
/// ends as `none`: the message is shown. Safe from any thread; messages are decided one at a time.
public final class FilterHandler: Sendable {
    private let contents: Locked<FilterFolder.Contents>
    private let log: @Sendable (String) -> Void

    /// A handler of the app's shared folder. Reads nothing: the first query does.
    ///
    /// - Parameters:
    ///   - folder: the shared folder.
    ///   - log: takes a line about each deferral that brings no answer: an error's code or a
    ///     server's status, and what to do. Never a word of a message. By default the system's log;
    ///     where that shows `<private>`, hand on to a `Logger`, with `privacy: .public`.
    public init(_ folder: FilterFolder, log: @escaping @Sendable (String) -> Void = { NSLog("%@", $0 as NSString) }) {
        contents = Locked(FilterFolder.Contents(folder))
        self.log = log
    }

    /// The answer that needs no network, and whether to ask the network after it: only where the
    /// answer is `none` and the settings allow it.
    ///
    /// - Complexity: O(bytes of the message), and one listing of the folder. The first call, and
    ///   each after a change of the folder, also reads what is new there.
    public func offlineAnswer(to message: Message) -> (answer: Answer, defers: Bool) {
        contents.withLock { contents in
            contents.refresh()
            let answer = contents.answer(message)
            return (answer, answer.action == .none && contents.defersToNetwork)
        }
    }

    /// Answers a query of the system, by its completion handler, exactly once, on any thread.
    public func handle(
        _ request: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping (ILMessageFilterQueryResponse) -> Void
    ) {
        let (answer, defers) = offlineAnswer(to: Message(request))
        guard defers else { return completion(ILMessageFilterQueryResponse(answer)) }
        deferToNetwork(context, Completion { completion(ILMessageFilterQueryResponse($0)) })
    }

    /// Answers a query of the system. A cancelled task gets the offline answer: it does not wait
    /// for the network.
    public func handle(
        _ request: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterQueryResponse {
        let (answer, defers) = offlineAnswer(to: Message(request))
        guard defers, !Task.isCancelled else { return ILMessageFilterQueryResponse(answer) }
        let cancellation = Locked(Waiting())
        let late = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let completion = Completion { continuation.resume(returning: $0) }
                cancellation.withLock { $0.completion = completion }
                // The task may have been cancelled before there was anything to cancel.
                if Task.isCancelled { completion(.none) } else { deferToNetwork(context, completion) }
            }
        } onCancel: {
            cancellation.withLock { $0.completion }?(.none)
        }
        return ILMessageFilterQueryResponse(late)
    }

    /// Weak, so that only the network retains the completion, which is called even if the network
    /// drops it.
    private struct Waiting {
        weak var completion: Completion?
    }

    private func deferToNetwork(_ context: ILMessageFilterExtensionContext, _ completion: Completion) {
        context.deferQueryRequestToNetwork { response, error in
            let answer: Answer
            do throws(DeferralFailure) {
                answer = try Answer(response, error)
            } catch {
                self.log("\(error)")
                answer = .none
            }
            completion(self.contents.withLock { $0.declaredPart(answer) })
        }
    }

    /// Answers what the system asks when the user switches the filter on: the sub-actions that the
    /// model declares, at most five. None where there is no model that opens.
    public func handle(
        _ request: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping (ILMessageFilterCapabilitiesQueryResponse) -> Void
    ) {
        completion(capabilities())
    }

    /// Answers what the system asks when the user switches the filter on, as the method with a
    /// completion handler does.
    public func handle(
        _ request: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterCapabilitiesQueryResponse {
        capabilities()
    }

    private func capabilities() -> ILMessageFilterCapabilitiesQueryResponse {
        let declared = contents.withLock { contents in
            contents.refresh()
            return contents.declared
        }
        return ILMessageFilterCapabilitiesQueryResponse(declaring: declared)
    }
}

/// Calls a completion exactly once: with the first answer or, if it is released without one, with
/// `none`. Safe from any thread.
final class Completion: Sendable {
    private struct Pending: @unchecked Sendable {
        // The system hands over its completion for good, to be called on any thread.
        let call: (Answer) -> Void
    }

    private let pending: Locked<Pending?>

    init(_ call: @escaping (Answer) -> Void) { pending = Locked(Pending(call: call)) }

    func callAsFunction(_ answer: Answer) {
        let taken = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        // Outside the lock, as the completion may call back.
        taken?.call(answer)
    }

    deinit { self(.none) }
}

/// Not `Synchronization.Mutex`: on Linux the thread sanitizer does not see its locking, and reports
/// every use of the value (Swift 6.3.1).
final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: consuming Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
