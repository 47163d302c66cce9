// Training: a disjoint-set forest of messages.

/// Which messages are joined, directly or through others (union-find). A root is its group's first
/// message.
struct MessageGroups: ~Copyable {
    private let parent: UnsafeMutableBufferPointer<UInt32>

    init(count: Int) {
        parent = .allocate(capacity: count)
        for message in 0..<count { parent[message] = UInt32(message) }
    }

    deinit { parent.deallocate() }

    /// The first message of a message's group so far; halves the path on the way.
    @inline(__always)
    mutating func root(of message: Int) -> Int {
        var message = message
        while Int(parent[message]) != message {
            parent[message] = parent[Int(parent[message])]
            message = Int(parent[message])
        }
        return message
    }

    mutating func join(_ a: Int, _ b: Int) {
        let a = root(of: a), b = root(of: b)
        parent[max(a, b)] = UInt32(min(a, b))
    }

    /// The first message of every message's group.
    consuming func representatives() -> [UInt32] { (0..<parent.count).map { UInt32(root(of: $0)) } }
}
