// A weight for a source that the corpus does not have.

import SpamTraining

struct UnknownSource: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
        let first = known.prefix(8).map(\.visibleName).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
        return "--source-weight: expected a source of the corpus, found \(name.visibleName); name one of \(first)"
    }
}
