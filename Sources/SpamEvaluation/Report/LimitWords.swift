// Evaluation: a rate of false junk in words, with the upper limit that groups of like messages
// allow. What a training promises and what a test set shows are said alike.

import Statistics

/// `218 of 15,419 wanted in Junk (1.414 %), or 54 of 6,969 groups of like messages: at most …`
///
/// - Parameters:
///   - kind: of the messages, such as `wanted`.
///   - limit: the one-sided upper 95 % limit for this number of groups.
///   - spelled: a share in percent.
package func limitWords(
    _ count: Int, of messages: Int, _ kind: String, groups: Int, of allGroups: Int, _ limit: Double,
    spelled: (Double) -> String
) -> String {
    let rate = Double(count) / Double(messages)
    let share = "\(grouped(count)) of \(grouped(messages)) \(kind) in Junk (\(spelled(rate)))"
    // The limit is of groups; where a large one is lost, it says nothing of messages.
    if rate > limit {
        return "\(share), which are \(grouped(groups)) of \(grouped(allGroups)) groups of like messages: "
            + "at most \(spelled(limit)) of such groups with 95 % confidence"
    }
    let most = "at most \(spelled(limit)) with 95 % confidence"
    return allGroups == messages
        ? "\(share), \(most)" : "\(share), or \(grouped(groups)) of \(grouped(allGroups)) groups of like messages: \(most)"
}
