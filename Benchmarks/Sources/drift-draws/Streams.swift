// Benchmarks: what is drawn, halves of a source and streams of messages. The same seed, the same.

import Drift
import Statistics

/// How a source is divided.
enum Halves {
    case random(Int)
    /// The group of each message: near duplicates are in one half.
    case byTemplate([UInt64])

    var name: String {
        switch self {
        case .random: "random"
        case .byTemplate: "template"
        }
    }

    func drawn(_ seed: UInt64) -> (learned: [Int], others: [Int]) {
        var random = SplitMix(seed: seed)
        let isLearned: [Bool]
        switch self {
        case .random(let count): isLearned = (0..<count).map { _ in random.below(2) == 0 }
        case .byTemplate(let groups):
            var half: [UInt64: Bool] = [:]
            isLearned = groups.map { group in
                if let known = half[group] { return known }
                let drawn = random.below(2) == 0
                half[group] = drawn
                return drawn
            }
        }
        return (isLearned.indices.filter { isLearned[$0] }, isLearned.indices.filter { !isLearned[$0] })
    }
}

/// Streams of messages, each drawn anew.
struct Streams {
    private var random: SplitMix
    private let length: Int
    private let share: Double

    init(seed: UInt64, _ length: Int, _ share: Double) {
        (random, self.length, self.share) = (SplitMix(seed: ~seed), length, share)
    }

    mutating func shuffled(_ messages: [MessageMakeup]) -> [MessageMakeup] {
        var order = Array(messages.indices)
        random.shuffle(&order)
        return order.map { messages[$0] }
    }

    mutating func any(_ messages: [MessageMakeup]) -> MessageMakeup { messages[random.below(messages.count)] }

    /// Calm messages, each once before any comes again, and a share of the scheme's.
    mutating func mixed(_ calm: [MessageMakeup], _ scheme: [MessageMakeup]) -> [MessageMakeup] {
        var left: [MessageMakeup] = [], stream: [MessageMakeup] = []
        for _ in 0..<length {
            if Double(random.below(1 << 30)) < share * Double(1 << 30) {
                stream.append(any(scheme))
            } else {
                if left.isEmpty { left = shuffled(calm) }
                stream.append(left.removeLast())
            }
        }
        return stream
    }
}
