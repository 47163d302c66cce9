// Server: one model, for many queries at once. A file in, answers out.

import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO
import Synchronization

/// A model in memory, verified, with as many classifiers as there are queries at once.
///
/// Queries keep the model that they began with, so it goes when the last of them is answered.
public final class ServedModel: @unchecked Sendable {
    /// The file's name without its ending, and the eight digits of its checksum: `mine@1f0c22ab`.
    public let name: String
    /// The bytes of the file.
    public let byteCount: Int
    /// Only read, as are its bytes.
    private let file: ModelFile
    private let idle = Mutex<[Desk]>([])
    /// The class of an action alone, by the number of the action.
    private let classOfAction: [Int?]

    /// Opens a model and checks all of it. It is copied, so that no change of the file matters.
    public init(_ path: String) throws(ModelFileError) {
        let file = try ModelFile(path, .copied)
        do throws(ModelError) { try file.view.verify() } catch { throw .model(path: path, error) }
        let view = file.view
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let digits = String(view.headChecksum, radix: 16)
        name = "\(ServedModel.visible(stem))@\(String(repeating: "0", count: 8 - digits.count))\(digits)"
        byteCount = view.byteCount
        let labels = view.labels
        classOfAction = Action.allCases.map { action in labels.firstIndex { $0.action == action && $0.subAction == .none } }
        self.file = file
    }

    /// Characters that need no escape in JSON, in logs and in Prometheus' labels.
    private static func visible(_ name: String) -> String {
        String(name.prefix(64).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
    }

    /// Answers a query in JSON.
    ///
    /// - Throws: where it is not a query of version 1. The error quotes nothing of it.
    /// - Complexity: O(bytes), without allocation for a query as the system writes it.
    public func answer(_ json: UnsafeBufferPointer<UInt8>) throws(NetworkJSONError) -> QueryAnswer {
        let desk = takeDesk()
        defer { giveBack(desk) }
        if desk.scanner.read(json) { return answer(desk.decideScanned()) }
        return answer(desk.filter.decide(try NetworkQuery(json: Data(json)).message))
    }

    public func answer(_ message: Message) -> QueryAnswer {
        let desk = takeDesk()
        defer { giveBack(desk) }
        return answer(desk.filter.decide(message))
    }

    private func takeDesk() -> Desk { idle.withLock { $0.popLast() } ?? Desk(file.view) }

    private func giveBack(_ desk: Desk) { idle.withLock { $0.append(desk) } }

    private func answer(_ decision: Decision) -> QueryAnswer {
        let verdict = decision.verdict
        let shown = verdict.map { $0.action == .none ? $0.label.action : $0.action }
        let share = shown.flatMap { classOfAction[$0.rawValue] }
        return QueryAnswer(
            action: decision.action, subAction: decision.subAction,
            probability: verdict.flatMap { verdict in share.map { Double(verdict.probabilities[$0]) } }, model: name)
    }
}

/// What one query needs for itself, some 62 KiB. Only one has it at a time.
private final class Desk: @unchecked Sendable {
    var scanner = QueryScanner()
    var filter: MessageFilter

    init(_ model: ModelView) { filter = MessageFilter(Classifier(model)) }

    func decideScanned() -> Decision {
        scanner.text.withUnsafeBufferPointer { text in
            scanner.sender.withUnsafeBufferPointer { sender in filter.decide(MessageBytes(body: text, sender: sender)) }
        }
    }
}
