// Sizes as people write them: 65536, 64K, 1M.

import ArgumentParser

struct ByteSize: ExpressibleByArgument, CustomStringConvertible {
    let bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    /// A whole number of bytes, or of KiB or MiB with `K` or `M` behind it.
    init?(argument: String) {
        let units: [Character: Int] = ["K": 1 << 10, "k": 1 << 10, "M": 1 << 20, "m": 1 << 20]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? argument : String(argument.dropLast())), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !overflow else { return nil }
        self.bytes = bytes
    }

    /// As it is typed.
    var description: String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : bytes % (1 << 10) == 0 ? "\(bytes >> 10)K" : "\(bytes)"
    }

    var defaultValueDescription: String { description }
}
