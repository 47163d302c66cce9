// Private counts: contributions without noise, and their sum. Files in any order in, the same bytes
// out.

import SpamFilter
import Statistics

/// The vectors of some contributors, added up. Not private: only a `PrivateRelease` of it is.
public struct Contributions: Sendable, Equatable {
    let plan: PrivacyPlan
    /// Their names, in ascending order, each once.
    let contributors: [[UInt8]]
    /// For each label the messages, then the features; 0 or more, in units.
    let values: [Int64]

    /// How many contributors' counts are in the sum.
    public var contributorCount: Int { contributors.count }

    init(plan: PrivacyPlan, contributors: [[UInt8]], values: [Int64]) {
        (self.plan, self.contributors, self.values) = (plan, contributors, values)
    }

    /// The bytes of its file: numbers that are not 0, with their places.
    public var bytes: [UInt8] {
        var bytes = CountsHead.bytes(plan.settings, plan.weighting, version: CountsLayout.privateVersion)
        bytes += plan.name
        bytes.appendWord(UInt64(contributors.count))
        bytes += contributors.joined()
        let places = values.indices.filter { values[$0] > 0 }
        bytes.appendWord(UInt64(places.count))
        var next = 0
        for place in places {
            bytes.appendVarint(UInt64(place - next))
            bytes.appendVarint(UInt64(values[place]))
            next = place + 1
        }
        CountsHead.seal(&bytes, number: PrivateCountsLayout.Kind.contributions.rawValue)
        return bytes
    }

    /// Reads a file of contributions to a plan. Any bytes give an error, or a sum within the
    /// plan's bound for each of its contributors.
    ///
    /// - Throws: `PrivateCountsError.file`, `otherFile`, `otherPlan` and `aboveClip`.
    public init(_ bytes: UnsafeRawBufferPointer, to plan: PrivacyPlan) throws(PrivateCountsError) {
        let file = try PrivateCountsFile(bytes, .contributions)
        var cursor = file.cursor
        do throws(CountsError) {
            guard try Array(cursor.bytes(PrivateCountsLayout.nameSize)) == plan.name, file.head.settings == plan.settings,
                file.head.weighting == plan.weighting
            else { throw .otherSettings }
            contributors = try Contributions.contributors(&cursor)
            values = try Contributions.values(&cursor, count: plan.dimension)
            try cursor.finish("the contributions")
        } catch {
            if error == .otherSettings { throw .otherPlan }
            throw .file(error)
        }
        self.plan = plan
        guard plan.isWithinBound(values, contributors: contributors.count) else { throw .aboveClip }
    }

    /// How many contributors a file holds, without its plan.
    ///
    /// - Throws: `PrivateCountsError.file` and `otherFile`.
    public static func contributorCount(in bytes: UnsafeRawBufferPointer) throws(PrivateCountsError) -> Int {
        var cursor = try PrivateCountsFile(bytes, .contributions).cursor
        do throws(CountsError) {
            _ = try cursor.bytes(PrivateCountsLayout.nameSize)
            return try contributors(&cursor).count
        } catch {
            throw .file(error)
        }
    }

    private static func contributors(_ cursor: inout CountsCursor) throws(CountsError) -> [[UInt8]] {
        let start = cursor.at, count = try cursor.word()
        guard 1...PrivateCountsLayout.mostContributors ~= count else {
            throw .invalid(atByte: start, expected: "a number of contributors")
        }
        var contributors: [[UInt8]] = []
        for _ in 0..<count {
            let at = cursor.at, name = Array(try cursor.bytes(PrivateCountsLayout.nameSize))
            if let last = contributors.last, !last.lexicographicallyPrecedes(name) {
                throw .invalid(atByte: at, expected: "contributors in ascending order")
            }
            contributors.append(name)
        }
        return contributors
    }

    private static func values(_ cursor: inout CountsCursor, count: Int) throws(CountsError) -> [Int64] {
        var values = [Int64](repeating: 0, count: count)
        var next: UInt64 = 0
        let entries = try cursor.word()
        guard entries <= count else { throw .invalid(atByte: cursor.at - 8, expected: "at most \(count) numbers") }
        for _ in 0..<entries {
            let at = cursor.at, gap = try cursor.varint(), value = try cursor.varint()
            guard gap < UInt64(count) - next, 1...UInt64(Int64.max) ~= value else {
                throw .invalid(atByte: at, expected: "a number of the plan")
            }
            values[Int(next + gap)] = Int64(value)
            next += gap + 1
        }
        return values
    }
}

/// Adds contributions up, one file after the other, in any order.
public struct ContributionSum {
    private let plan: PrivacyPlan
    private var contributors: Set<[UInt8]> = []
    private var values: [Int64]

    /// An empty sum for this plan.
    public init(_ plan: PrivacyPlan) {
        self.plan = plan
        values = Array(repeating: 0, count: plan.dimension)
    }

    /// Adds the contributions of others.
    ///
    /// - Throws: `PrivateCountsError.otherPlan`, `contributorTwice` and `tooManyContributors`; the
    ///   sum is then of no use.
    /// - Complexity: O(numbers of the plan).
    public mutating func add(_ part: Contributions) throws(PrivateCountsError) {
        guard part.plan == plan else { throw .otherPlan }
        for contributor in part.contributors where !contributors.insert(contributor).inserted { throw .contributorTwice }
        guard contributors.count <= PrivateCountsLayout.mostContributors else {
            throw .tooManyContributors(most: Int(PrivateCountsLayout.mostContributors))
        }
        // The bound times the most contributors has 62 bits.
        for i in values.indices { values[i] += part.values[i] }
    }

    /// The sum of all that was added.
    ///
    /// - Throws: `PrivateCountsError.noContributions` where nothing was.
    public consuming func finish() throws(PrivateCountsError) -> Contributions {
        guard !contributors.isEmpty else { throw .noContributions }
        return Contributions(
            plan: plan, contributors: contributors.sorted { $0.lexicographicallyPrecedes($1) }, values: values)
    }
}
