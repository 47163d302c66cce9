// A file that is not what its place in a command takes, or cannot be written there.

struct UnfitFile: Error, CustomStringConvertible {
    let path: String
    var line: Int?
    let expected: String
    var found = "something else"
    /// What to do.
    let next: String

    var description: String {
        "\(path)\(line.map { ", line \($0)" } ?? ""): expected \(expected), found \(found); \(next)"
    }
}
