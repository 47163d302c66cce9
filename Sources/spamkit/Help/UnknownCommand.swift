// A command that does not exist, and the one that may have been meant.

import ArgumentParser

enum UnknownCommand {
    /// What is wrong with the commands at the start of a command line; `nil` where all exist.
    static func problem(in arguments: [String], of root: any ParsableCommand.Type) -> ValidationError? {
        var command = root, path = ""
        for word in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            if word == "explain", let problem = Explain.problem(in: arguments.drop { $0 != word }.dropFirst()) { return problem }
            if let next = commands.first(where: { $0.configuration.commandName == word }) {
                (command, path) = (next, path + word + " ")
                continue
            }
            if word == "help" { return problem(inHelp: arguments.dropFirst(), of: root) }
            let names = commands.compactMap { $0.configuration.commandName }
            let below = commands.flatMap { outer in
                outer.configuration.subcommands.compactMap { inner in
                    outer.configuration.commandName.flatMap { name in inner.configuration.commandName.map { "\(name) \($0)" } }
                }
            }
            let exact = below.first { $0.hasSuffix(" \(word)") }
            let meant = (exact ?? closest(to: word, among: names)).map { "; did you mean \(path)\($0)?" }
            return ValidationError(
                "expected a command, one of \(names.joined(separator: ", ")), found \(onOneLine(word))\(meant ?? "")")
        }
        return nil
    }
}

extension UnknownCommand {
    /// The same of what help is asked for: a command or a topic.
    fileprivate static func problem(inHelp words: ArraySlice<String>, of root: any ParsableCommand.Type) -> ValidationError? {
        guard let word = words.first, !word.hasPrefix("-") else { return nil }
        let names = root.configuration.subcommands.compactMap { $0.configuration.commandName }
        let topics = HelpTopic.allCases.map(\.rawValue)
        guard !(names + topics).contains(word) else { return nil }
        let meant = question(word, among: names + topics)
        return ValidationError(
            "expected a command or a topic, one of \(topics.joined(separator: ", ")), found \(onOneLine(word))\(meant)")
    }
}

/// The name that a word is most likely a slip of: one begins with the other, or at most a third of
/// the letters differ. The first among equals; `nil` where none is near.
func closest(to word: String, among names: [String]) -> String? {
    let begun = names.first { min($0.count, word.count) > 2 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
    if let begun { return begun }
    let near = names.map { (name: $0, distance: slips(from: word.lowercased(), to: $0.lowercased())) }
    guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(word.count, best.name.count) / 3) ? best.name : nil
}

/// `; did you mean NAME?`, or nothing.
func question(_ word: String, among names: [String]) -> String {
    closest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
}

/// Letters that must be put in, taken out, changed or swapped with their neighbour (optimal string
/// alignment distance). O(n m).
private func slips(from word: String, to name: String) -> Int {
    let a = Array(word.prefix(64)), b = Array(name.prefix(64))
    var rows = [Array(0...b.count)]
    for i in 1...max(1, a.count) where !a.isEmpty {
        var row = [i]
        for j in 1...max(1, b.count) where !b.isEmpty {
            var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, rows[i - 2][j - 2] + 1) }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
