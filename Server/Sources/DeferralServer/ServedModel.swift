// Server: one model, for many queries at once. A file in, answers out.

import Drift
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
    /// 0 for a model without one.
    public let sequence: UInt64
    /// How far its messages are from those it was trained on; `nil` where its card does not say
    /// what these were like.
    public let drift: DriftMeter?
    /// The receivers' country where a message names none; `nil` for none.
    private let country: String?
    /// Only read, as are its bytes.
    private let file: ModelFile
    private let idle = Mutex<[Desk]>([])
    /// The class of an action alone, by the number of the action.
    private let classOfAction: [Int?]

    /// Opens a model and checks all of it. It is copied, so that no change of the file matters.
    ///
    /// - Parameters:
    ///   - keys: where they are given, one of them must have signed it.
    ///   - country: that of the phones that ask, in two letters, for queries, which name none.
    public init(_ path: String, signedBy keys: [PublicKey]? = nil, country: String? = nil) throws(ModelFileError) {
        let file = try ModelFile.whole(path, signedBy: keys)
        let view = file.view
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let digits = String(view.headChecksum, radix: 16)
        name = "\(ServedModel.visible(stem))@\(String(repeating: "0", count: 8 - digits.count))\(digits)"
        byteCount = view.byteCount
        sequence = view.sequence
        drift = TrafficProfile(view).map { DriftMeter($0) }
        let labels = view.labels
        classOfAction = Action.allCases.map { action in labels.firstIndex { $0.action == action && $0.subAction == .none } }
        self.country = country
        self.file = file
    }

    /// Characters that need no escape in JSON, in logs and in Prometheus' labels.
    private static func visible(_ name: String) -> String {
        String(name.prefix(64).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
    }

    /// Answers a query in JSON.
    ///
    /// - Throws: where it is not a query of version 1. The error quotes nothing of it.
    /// - Complexity: O(bytes), without a tree of values for a query as the system writes it.
    public func answer(_ json: UnsafeBufferPointer<UInt8>) throws(NetworkJSONError) -> QueryAnswer {
        let desk = takeDesk()
        defer { giveBack(desk) }
        if desk.scanner.read(json) { return answer(desk.decideScanned(drift)) }
        return answer(desk.decide(placed(try NetworkQuery(json: Data(json)).message), drift))
    }

    public func answer(_ message: Message) -> QueryAnswer {
        let desk = takeDesk()
        defer { giveBack(desk) }
        return answer(desk.decide(placed(message), drift))
    }

    private func placed(_ message: Message) -> Message {
        var message = message
        message.receiverCountry = message.receiverCountry ?? country
        return message
    }

    private func takeDesk() -> Desk { idle.withLock { $0.popLast() } ?? Desk(file.view, drift, country: country) }

    private func giveBack(_ desk: Desk) { idle.withLock { $0.append(desk) } }

    private func answer(_ decision: Decision) -> QueryAnswer {
        let verdict = decision.verdict
        let shown = verdict.map { $0.action == .none ? $0.label.action : $0.action }
        let share = shown.flatMap { classOfAction[$0.rawValue] }
        return QueryAnswer(
            answer: decision.answer, probability: verdict.flatMap { verdict in share.map { Double(verdict.probabilities[$0]) } },
            model: name)
    }
}

/// What one query needs for itself, some 120 KiB. Only one has it at a time.
private final class Desk: @unchecked Sendable {
    var scanner = QueryScanner()
    private var filter: MessageFilter
    private var traffic: TrafficReader?
    /// That of scanned queries, in UTF-8.
    private let country: [UInt8]

    init(_ model: ModelView, _ drift: DriftMeter?, country: String?) {
        self.country = Array((country ?? "").utf8)
        filter = MessageFilter(Classifier(model))
        if let drift { traffic = TrafficReader(model, drift.profile) }
    }

    func decide(_ message: Message, _ drift: DriftMeter?) -> Decision {
        let decision = filter.decide(message)
        if let drift, let verdict = decision.verdict, let makeup = traffic?.read(message, verdict) { drift.add(makeup) }
        return decision
    }

    func decideScanned(_ drift: DriftMeter?) -> Decision {
        scanner.text.withUnsafeBufferPointer { text in
            scanner.sender.withUnsafeBufferPointer { sender in
                country.withUnsafeBufferPointer { country in
                    let message = MessageBytes(body: text, sender: sender, receiverCountry: country)
                    let decision = filter.decide(message)
                    if let drift, let verdict = decision.verdict, let makeup = traffic?.read(message, verdict) {
                        drift.add(makeup)
                    }
                    return decision
                }
            }
        }
    }
}
