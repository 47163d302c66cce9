// Options that only some people need: help shows them with --help-all.

import ArgumentParser

extension ArgumentVisibility {
    /// Hidden in help, but not in completions and manuals, which the tool writes about itself.
    static let rare: ArgumentVisibility =
        CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help" }
        ? .default : .hidden
}
