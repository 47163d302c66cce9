// Training: which rows of a matrix a trainer learns from.

/// Row numbers of 4 bytes each: with very many messages, lists of rows take much memory.
public struct RowList: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable, Hashable {
    private var numbers: [UInt32]

    /// A list of rows, in the order given.
    ///
    /// - Precondition: rows are in 0..<2^32.
    init(_ rows: some Sequence<Int>) { numbers = rows.map { UInt32($0) } }

    public init(arrayLiteral rows: Int...) { self.init(rows) }

    private init(numbers: [UInt32]) { self.numbers = numbers }

    public var startIndex: Int { 0 }
    @inline(__always)
    public var endIndex: Int { numbers.count }
    @inline(__always)
    public subscript(i: Int) -> Int { Int(numbers[i]) }

    /// The rows that are kept, in their order, without spare capacity.
    public func filter(_ isKept: (Int) throws -> Bool) rethrows -> RowList {
        let isKept = try numbers.map { try isKept(Int($0)) }
        var kept: [UInt32] = []
        kept.reserveCapacity(isKept.count { $0 })
        for (number, isKept) in zip(numbers, isKept) where isKept { kept.append(number) }
        return RowList(numbers: kept)
    }

    /// The same rows in ascending order.
    func ascending() -> RowList {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } ? self : RowList(numbers: numbers.sorted())
    }

    @inline(__always)
    mutating func append(_ row: Int) { numbers.append(UInt32(row)) }
}
