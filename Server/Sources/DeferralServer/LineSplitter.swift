// Server: bytes that arrive in pieces, as lines.

import Foundation

/// Splits bytes at line breaks. Holds at most one line.
public struct LineSplitter {
    public enum Line: Equatable {
        /// Without its line break, LF or CR LF.
        case line(Data)
        /// Of white space alone.
        case blank
        /// Of more bytes than a line may have. They are dropped as they come.
        case tooLong
    }

    private let most: Int
    private var partial = Data()
    private var isTooLong = false

    public init(mostLineBytes: Int) { most = mostLineBytes }

    /// - Parameter take: is given each line that ends in these bytes.
    public mutating func add(_ bytes: UnsafeRawBufferPointer, _ take: (Line) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            endLine(take)
            rest = rest[(end + 1)...]
        }
        keep(rest)
    }

    /// The last line needs no line break.
    public mutating func finish(_ take: (Line) -> Void) {
        if !partial.isEmpty || isTooLong { endLine(take) }
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        isTooLong = isTooLong || partial.count + bytes.count > most
        if isTooLong { partial.removeAll() } else { partial.append(contentsOf: bytes) }
    }

    private mutating func endLine(_ take: (Line) -> Void) {
        defer {
            partial = Data()
            isTooLong = false
        }
        if isTooLong { return take(.tooLong) }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        take(partial.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? .blank : .line(partial))
    }
}
