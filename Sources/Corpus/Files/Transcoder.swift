// Corpus: one encoding to UTF-8, piece by piece.

/// Bytes of one encoding in, UTF-8 out, in pieces cut anywhere. Bytes that are invalid in the
/// encoding become a byte that is not UTF-8, so that their row is refused with its line.
protocol Transcoder: Sendable {
    mutating func transcode(_ bytes: ArraySlice<UInt8>, into target: inout [UInt8])
    mutating func finish(into target: inout [UInt8])
}
