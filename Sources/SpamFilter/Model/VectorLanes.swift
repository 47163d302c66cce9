// Model: one lane of a vector, by an index known only at run time.

extension SIMD {
    /// Lane `i` by its place in memory. With an index that is not constant the subscript moves all
    /// lanes to read or write one.
    @inline(__always)
    func lane(_ i: Int) -> Scalar {
        precondition(i >= 0 && i < scalarCount, "a lane out of range")
        return withUnsafeBytes(of: self) { $0.load(fromByteOffset: i * MemoryLayout<Scalar>.stride, as: Scalar.self) }
    }

    @inline(__always)
    mutating func set(_ i: Int, _ value: Scalar) {
        precondition(i >= 0 && i < scalarCount, "a lane out of range")
        withUnsafeMutableBytes(of: &self) {
            $0.storeBytes(of: value, toByteOffset: i * MemoryLayout<Scalar>.stride, as: Scalar.self)
        }
    }
}
