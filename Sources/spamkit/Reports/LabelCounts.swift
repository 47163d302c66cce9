// How many messages each label has, as a list for people.

import Statistics

/// `allow 1,204, junk 310, no label 12`: the most frequent first.
func labelCounts(_ labels: [String: Int]) -> String {
    labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key.isEmpty ? "no label" : $0.key) \(grouped($0.value))"
    }
    .joined(separator: ", ")
}
