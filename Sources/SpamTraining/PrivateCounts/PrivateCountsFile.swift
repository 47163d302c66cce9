// Private counts: which of the three kinds a file is.

/// A counts file of version 2 whose head is right.
struct PrivateCountsFile {
    let head: CountsHead
    let kind: PrivateCountsLayout.Kind
    /// At what follows the head.
    let cursor: CountsCursor

    init(_ bytes: UnsafeRawBufferPointer) throws(PrivateCountsError) {
        do throws(CountsError) {
            head = try CountsHead(bytes, version: CountsLayout.privateVersion)
            guard let kind = PrivateCountsLayout.Kind(rawValue: head.number) else {
                throw .invalid(atByte: CountsLayout.Header.cellCount, expected: "a kind of private counts")
            }
            self.kind = kind
        } catch {
            throw .file(error)
        }
        cursor = CountsCursor(bytes, CountsLayout.Header.size..<bytes.count)
    }

    init(_ bytes: UnsafeRawBufferPointer, _ expected: PrivateCountsLayout.Kind) throws(PrivateCountsError) {
        try self.init(bytes)
        guard kind == expected else { throw .otherFile(expected: expected.noun, found: kind.noun) }
    }
}

extension PrivateCountsLayout.Kind {
    var noun: String {
        switch self {
        case .plan: "a plan of private counts"
        case .contributions: "contributions"
        case .release: "a release of private counts"
        }
    }
}

/// What a counts file is.
public enum CountsKind: Sendable {
    /// Counts of messages, without noise.
    case messages
    /// A public plan.
    case plan
    /// Contributions to a plan, bounded, without noise.
    case contributions
    /// A sum with noise.
    case release

    /// Tells which kind a file is, by its head.
    ///
    /// - Throws: `PrivateCountsError.file` for damaged private counts. Counts of messages are not
    ///   looked at.
    /// - Complexity: O(bytes) of private counts, for their checksum.
    public init(_ bytes: UnsafeRawBufferPointer) throws(PrivateCountsError) {
        do throws(PrivateCountsError) {
            switch try PrivateCountsFile(bytes).kind {
            case .plan: self = .plan
            case .contributions: self = .contributions
            case .release: self = .release
            }
        } catch {
            guard case .file(.otherKind(isPrivate: false)) = error else { throw error }
            self = .messages
        }
    }
}
