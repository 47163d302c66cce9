// Corpus: legacy encodings to UTF-8 through iconv(3) of the C library.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running conversion. Unchecked Sendable: one reader owns it and uses it from one thread at a
/// time, as iconv(3) demands.
final class CharsetTranscoder: Transcoder, @unchecked Sendable {
    private let conversion: iconv_t
    private let hasControls: Bool
    /// The beginning of a character that was cut.
    private var pending: [UInt8] = []

    /// Never part of UTF-8.
    private static let invalid: UInt8 = 0xFF

    static func knows(_ name: String) -> Bool {
        guard let conversion = open(name) else { return false }
        iconv_close(conversion)
        return true
    }

    private static func open(_ name: String, to target: String = "UTF-8") -> iconv_t? {
        guard let conversion = iconv_open(target, name), Int(bitPattern: conversion) != -1 else { return nil }
        return conversion
    }

    /// The bytes of a text in an encoding, without the characters that it lacks; `nil` where it
    /// lacks more than a tenth, or the C library does not know it.
    static func bytes(of text: String, as name: String) -> [UInt8]? {
        guard let conversion = open("UTF-8", to: name) else { return nil }
        defer { iconv_close(conversion) }
        var bytes: [UInt8] = [], characters = 0, missing = 0
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x80 else {
                bytes.append(UInt8(scalar.value))
                continue
            }
            characters += 1
            var source = Array(String(scalar).utf8.map { CChar(bitPattern: $0) }), room = [CChar](repeating: 0, count: 16)
            var left = source.count, free = room.count
            let status = source.withUnsafeMutableBufferPointer { source in
                room.withUnsafeMutableBufferPointer { room in
                    var input = source.baseAddress, output = room.baseAddress
                    return iconv(conversion, &input, &left, &output, &free)
                }
            }
            if status == 0 { bytes += room.prefix(room.count - free).map { UInt8(bitPattern: $0) } } else { missing += 1 }
        }
        return 10 * missing <= characters ? bytes : nil
    }

    /// `nil` when the C library does not know the encoding.
    ///
    /// - Parameter hasControls: bytes that the encoding leaves open are control characters, as
    ///   browsers read Windows-1252. Otherwise they are invalid.
    init?(_ name: String, hasControls: Bool) {
        guard let conversion = Self.open(name) else { return nil }
        self.conversion = conversion
        self.hasControls = hasControls
    }

    deinit { iconv_close(conversion) }

    func transcode(_ bytes: ArraySlice<UInt8>, into target: inout [UInt8]) {
        var source = pending + bytes
        pending = []
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room in
            source.withUnsafeMutableBytes { raw in
                var input: UnsafeMutablePointer<CChar>? = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
                var left = raw.count
                while left > 0 {
                    var output: UnsafeMutablePointer<CChar>? = room.baseAddress
                    var free = room.count
                    let status = iconv(conversion, &input, &left, &output, &free)
                    let problem = status == -1 ? errno : 0
                    target.append(
                        contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<(room.count - free)]))
                    switch problem {
                    case EINVAL:
                        pending = Array(raw[(raw.count - left)...])
                        return
                    case EILSEQ:
                        appendUnknown(raw[raw.count - left], to: &target)
                        input = input.map { $0 + 1 }
                        left -= 1
                    // 0: all done; E2BIG: there is more.
                    default: break
                    }
                }
            }
        }
    }

    func finish(into target: inout [UInt8]) {
        if !pending.isEmpty { target.append(Self.invalid) }
        pending = []
        // A letter that waits for an accent, as in Windows-1258.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            var output: UnsafeMutablePointer<CChar>? = room.baseAddress
            var free = room.count
            _ = iconv(conversion, nil, nil, &output, &free)
            target.append(contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<(room.count - free)]))
        }
    }

    private func appendUnknown(_ byte: UInt8, to target: inout [UInt8]) {
        if hasControls {
            target.append(contentsOf: [0xC0 | byte >> 6, 0x80 | byte & 0x3F])
        } else {
            target.append(Self.invalid)
        }
    }
}
