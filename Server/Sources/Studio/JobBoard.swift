// Studio: work that takes longer than a person waits: one at a time, with progress, to be
// cancelled. What it found stays until the next of its sort.

import Foundation
import Synchronization

/// What can take long.
public enum JobKind: String, Sendable, Codable, CaseIterable {
    case training, comparison, doubts, report

    var words: String {
        switch self {
        case .training: "a training"
        case .comparison: "a comparison"
        case .doubts: "a search for doubtful labels"
        case .report: "a report"
        }
    }
}

/// How far a job is, or how it ended.
public struct JobState: Sendable, Equatable, Codable {
    enum Phase: String, Sendable, Codable { case running, done, failed, cancelled }

    let kind: JobKind
    var phase: Phase
    /// Steps done, of all; 0 of 0 while nothing is known.
    var done = 0
    var of = 0
    var seconds = 0
    /// Why it failed.
    var problem: String?
}

/// A job as its own code sees it.
final class JobHandle: Sendable {
    private let state = Mutex((done: 0, of: 0, isCancelled: false))
    let started = Date()

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var progress: (done: Int, of: Int) { state.withLock { ($0.done, $0.of) } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Told by several threads.
    func advance(_ done: Int, of all: Int) { state.withLock { ($0.done, $0.of) = (done, all) } }

    /// Ends the job where somebody has cancelled it.
    func check() throws { if isCancelled { throw JobCancelled() } }
}

struct JobCancelled: Error {}

/// Runs jobs, one after another never two at once, on a thread of its own.
public final class JobBoard: Sendable {
    private struct State {
        var running: (kind: JobKind, handle: JobHandle)?
        var ended: [JobKind: JobState] = [:]
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "studio.jobs", qos: .utility)
    /// What a page is told of an error.
    let words: @Sendable (any Error) -> String

    init(words: @escaping @Sendable (any Error) -> String = { "\($0)" }) { self.words = words }

    /// - Parameter body: throws `JobCancelled`, or why it failed, without a message's text.
    /// - Throws: `StudioError.busy`.
    func start(_ kind: JobKind, _ body: @escaping @Sendable (JobHandle) throws -> Void) throws(StudioError) {
        let handle = JobHandle()
        let other = state.withLock { state -> JobKind? in
            if let running = state.running { return running.kind }
            state.running = (kind, handle)
            state.ended[kind] = nil
            return nil
        }
        if let other { throw .busy(other) }
        queue.async { [self] in
            var end = JobState(kind: kind, phase: .done)
            do {
                try body(handle)
            } catch is JobCancelled {
                end.phase = .cancelled
            } catch {
                end.phase = .failed
                end.problem = words(error)
            }
            end.seconds = Int(Date().timeIntervalSince(handle.started))
            (end.done, end.of) = handle.progress
            state.withLock { state in
                state.running = nil
                state.ended[kind] = end
            }
        }
    }

    /// Does nothing where no such job runs.
    public func cancel(_ kind: JobKind) {
        state.withLock { if $0.running?.kind == kind { $0.running?.handle.cancel() } }
    }

    /// The jobs that run or have ended.
    public var all: [JobState] {
        state.withLock { state in
            var all = state.ended
            if let (kind, handle) = state.running {
                let (done, of) = handle.progress
                all[kind] = JobState(
                    kind: kind, phase: .running, done: done, of: of, seconds: Int(Date().timeIntervalSince(handle.started)))
            }
            return JobKind.allCases.compactMap { all[$0] }
        }
    }
}

/// Jobs of one sort, and what the last of them has found.
final class Job<Found: Sendable>: Sendable {
    private let kind: JobKind
    private let board: JobBoard
    private let found = Mutex<Found?>(nil)

    init(_ kind: JobKind, on board: JobBoard) {
        self.kind = kind
        self.board = board
    }

    /// - Throws: `StudioError.busy`.
    func start(_ body: @escaping @Sendable (JobHandle) throws -> Found) throws(StudioError) {
        try board.start(kind) { [self] handle in
            let new = try body(handle)
            found.withLock { $0 = new }
        }
    }

    func last() throws(StudioError) -> Found {
        guard let last = found.withLock({ $0 }) else { throw .nothingFound(kind) }
        return last
    }
}
