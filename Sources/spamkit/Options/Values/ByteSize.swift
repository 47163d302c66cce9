// Sizes as people write them: 65536, 64K, 200KB, 1.5 MiB.

import ArgumentParser

struct ByteSize: ExpressibleByArgument, CustomStringConvertible {
    let bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    /// A number, whole where no unit follows. Units are of 1024, as for memory: K, KB and KiB are
    /// 1024 bytes, M, MB and MiB 1024 of these.
    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        let units = ["": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20]
        guard let size = units[unit], let number = Double(digits), number.isFinite else { return nil }
        let bytes = (number * Double(size)).rounded(.down)
        guard bytes >= 1, bytes < 0x1p53, size > 1 || bytes == number else { return nil }
        self.bytes = Int(bytes)
    }

    /// As it is typed.
    var description: String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : bytes % (1 << 10) == 0 ? "\(bytes >> 10)K" : "\(bytes)"
    }

    var defaultValueDescription: String { description }
}
