// Numbers as options, each in its range.

import ArgumentParser

/// Refuses a number below 0.
func expectCount(_ number: Int, of option: String) throws {
    if number < 0 { throw ValidationError("\(option): expected 0 or more, found \(number)") }
}

/// Refuses a value that an option cannot have.
///
/// - Parameter words: the range, as people write it.
func expect<Value: Comparable>(_ option: String, _ value: Value?, in range: ClosedRange<Value>, _ words: String) throws {
    if let value, !range.contains(value) { throw ValidationError("\(option): expected \(words), found \(value)") }
}
