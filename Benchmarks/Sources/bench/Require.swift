// Benchmarks: assertions that hold, and say what is wrong, in release builds too.

import Foundation

/// Ends the program with a sentence when something is not as it must be: the time of a wrong answer
/// is worth nothing.
func require(_ isRight: Bool, _ otherwise: @autoclosure () -> String) {
    guard !isRight else { return }
    FileHandle.standardError.write(Data("bench: \(otherwise())\n".utf8))
    exit(1)
}
