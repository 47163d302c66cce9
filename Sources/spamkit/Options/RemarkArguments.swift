// The options of every command that leave out what is no result, or tell all of it.

import ArgumentParser
import Synchronization

struct RemarkArguments: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print no progress, remarks or summary.")
    var quiet = false

    @Flag(help: "Print all warnings, not only the worst three.")
    var verbose = false

    /// The arguments are read once, before the first remark.
    func validate() {
        if quiet { isQuiet.store(true, ordering: .relaxed) }
        if verbose { isVerbose.store(true, ordering: .relaxed) }
    }
}
