// The delimiter of a file of columns, as an option.

import ArgumentParser

enum Delimiter: String, ExpressibleByArgument, CaseIterable {
    case comma, semicolon, tab, bar

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        case .bar: UInt8(ascii: "|")
        }
    }
}
