// Numbers of things, as options.

import ArgumentParser

/// Refuses a number below 0.
func expectCount(_ number: Int, of option: String) throws {
    if number < 0 { throw ValidationError("\(option): expected 0 or more, found \(number)") }
}
