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
