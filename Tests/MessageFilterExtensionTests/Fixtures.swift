// A model that knows a few words, a folder of its own, and a system that counts what it is told.

import Foundation
import IdentityLookupShim
import SpamFilter
import Synchronization
import Testing

@testable import MessageFilterExtension
@testable import SpamFilter

/// A message that the model has never read is allowed; each of these is what it says.
enum Texts {
    static let junk = "casino jackpot bonanza"
    static let unsure = "maybe perhaps possibly"
    static let offers = "discount voucher season"
    static let finance = "account statement balance"
    static let unknown = "see you at the harbour"
}

/// - Parameters:
///   - finance: the model's label of `Texts.finance`, to tell two models apart.
///   - declared: labels that the system shows folders of.
func sampleModel(
    finance: Label = Label(.transaction, .transactionalFinance)!,
    declared: [String] = ["promotion/offers", "transaction/finance"]
) -> [UInt8] {
    let labels = ["allow", "junk", "promotion", "promotion/offers", "transaction", "transaction/finance"].compactMap { Label($0) }
    let known: [(String, [Label: Int8])] = [
        (Texts.junk, [.junk: 100]), (Texts.unsure, [.junk: 20]), (Texts.offers, [labels[2]: 100, labels[3]: 100]),
        (Texts.finance, finance == .junk ? [.junk: 100] : [labels[4]: 100, labels[5]: 100]),
    ]
    var features: [UInt64] = []
    var weights: [Int8] = []
    for (text, worth) in known {
        var read = ReadFeatures()
        var reader = MessageReader(TokenizerSettings())
        reader.read(Message(body: text), into: &read)
        for feature in read.hashes where !features.contains(feature) {
            features.append(feature)
            weights += labels.dropFirst().map { worth[$0] ?? 0 }
        }
    }
    // A message of which nothing is known is more likely wanted than junk.
    let classes = labels.map {
        $0 == .allow ? .init(label: $0) : ModelContent.Class(label: $0, bias: $0 == .junk ? -2 : 0, scale: 1 / 256)
    }
    var policy = DecisionPolicy(junkCutoff: 4, unsureCutoff: 0, promotionCutoff: 0, transactionCutoff: 0)
    policy.declared = LabelSet(declared.compactMap { Label($0) })
    return ModelContent(
        settings: TokenizerSettings(), weighting: .count, classes: classes, features: features, weights: weights,
        bucketCount: features.count, policy: policy
    ).encoded()
}

private struct ReadFeatures: FeatureSink {
    private(set) var hashes: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) { hashes += batch.map(\.hash) }
}

/// A folder of the test's own.
final class TemporaryFolder: Sendable {
    let filter: FilterFolder

    init(model: [UInt8]? = nil, _ settings: FilterSettings? = nil) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("spamkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        filter = FilterFolder(url.path)
        if let model { try filter.install(model: model) }
        if let settings { try filter.save(settings) }
    }

    deinit { try? FileManager.default.removeItem(atPath: filter.path) }

    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: filter.path).sorted() }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(filter.path)/\(name)"))
    }
}

/// Runs a body as a user who may not write everywhere. Root may: there it is another one, to whom
/// the files go, and on this thread alone.
func withoutRoot(owning files: [String], _ body: () -> Void) {
    #if os(Linux)
    if geteuid() == 0 {
        let nobody: uid_t = 65534
        for file in files { chown(file, nobody, nobody) }
        setfsuid(nobody)
        defer { setfsuid(0) }
        return body()
    }
    #endif
    body()
}

#if os(Linux)
/// The user by whose rights this thread opens files. Swift's module of the C library leaves it out.
@_silgen_name("setfsuid") @discardableResult private func setfsuid(_ user: uid_t) -> Int32
#endif

/// What the system's network does with a deferral.
enum Network: Sendable, CaseIterable {
    case junk, offers, coupons, later, wrongStatus, garbage, newerVersion, nothing, twice, twiceLater, forgets
    case system, invalidURL, unauthorized, failed, redundant

    /// What comes of it, given in the words of `spamkit classify`.
    var answer: Answer {
        switch self {
        case .junk, .later, .twice, .twiceLater: Answer(.junk)
        case .offers: Answer(.promotion, .promotionalOffers)
        // A sub-action that the sample model does not declare.
        case .coupons: Answer(.promotion)
        default: .none
        }
    }

    private static func response(_ status: Int, _ text: String) -> ILNetworkResponse {
        let url = URL(string: "https://filter.example/query")!
        return ILNetworkResponse(
            urlResponse: HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)!,
            data: Data(text.utf8))
    }

    private struct Handed: @unchecked Sendable {
        let reply: ILMessageFilterExtensionContext.Reply
    }

    /// - Parameter held: kept for as long as anybody could answer.
    func context(asked: Counter = Counter(), held: (any AnyObject & Sendable)? = nil) -> ILMessageFilterExtensionContext {
        let junk = #"{"_version":1,"action":"junk"}"#
        let context = ILMessageFilterExtensionContext { reply in
            asked.add()
            let holding = Handed(reply: {
                reply($0, $1); withExtendedLifetime(held) {}
            })
            switch self {
            case .junk: reply(Network.response(200, junk), nil)
            case .offers: reply(Network.response(200, #"{"subAction":"offers","action":"promotion"}"#), nil)
            case .coupons: reply(Network.response(200, #"{"subAction":"coupons","action":"promotion"}"#), nil)
            case .later:
                Thread.detachNewThread { holding.reply(Network.response(200, junk), nil) }
            case .twiceLater:
                Thread.detachNewThread {
                    holding.reply(Network.response(200, junk), nil)
                    usleep(2_000)
                    holding.reply(Network.response(200, junk), nil)
                }
            case .wrongStatus: reply(Network.response(404, junk), nil)
            case .garbage: reply(Network.response(200, "<html>"), nil)
            case .newerVersion: reply(Network.response(200, #"{"_version":2,"action":"junk"}"#), nil)
            case .nothing: reply(nil, nil)
            case .twice:
                reply(Network.response(200, junk), nil)
                reply(nil, ILMessageFilterError(.system))
            case .forgets, .redundant: break
            case .system: reply(nil, ILMessageFilterError(.system))
            case .invalidURL: reply(nil, ILMessageFilterError(.invalidNetworkURL))
            case .unauthorized: reply(nil, ILMessageFilterError(.networkURLUnauthorized))
            case .failed: reply(nil, ILMessageFilterError(.networkRequestFailed))
            }
        }
        // A context that has deferred already says error 5 to the handler.
        if self == .redundant { context.deferQueryRequestToNetwork { _, _ in } }
        return context
    }
}

final class Counter: Sendable {
    private let value = Atomic(0)
    func add() { value.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
}

/// What crosses to other tasks and threads in tests, as the system hands it over.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Calls a closure when it is released.
private final class LastRelease: Sendable {
    private let isReleased: @Sendable () -> Void
    init(_ isReleased: @escaping @Sendable () -> Void) { self.isReleased = isReleased }
    deinit { isReleased() }
}

/// Asks in the completion form. Returns the first answer and the number of answers, once context
/// and completion are released, so that no more can come.
func answers(
    _ handler: FilterHandler, _ request: ILMessageFilterQueryRequest, _ network: Network, asked: Counter = Counter()
) async -> (answer: Answer?, count: Int) {
    let calls = Locked<[Answer]>([])
    await withCheckedContinuation { continuation in
        let last = LastRelease { continuation.resume() }
        handler.handle(request, context: network.context(asked: asked, held: last)) { response in
            let answer = Answer(response)
            calls.withLock { $0.append(answer) }
            withExtendedLifetime(last) {}
        }
    }
    return calls.withLock { ($0.first, $0.count) }
}

extension Answer {
    /// What the system is told, back as ours.
    init(_ response: ILMessageFilterQueryResponse) {
        self.init(Action(rawValue: response.action.rawValue)!, SubAction(rawValue: response.subAction.rawValue)!)
    }
}

extension TemporaryFolder {
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(filter.path)/\(name)") }
}

/// Rules that take much memory: one scalar of three bytes folds to eighteen, and phrases that begin
/// in different ways share nothing.
func longRules(_ count: Int, _ word: String) throws -> [Rule] {
    try (0..<count).map { try #require(Rule(.junk, contains: "\(word)\($0)" + String(repeating: "\u{FDFA}", count: 12))) }
}
