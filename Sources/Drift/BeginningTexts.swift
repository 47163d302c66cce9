// Drift: texts that no earlier period had. A new scheme in known words changes no other figure.

import Statistics

/// The texts that begin in a period: they came ten times in it, and in no period before. Numbers
/// and links in them do not count.
public struct BeginningTexts: Sendable, Hashable, Encodable {
    /// How many such texts there are.
    public let texts: Int
    /// How many messages of the period have one of them.
    public let messages: Int
    /// The share of these among all messages of the period, in 0...1.
    public let share: Double
    /// That share in the periods before together, but for the first, in which all texts begin;
    /// `nil` of the second.
    public let usual: Double?
    /// Whether they are clearly more than before: one message in a hundred or more, twice the usual
    /// share, and more than twice as many texts, give or take chance.
    public let isAlarm: Bool

    static let (leastShare, ratio) = (0.01, 2.0)

    /// - Parameters:
    ///   - texts: that begin, with their messages.
    ///   - of: the messages of the period.
    ///   - before: sums of the periods before; `nil` without one.
    ///   - tail: the probability of a false alarm, between 0 and 1.
    init(texts: Int, messages: Int, of all: Int, before: (texts: Int, messages: Int, of: Int)?, tail: Double) {
        (self.texts, self.messages, share) = (texts, messages, Double(messages) / Double(max(1, all)))
        guard let before, before.of > 0 else {
            (usual, isAlarm) = (nil, false)
            return
        }
        let usual = Double(before.messages) / Double(before.of)
        self.usual = usual
        // As in a comparison of shares: of the texts of both, how many are earlier is binomial.
        let earlier = BinomialInterval.clopperPearsonUpper(
            successes: before.texts, trials: before.texts + texts, confidence: 1 - max(tail, 1e-14))
        let now = 1 - (earlier ?? 1)
        // Beside so many messages of other texts: those that begin would hide themselves.
        let others = (before: Double(max(1, before.of - before.messages)), now: Double(max(1, all - messages)))
        let isMore = now * others.before > BeginningTexts.ratio * (1 - now) * others.now
        isAlarm = texts > 0 && isMore && share >= max(BeginningTexts.leastShare, BeginningTexts.ratio * usual)
    }
}

/// When texts came first, and how often in that period and in later ones.
struct TextMemory: Sendable {
    /// A text that comes less often in its first period is no template.
    static let least = 10
    /// Beyond so many different texts none is added: some 150 MB.
    static let most = 4_000_000

    private struct First: Sendable { var period: Int32, messages: Int32 }
    /// A message of a text that came often.
    struct Sample: Sendable { let unknown: Double, action: String, place: String, text: String? }

    private struct Later: Hashable, Sendable { let text: UInt64, period: Int32 }

    private var first: [UInt64: First] = [:]
    private var later: [Later: Int32] = [:]
    private var samples: [UInt64: Sample] = [:]
    /// The period in which memory was full, of texts and of those that go on.
    private(set) var fullIn: Int?, goesOnUntil: Int?
    private let most: Int

    init(most: Int = TextMemory.most) { self.most = most }

    /// Notes a message.
    ///
    /// - Parameter isEarlier: whether the first period is before the second.
    mutating func add(
        _ text: UInt64, in period: Int, isEarlier: (Int, Int) -> Bool, sample: () -> Sample
    ) {
        guard let found = first[text] else {
            if first.count < most {
                first[text] = First(period: Int32(period), messages: 1)
            } else if fullIn.map({ isEarlier(period, $0) }) ?? true {
                fullIn = period
            }
            return
        }
        if Int(found.period) == period {
            first[text]!.messages += 1
            if Int(found.messages) + 1 == TextMemory.least { samples[text] = sample() }
        } else if isEarlier(period, Int(found.period)) {
            // What is not in the order of time counts as if it were.
            let before = later.removeValue(forKey: Later(text: text, period: Int32(period))) ?? 0
            add(Int(found.messages), of: text, later: Int(found.period), isEarlier: isEarlier)
            first[text] = First(period: Int32(period), messages: before + 1)
        } else {
            add(1, of: text, later: period, isEarlier: isEarlier)
        }
    }

    private mutating func add(_ messages: Int, of text: UInt64, later period: Int, isEarlier: (Int, Int) -> Bool) {
        let key = Later(text: text, period: Int32(period))
        if later.count < most || later[key] != nil {
            later[key, default: 0] += Int32(messages)
        } else if goesOnUntil.map({ isEarlier(period, $0) }) ?? true {
            goesOnUntil = period
        }
    }

    /// The messages of each period whose texts began in an earlier one, but for the first of all.
    func goingOn(isEarlier: (Int, Int) -> Bool) -> [Int: Int] {
        guard let earliest = first.values.map({ Int($0.period) }).min(by: isEarlier) else { return [:] }
        var found: [Int: Int] = [:]
        for (key, messages) in later {
            guard let first = first[key.text], first.messages >= TextMemory.least, Int(first.period) != earliest else { continue }
            found[Int(key.period), default: 0] += Int(messages)
        }
        return found
    }

    /// The texts that begin in each period, those with most messages first.
    func beginning() -> [Int: [(messages: Int, sample: Sample)]] {
        var found: [Int: [(messages: Int, hash: UInt64)]] = [:]
        for (hash, first) in first where first.messages >= TextMemory.least {
            found[Int(first.period), default: []].append((Int(first.messages), hash))
        }
        return found.mapValues { texts in
            texts.sorted { ($1.messages, $0.hash) < ($0.messages, $1.hash) }.compactMap { text in
                samples[text.hash].map { (text.messages, $0) }
            }
        }
    }
}
