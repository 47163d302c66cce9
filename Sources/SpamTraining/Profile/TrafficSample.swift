// Training: some of the messages as they come in, for the card to say what all are made of.

import Drift
import SpamFilter
import Statistics

/// A sample of messages with their facts, drawn evenly (reservoir sampling, algorithm R; Vitter,
/// Random Sampling with a Reservoir, 1985).
struct TrafficSample: ~Copyable {
    /// More messages make no interval much shorter: Benchmarks/decisions/drift.md.
    static let size = 4096

    /// What is known of a message before anything is learned.
    struct Member {
        let row: Int
        var makeup: MessageMakeup
    }

    private(set) var members: [Member] = []
    private var random = SplitMix(seed: 1)
    private var count = 0
    private let least = UnsafeMutablePointer<UInt32>.allocate(capacity: TemplateKeys.bins)

    deinit { least.deallocate() }

    /// A sample of its own of the messages so far.
    func copied() -> TrafficSample {
        var copy = TrafficSample()
        (copy.members, copy.random, copy.count) = (members, random, count)
        return copy
    }

    /// Adds the message that was read last, or not.
    ///
    /// - Parameters:
    ///   - features: of the message, each once.
    ///   - total: how many there are with repeats.
    mutating func add(row: Int, features: UnsafeBufferPointer<UInt64>, total: Int) {
        count += 1
        let place = count <= TrafficSample.size ? members.count : Int(random.next() % UInt64(count))
        guard place < TrafficSample.size else { return }
        var makeup = MessageMakeup()
        makeup.features = total
        least.update(repeating: .max, count: TemplateKeys.bins)
        for feature in features {
            let bin = TemplateKeys.bin(feature)
            least[bin] = min(least[bin], TemplateKeys.value(feature))
        }
        makeup.template = TemplateKeys(least)
        let member = Member(row: row, makeup: makeup)
        if place == members.count { members.append(member) } else { members[place] = member }
    }

    /// The members in a drawn order: messages of one template follow each other in many files, and
    /// would be counted otherwise than on a phone.
    func shuffled() -> [Member] {
        var random = SplitMix(seed: 2)
        return members.shuffled(using: &random)
    }
}
