// Masking of a store, in place and on import: seeds, what is left in the file, the same model.

import Corpus
import Foundation
import GRDB
import SpamFilter
import SpamTraining
import Testing

@testable import CorpusStore

@Suite struct MaskedStoreTests {
    @Test func anotherSeedIsRefused() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n"
        func options(_ seed: UInt64) throws -> ImportOptions {
            var options = ImportOptions()
            options.masking = Masking(seed: seed)
            options.lastFileBefore = try folder.store.imports.lastNumber()
            return options
        }
        try folder.add(text, as: "a.tsv", options(1))
        #expect(throws: StoreError.otherMaskSeed) { try folder.add(text + "ham\tbye\n", as: "a.tsv", options(2)) }
        #expect(throws: StoreError.otherMaskSeed) { try Masking(seed: 2).mask(folder.store) }
        #expect(try folder.add(text + "ham\tbye\n", as: "a.tsv", options(1)).known == 1)
        // What is masked stays as it is.
        let before = try folder.texts
        #expect(try Masking(seed: 1).mask(folder.store).changed == 0)
        #expect(try folder.texts == before)
    }

    @Test func whatWasMaskedWithoutTheSeedIsNotAddedAgain() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n", grown = text + "ham\tbye\n"
        var options = ImportOptions()
        try folder.add(text, as: "clear.tsv")
        options.masking = Masking()
        try folder.add(text + text, as: "forgotten.tsv", options)
        options.masking = Masking(seed: 5)
        options.lastFileBefore = try folder.store.imports.lastNumber()
        for name in ["clear.tsv", "forgotten.tsv"] {
            #expect(throws: StoreError.maskedOtherwise(source: name)) { try folder.add(grown, as: name, options) }
        }
        // Masked in place with the seed, what was in clear is known.
        #expect(try Masking(seed: 5).mask(folder.store).changed == 1)
        options.lastFileBefore = try folder.store.imports.lastNumber()
        #expect(try folder.add(grown, as: "clear.tsv", options).known == 1)
    }

    @Test func templatesKeepNoNumber() throws {
        let folder = try StoreFolder()
        let rows =
            #"{"text":"one","template":"t 010-2345-6789"}"# + "\n" + #"{"text":"two","template":"t 010-2345-6789"}"# + "\n"
            + #"{"text":"three","template":"t7"}"# + "\n"
        try folder.add(rows, as: "a.jsonl")
        #expect(try Masking(seed: 5).mask(folder.store).changed == 2)
        let inPlace = try folder.messages.map { $0.group ?? "" }
        #expect(inPlace[0] == inPlace[1] && inPlace[0].hasPrefix("masked-") && inPlace[2] == "t7")
        var options = ImportOptions()
        options.masking = Masking(seed: 5)
        let summary = try folder.add(rows + "\n", as: "of 010-2345-6789.jsonl", options)
        #expect(summary.hasNumbersInNames)
        #expect(try folder.messages.map { $0.group ?? "" } == inPlace + inPlace)
        #expect(try !folder.add(rows + "\n\n", as: "sms-20240101.jsonl", options).hasNumbersInNames)
    }

    @Test func modelOfTheMaskedCorpusHasTheSameWeights() throws {
        let folder = try StoreFolder()
        var words = Invented(seed: 5)
        let junk = ["win", "prize", "claim", "loan", "urgent"], wanted = ["dinner", "parcel", "meeting", "tomorrow", "home"]
        var text = ""
        for i in 0..<400 {
            let list = i % 2 == 0 ? junk : wanted
            let sentence = (0..<4).map { _ in list[words.next(5)] }.joined(separator: " ")
            text += "\(i % 2 == 0 ? "spam" : "ham")\t\(sentence) \(words.word()) 020-\(words.digits(4))-\(words.digits(4)) "
            text += "https://\(words.word()).test/\(words.word())?c=\(words.digits(5)) \(words.word())@mail.example\n"
        }
        try folder.add(text, as: "a.tsv")
        func model() throws -> TrainedModel {
            var run = TrainingRun(TrainingSettings())
            try folder.store.forEachMessage { run.add($0.labeled!) }
            return try run.finish()
        }
        let before = try model()
        let original = try folder.texts
        #expect(try Masking().mask(folder.store).changed == 400)
        #expect(try zip(original, folder.texts).allSatisfy { $0 != $1 })
        #expect(try model().bytes == before.bytes)
    }

    @Test func nothingIsLeftInTheFile() throws {
        let folder = try StoreFolder()
        let secret = "020-7946-0555"
        try folder.add((0..<50).map { "ham\tmessage \($0) call \(secret) soon\n" }.joined(), as: "a.tsv")
        #expect(try folder.store.curation.search(secret, limit: 100).count == 50)
        #expect(try Masking().mask(folder.store).changed == 50)
        #expect(try folder.store.curation.search(secret, limit: 100).isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.hasPrefix("corpus.sqlite") {
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
            #expect(bytes.firstRange(of: Data("7946-0555".utf8)) == nil, "\(name)")
        }
        #expect(try folder.store.statistics().integrity == "ok")
    }

    /// A code of four digits was found from them by trying.
    @Test func noHashOfAnOriginalIsLeft() throws {
        let folder = try StoreFolder(), text = "ham\tour secret word\nham\tcall 020-7946-0123, Dear Jonas Weller\n"
        try folder.add(text, as: "a.tsv")
        try folder.store.groups.update()
        try folder.store.record(settings: #"{"name":"x","sample":"AAAA"}"#, metrics: "{}", of: CorpusDigest())
        try folder.store.record(settings: "no JSON", metrics: "{}", of: CorpusDigest())
        func bytes(_ sql: String) throws -> [Data] { try folder.store.database.read { try Data.fetchAll($0, sql: sql) } }
        func keys() throws -> [Int64] {
            try folder.store.database.read { try Int64.fetchAll($0, sql: "SELECT key FROM templateGroup ORDER BY id") }
        }
        let digests = try bytes("SELECT digest FROM file"), before = try keys()
        #expect(try Masking(seed: 4).mask(folder.store).changed == 1)
        #expect(try bytes("SELECT digest FROM file") != digests)
        #expect(try bytes("SELECT corpusDigest FROM modelRun") == [Data(), Data()])
        let settings = try folder.store.database.read {
            try String.fetchAll($0, sql: "SELECT settings FROM modelRun ORDER BY id")
        }
        #expect(settings == [#"{"name":"x"}"#, "{}"])
        let after = try keys()
        #expect(after[0] == before[0] && after[1] != before[1])
        // With the seed, the file is known; an import with it notes the same digest.
        var options = ImportOptions()
        options.masking = Masking(seed: 4)
        #expect(try folder.add(text, as: "b.tsv", options).importedBefore == "a.tsv")
        let other = try StoreFolder()
        try other.add(text, as: "a.tsv", options)
        #expect(try other.add(text, as: "b.tsv", options).importedBefore == "a.tsv")
        #expect(
            try other.store.database.read { try Data.fetchAll($0, sql: "SELECT digest FROM file") }
                == bytes("SELECT digest FROM file"))
    }

    @Test func maskedImportStoresSurrogatesOnly() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        options.masking = Masking(seed: 4)
        try folder.add("ham\tcall 020-7946-0123\n", as: "a.tsv", options)
        #expect(try folder.texts[0].hasPrefix("call 020-"))
        #expect(try !folder.texts[0].contains("7946"))
        // With the same seed a grown file is known again.
        #expect(try folder.add("ham\tcall 020-7946-0123\nham\tbye\n", as: "a.tsv", options).known == 1)
    }

    @Test func maskedStoresTakeNothingInClear() throws {
        let folder = try StoreFolder()
        let text = "ham\tcall 020-7946-0123\n"
        try folder.add(text, as: "a.tsv")
        #expect(try Masking().mask(folder.store).changed == 1)
        #expect(throws: StoreError.masked(path: folder.storePath)) { try folder.add(text + "ham\tbye\n", as: "a.tsv") }
        // Of a file of one message a hash tells the message, so that the file is forgotten as well.
        #expect(throws: StoreError.masked(path: folder.storePath)) { try folder.add(text, as: "a.tsv") }
        #expect(try folder.texts.count == 1 && !folder.texts[0].contains("7946"))
    }

    @Test func aKnownSourceIsMaskedWithASeedOnly() throws {
        let folder = try StoreFolder()
        var options = ImportOptions()
        options.masking = Masking()
        options.lastFileBefore = try folder.store.imports.lastNumber()
        let text = "ham\tcall 020-7946-0123\n"
        try folder.add(text, as: "a.tsv", options)
        // The same key, as of several files of one command.
        #expect(try folder.add(text + "ham\tbye\n", as: "a.tsv", options).known == 1)
        options.masking = Masking()
        options.lastFileBefore = try folder.store.imports.lastNumber()
        #expect(throws: StoreError.needsMaskSeed(source: "a.tsv")) { try folder.add(text + "ham\tso\n", as: "a.tsv", options) }
        #expect(try folder.texts.count == 2)
        // Nothing to mask, nothing that differs.
        #expect(try folder.add("ham\tbye\nham\tso\n", as: "a.tsv", options).known == 1)
        #expect(try folder.add(text + text, as: "b.tsv", options).added == 2)
    }

    /// SQLite's texts may hold a NUL, behind which C sees nothing.
    @Test func whatStandsBehindANULStays() throws {
        let folder = try StoreFolder()
        try folder.add(#"{"text":"before\u0000after 020-7946-0123 end"}"# + "\n", as: "a.jsonl")
        #expect(try folder.texts == ["before\0after 020-7946-0123 end"])
        #expect(try folder.store.message(1)?.message.body == folder.texts[0])
        #expect(try folder.store.message(1)?.message.body == folder.texts[0])
        #expect(try Masking(seed: 1).mask(folder.store).changed == 1)
        let masked = try folder.texts[0]
        #expect(masked.hasPrefix("before\0after 020-") && masked.hasSuffix(" end") && !masked.contains("7946"))
    }
}
