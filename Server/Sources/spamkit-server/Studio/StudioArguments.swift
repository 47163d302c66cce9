// spamkit-server: the options of the studio.

import ArgumentParser
import Studio

struct StudioArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve the studio for this store, a page to label and look, on this machine alone.", valueName: "store"),
        completion: .file())
    var studio: String?

    @Option(help: "With --studio: a second model, to compare with.", completion: .file())
    var compare: String?

    @Option(help: "With --studio: who labels. Default: the page asks.")
    var person: String?

    func validate() throws {
        if studio == nil, compare != nil || person != nil {
            throw ValidationError("--compare, --person: expected --studio STORE, which they are for, found none")
        }
        if let person { _ = try Studio.checked(person) }
    }

    /// `nil` where no studio is asked for.
    func options(model: String?, port: Int) -> StudioOptions? {
        studio.map { StudioOptions(store: $0, models: [model, compare].compactMap(\.self), person: person, port: port) }
    }
}

struct StudioOptions: Sendable {
    var store: String
    var models: [String]
    var person: String?
    /// 0 for any that is free.
    var port: Int
}
