// The option of every command that leaves out what is no result.

import ArgumentParser
import Synchronization

struct RemarkArguments: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print no progress and no remarks.")
    var quiet = false

    /// The arguments are read once, before the first remark.
    func validate() { if quiet { isQuiet.store(true, ordering: .relaxed) } }
}
