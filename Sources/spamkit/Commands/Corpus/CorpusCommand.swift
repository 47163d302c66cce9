// spamkit corpus: looks into a store, cleans it, and writes it out.

import ArgumentParser

struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Look into a store of messages, clean it, write it out.",
        subcommands: [
            Stats.self, Imports.self, Search.self, Show.self, Duplicates.self, Conflicts.self, Agreement.self, Suspects.self,
            Relabel.self,
            Forget.self,
            Undo.self, Mask.self, Export.self,
        ])
}
