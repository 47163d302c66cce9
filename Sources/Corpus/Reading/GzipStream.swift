// Corpus: a gzip file, unpacked piece by piece. Packed bytes in, as they come; the bytes of its
// members out, one behind the other. Memory: two chunks and the window of zlib.

import Zlib

/// Unchecked Sendable: one reader owns it and uses it from one thread at a time.
final class GzipStream: @unchecked Sendable {
    /// What a member begins with.
    static let signature = FileSignature.gzip.bytes

    private enum State { case inMember, betweenMembers, afterMembers }

    // zlib keeps the address of its state.
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.inMember
    private var packed: [UInt8] = []
    /// The first byte of `packed` that was not taken yet.
    private var next = 0
    private var room: [UInt8]

    /// Whether the file may end here.
    var isWhole: Bool { state != .inMember }

    /// - Parameter chunkBytes: the most bytes that are unpacked at a time.
    init(chunkBytes: Int) {
        room = [UInt8](repeating: 0, count: chunkBytes)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16: the window is of a gzip file, whose checksum is then compared.
        let status = inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has the version of its header, and some memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes further bytes of the file.
    func take(_ bytes: ArraySlice<UInt8>) {
        packed.removeSubrange(..<next)
        packed += bytes
        next = 0
    }

    /// The next unpacked bytes, none where more packed ones are needed; `nil` where the file is
    /// damaged.
    func unpacked() -> ArraySlice<UInt8>? {
        while true {
            guard state == .inMember || begin() else { return state == .afterMembers && next < packed.count ? nil : [] }
            let (status, count) = inflateOnce()
            switch status {
            case Z_STREAM_END: state = .betweenMembers
            case Z_OK, Z_BUF_ERROR: if count == 0 { return [] }
            default: return nil
            }
            if count > 0 { return room[..<count] }
        }
    }

    /// Whether another member begins here. Behind the last one there may be zeros, as on tapes.
    private func begin() -> Bool {
        let rest = packed[next...]
        if state == .betweenMembers, rest.first == Self.signature[0] {
            inflateReset(stream)
            state = .inMember
            return true
        }
        if !rest.isEmpty { state = .afterMembers }
        next = rest.firstIndex { $0 != 0 } ?? packed.count
        return false
    }

    private func inflateOnce() -> (status: CInt, count: Int) {
        let size = room.count
        return packed.withUnsafeMutableBufferPointer { packed in
            room.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_in = packed.baseAddress.map { $0 + next }
                stream.pointee.avail_in = CUnsignedInt(packed.count - next)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = CUnsignedInt(size)
                let status = inflate(stream, Z_NO_FLUSH)
                next = packed.count - Int(stream.pointee.avail_in)
                return (status, size - Int(stream.pointee.avail_out))
            }
        }
    }
}
