// What the words of a corpus mean.

import ArgumentParser
import Corpus
import Foundation
import Statistics

struct LabelWordArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Labels for other words: spam=junk,2=promotion/offers; ?=- leaves rows out.",
            valueName: "word=label,…"))
    var labelMap: [String] = []

    /// A warning names at most so many files.
    private static let mostNames = 3

    func labels() throws(LabelMapError) -> LabelMap { try LabelMap(parsing: labelMap.joined(separator: ",")) }

    /// Refuses a file that is none, but what the option takes: `--label-map 1=ham 2=spam`.
    func check(_ paths: [String]) throws {
        let words = paths.filter { path in
            path.contains("=") && !FileManager.default.fileExists(atPath: path) && (try? LabelMap(parsing: path)) != nil
        }
        guard let word = words.first else { return }
        let map = (labelMap + words).joined(separator: ",")
        throw ValidationError(
            "\(onOneLine(word)): expected a file, found words for --label-map; divide them by commas: --label-map \(map.quoted)")
    }

    /// Tells of words that were explained and occur nowhere: they may be misspelt.
    ///
    /// - Parameter found: words of the files in the place of labels.
    func noteUnused(_ found: Set<String>, in paths: [String]) throws {
        let unused = try labels().ownWords.filter { !found.contains($0) }
        guard !unused.isEmpty else { return }
        let names = fileNames(paths), others = names.count - Self.mostNames
        let files =
            names.prefix(Self.mostNames).joined(separator: ", ") + (others > 0 ? " and \(counted(others, "more file"))" : "")
        warn(
            "\(files): no row has the label \(unused.joined(separator: ", ")); correct --label-map",
            .result)
    }
}
