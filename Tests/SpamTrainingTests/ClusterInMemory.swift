// A cluster in memory, for tests: partitions of messages, a folder that is a dictionary.

import Corpus
import SpamFilter
import TrainingFixtures

@testable import SpamTraining

/// The folder of a run, without a disk.
final class FolderInMemory: RunFolder {
    var files: [String: [UInt8]] = [:]
    private let buffers: [UnsafeMutableRawBufferPointer]
    private let views: [CountsView]

    init(_ counts: [[UInt8]]) throws {
        buffers = counts.map { file in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
            buffer.copyBytes(from: file)
            return buffer
        }
        views = try buffers.map { try CountsView(UnsafeRawBufferPointer($0)) }
    }

    deinit { for buffer in buffers { buffer.deallocate() } }

    func read(_ name: String) throws -> [UInt8]? { files[name] }
    func write(_ bytes: [UInt8], _ name: String) throws { files[name] = bytes }
    func flush() throws {}
    func remove(_ name: String) throws { files[name] = nil }
    func counts() throws -> [CountsView] { views }
}

/// A file of rows that grows.
final class RowsInMemory { var all: [UInt8] = [] }

/// Messages in partitions, and a driver.
final class ClusterInMemory {
    let partitions: [[LabeledMessage]]
    let folder: FolderInMemory
    let run: ClusterRun
    private var rows: [[UInt8]] = []

    /// - Parameter folds: 1 for none.
    init(_ partitions: [[LabeledMessage]], _ settings: TrainingSettings, folds: Int = 3) throws {
        self.partitions = partitions
        var counted: [[[UInt8]]] = []
        for messages in partitions {
            var run = CountingRun(folds: folds, seed: settings.seed)
            for message in messages { try run.add(message) }
            counted.append(run.finishFolds())
        }
        folder = try FolderInMemory(try (0..<folds).map { fold in try merged(counted.map { $0[fold] }) })
        run = ClusterRun(settings, in: folder)
    }

    var plan: GradientPlan {
        get throws { try folder.files[RunFiles.planName]!.withUnsafeBytes { try GradientPlan($0) } }
    }

    /// Partitions with another text in place of the first.
    var changed: [[LabeledMessage]] {
        var changed = partitions
        changed[0][0].message.body = changed[0].last!.message.body
        changed[0][0].group = partitions[0][0].group
        return changed
    }

    /// The file of a partition's prepared rows, and its summary.
    func prepared(_ messages: [LabeledMessage]) throws -> (rows: [UInt8], summary: [UInt8]) {
        let bytes = RowsInMemory()
        var preparing = try RowPreparing(try plan) { bytes.all += $0 }
        for message in messages { try preparing.add(message) }
        let summary = try preparing.finish()
        return (bytes.all, summary)
    }

    /// What the workers answer.
    func results(_ status: RunStatus) throws -> [[UInt8]] {
        let plan = try plan
        if rows.isEmpty { rows = try partitions.map { try prepared($0).rows } }
        switch status.next {
        case .prepare: return try partitions.map { try prepared($0).summary }
        case .sum:
            let weights = try folder.files[RunFiles.weightsName(status.pass)]!.withUnsafeBytes { try PassWeights($0, plan) }
            return try rows.map { file in
                try file.withUnsafeBytes { try GradientPass(plan, weights).sums(of: PreparedRows($0, plan)).encoded(plan) }
            }
        case .score:
            let models = try folder.files[RunFiles.modelsName]!.withUnsafeBytes { try FoldModels($0, plan) }
            return try rows.map { file in
                try file.withUnsafeBytes { try FoldScores(of: PreparedRows($0, plan), by: models, plan).encoded(plan) }
            }
        case .finish: return []
        }
    }

    /// Goes on until a phase, or to the end.
    @discardableResult
    func advance(to phase: RunPhase = .finish, most: Int = .max) throws -> RunStatus {
        var status = try run.step([]), steps = 0
        while status.next != phase, status.next != .finish, steps < most {
            status = try run.step(try results(status))
            steps += 1
        }
        return status
    }

    func model() throws -> TrainedModel {
        try advance()
        return try run.finish()
    }

    /// The prepared rows of all partitions.
    func withRows<R>(_ body: ([UnsafeRawBufferPointer]) throws -> R) throws -> R {
        let buffers = rows.map { file in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
            buffer.copyBytes(from: file)
            return buffer
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        return try body(buffers.map { UnsafeRawBufferPointer($0) })
    }
}

extension InventedMessages {
    /// All messages of `many` with names of templates: a cluster looks for no near duplicates.
    static let named: [LabeledMessage] = many.enumerated().map { i, message in
        var message = message
        message.group = message.group ?? "third \(i % all.count)"
        return message
    }

    /// In so many partitions, dealt like cards.
    static func dealt(_ count: Int) -> [[LabeledMessage]] {
        (0..<count).map { part in named.enumerated().filter { $0.offset % count == part }.map(\.element) }
    }
}
