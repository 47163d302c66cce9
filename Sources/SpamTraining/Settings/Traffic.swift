// Training: how often messages of each action come to a phone's filter.

import SpamFilter
import Statistics

/// The shares of the actions among the messages that a filter is asked about. Spelled
/// `transaction=60%,promotion=20%,allow=5%,junk=15%`.
///
/// A filter sees unknown senders alone: mostly business, some promotions, few chats. The shares are
/// the priors of junk against each wanted action, and calibration follows them.
public struct Traffic: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The share of every action but `none`, above 0, by its raw value; they sum to 1.
    private let shares: [Double]

    /// What a filter is asked about on phones of which nothing is known:
    /// Benchmarks/decisions/unknown-senders.md.
    public static let unknownSenders = Traffic([.transaction: 0.3, .promotion: 0.1, .allow: 0.5, .junk: 0.1])

    private static let actions = Action.allCases.filter { $0 != .none }

    /// The share of an action, in 0...1; 0 for `none`.
    public subscript(action: Action) -> Double {
        Traffic.actions.firstIndex(of: action).map { shares[$0] } ?? 0
    }

    /// Shares in proportion to these; of an action that is not named, 0.
    ///
    /// - Precondition: none is below 0, and some are above.
    init(_ shares: [Action: Double]) {
        // In one order: sums of floating-point numbers depend on it.
        let sum = Traffic.actions.reduce(0) { $0 + (shares[$1] ?? 0) }
        precondition(sum > 0, "expected shares above 0, found \(shares)")
        self.shares = Traffic.actions.map { (shares[$0] ?? 0) / sum }
    }

    /// A second wanted action of fewer messages is a few labels, and tells nothing of a phone.
    private static let leastOfSecond = 20

    /// Whether received messages next to a written corpus tell what comes to a phone: a source of
    /// them has several wanted actions. Benchmarks/decisions/unknown-senders.md.
    ///
    /// - Parameter rows: the source, the action and the messages of every row.
    static func isTold(byReceived rows: some Sequence<(UInt32, Action, Int)>) -> Bool {
        var ofSource: [UInt32: [Action: Int]] = [:]
        for (source, action, messages) in rows { ofSource[source, default: [:]][action, default: 0] += messages }
        return ofSource.values.contains { counts in
            counts.filter { $0.key != .junk }.values.sorted(by: >).dropFirst().first ?? 0 >= Traffic.leastOfSecond
        }
    }

    /// Whether the shares are those of `unknownSenders`, of the actions that have any.
    public var isOfUnknownSenders: Bool {
        let usual = zip(Traffic.unknownSenders.shares, shares).map { $1 > 0 ? $0 : 0 }, sum = usual.reduce(0, +)
        return zip(usual, shares).allSatisfy { abs($0 / sum - $1) < 1e-6 }
    }

    /// Reads the spelling above.
    ///
    /// - Throws: unless it names every action once, each with a share above 0, and these add up to
    ///   100 %, give or take 0.1 %.
    public init(parsing spelling: String) throws(SpellingError) {
        var shares: [Action: Double] = [:]
        for part in spelling.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            let action = sides.count == 2 ? Traffic.actions.first { $0.name == sides[0] } : nil
            if let action, let share = Double(share: sides[1]), share == 0 {
                throw SpellingError(
                    description:
                        "expected a share above 0 % of \(action.name), since one may come all the same, found \(part); write \(action.name)=0.1%"
                )
            }
            guard let action, shares[action] == nil, let share = Double(share: sides[1]), share > 0 else {
                throw SpellingError(
                    description: "expected an action with its share, each once, such as transaction=60%, found \(part)")
            }
            shares[action] = share
        }
        let sum = shares.values.reduce(0, +)
        guard shares.count == Traffic.actions.count, abs(sum - 1) < 0.001 else {
            let percent = (sum * 1000).rounded() / 10
            throw SpellingError(
                description:
                    "expected shares of allow, junk, promotion and transaction that add up to 100 %, found \(shares.count) of \(percent) %"
            )
        }
        self.init(shares)
    }

    /// The spelling above, of the actions that have a share.
    public var description: String {
        zip(Traffic.actions, shares).filter { $1 > 0 }.map { "\($0.name)=\(($1 * 10_000).rounded() / 100)%" }.joined(
            separator: ",")
    }
}

// As a card has it: by name.
extension Traffic {
    public init(from decoder: any Decoder) throws {
        let named = try decoder.singleValueContainer().decode([String: Double].self)
        let shares = Traffic.actions.map { named[$0.name] ?? 0 }
        let sum = shares.reduce(0, +)
        guard sum > 0, sum.isFinite, shares.allSatisfy({ $0 >= 0 }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "expected shares above 0"))
        }
        self.shares = shares.map { $0 / sum }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let named = zip(Traffic.actions, shares).filter { $1 > 0 }.map { ($0.name, ($1 * 10_000).rounded() / 10_000) }
        try container.encode(Dictionary(uniqueKeysWithValues: named))
    }
}
