// Public corpora as people find them. Run where SPAMKIT_DATASETS names a folder of them; they are
// not part of the project.

import Corpus
import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

private let folderOfCorpora = ProcessInfo.processInfo.environment["SPAMKIT_DATASETS"]

@Suite(.enabled(if: folderOfCorpora != nil, "SPAMKIT_DATASETS names no folder")) struct RealCorporaTests {
    @Test(arguments: [
        ("en_in_unlabelled/SMS-Data.csv", "", ["": 396]), ("en_mishra_soni/Dataset_5971.csv", "", ["allow": 4844, "junk": 1127]),
        ("en_uci/SMSSpamCollection", "", ["allow": 4827, "junk": 747]),
        ("en_uci/kaggle_spam.csv", "", ["allow": 4825, "junk": 747]),
        ("id_sms/dataset_sms_spam_v1.csv", "0=allow,1=junk,2=promotion", ["allow": 569, "junk": 335, "promotion": 239]),
        ("ko_chatbot_ham/ChatbotData.csv", "0=allow,1=allow,2=allow", ["allow": 11_823]),
        (
            "ko_meal_bbang/lgaidataset_all_classified.csv", "1=allow,2=junk,3=transaction",
            ["allow": 5778, "junk": 10_531, "transaction": 2700]
        ),
        ("tr_sms/TurkishSMSCollection.csv", "", ["allow": 2215, "junk": 2536]),
        ("zh_message80w/data_set.txt", "", ["allow": 8940, "junk": 1060]),
        ("zh_message80w/sample1.csv", "", ["allow": 8959, "junk": 1041]),
        ("zh_message80w/spamMessage.txt", "", ["junk": 10_000]),
    ])
    func fileImportsWithItsCounts(file: String, map: String, counts: [String: Int]) throws {
        let folder = try StoreFolder()
        var options = ImportOptions(reading: CorpusOptions(labels: try LabelMap(parsing: map)))
        // It was converted twice, and is asked about.
        if file.contains("kaggle") { options.reading.encoding = TextEncoding("WINDOWS-1252") }
        let summary = try folder.store.imports.add(file: folderOfCorpora! + "/" + file, options)
        #expect(summary.rejected == 0)
        #expect(try folder.store.statistics().labels == counts)
    }

    @Test func topicFilesImportWhole() throws {
        let folder = try StoreFolder()
        let files = try FileManager.default.contentsOfDirectory(atPath: folderOfCorpora! + "/zh_80w_topics")
        for file in files where file.hasSuffix(".txt") {
            #expect(try folder.store.imports.add(file: folderOfCorpora! + "/zh_80w_topics/" + file).rejected == 0)
        }
        #expect(try folder.store.statistics().labels == ["junk": 7028])
    }

    /// Without names, and numbers grown together with letters, which are words, 99 of 100 masked
    /// messages have the features of the original. In the others no surrogate that hides half of
    /// the digits has them.
    @Test func maskingKeepsFeatures() throws {
        let files = [
            "en_uci/SMSSpamCollection", "en_in_unlabelled/SMS-Data.csv", "id_sms/dataset_sms_spam_v1.csv",
            "tr_sms/TurkishSMSCollection.csv",
        ]
        let masker = Masker(Masking(seed: 1))
        var reader = MessageReader(TokenizerSettings())
        var masked = 0, changed = 0
        for file in files {
            let folder = try StoreFolder()
            let map = try LabelMap(parsing: "0=allow,1=junk,2=promotion")
            try folder.store.imports.add(file: folderOfCorpora! + "/" + file, ImportOptions(reading: CorpusOptions(labels: map)))
            for stored in try folder.messages {
                let body = Array(stored.message.body.unicodeScalars)
                let codeWords = CodeWord.find(in: body).filter { $0.kind != .account }
                let numbers = PersonalNumbers.find(in: body, hasCode: !codeWords.isEmpty)
                let grown = numbers.contains { span in
                    [span.range.lowerBound - 1, span.range.upperBound].contains {
                        body.indices.contains($0) && body[$0].properties.isAlphabetic
                    }
                }
                let identifiers = Identifiers.find(in: body, codeWords: codeWords)
                let words = PersonalSpans.find(in: body).contains(where: \.isWords)
                guard !words, !grown, identifiers.isEmpty else { continue }
                let other = masker.masked(stored.message)
                guard other != stored.message else { continue }
                masked += 1
                var before = FeatureList(), after = FeatureList()
                reader.read(stored.message, into: &before)
                reader.read(other, into: &after)
                if before.hashes != after.hashes { changed += 1 }
            }
        }
        #expect(masked > 200)
        #expect(Double(changed) <= 0.01 * Double(masked), "\(changed) of \(masked)")
    }
}
