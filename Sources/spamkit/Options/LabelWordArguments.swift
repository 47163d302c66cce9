// What the words of a corpus mean.

import ArgumentParser
import Corpus

struct LabelWordArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Labels for the corpus's own words, such as spam=junk,2=promotion/offers. May be repeated.",
            valueName: "word=label,…"))
    var labelMap: [String] = []

    func labels() throws(CorpusError) -> LabelMap { try LabelMap(parsing: labelMap.joined(separator: ",")) }
}
