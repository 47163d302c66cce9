// Exports of phones and spreadsheets into a store, and what a store gives back.

import Corpus
import Foundation
import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct PhoneExportTests {
    /// What the owner sent is left out with its line, and what was received is labelled as asked.
    @Test(arguments: [
        ("a.csv", "address,date,type,body\nJo,1700000000000,1,one\nJo,1700000100000,2,two\nAl,1700000200000,1,three\n"),
        (
            "a.ndjson",
            """
            {"address":"Jo","date":"1700000000000","type":"1","body":"one"}
            {"address":"Jo","date":"1700000100000","type":"2","body":"two"}
            {"address":"Al","date":"1700000200000","type":"1","body":"three"}

            """
        ),
    ])
    func anInboxHasNoLabelsOfItsOwn(name: String, content: String) throws {
        for label in [nil, Label.allow] {
            let folder = try StoreFolder()
            var options = ImportOptions()
            options.label = label
            let path = try folder.write(content.utf8, to: name)
            let summary = try folder.store.imports.add(file: path, options)
            #expect(try folder.messages.map(\.message.body) == ["one", "three"])
            #expect(try folder.messages.allSatisfy { $0.label == label })
            #expect(summary.rejected == 1 && summary.looseNumbers.sent == 1 && !summary.looseNumbers.words.areNone)
            #expect(summary.frequentReasons.first?.reason.contains("one that was sent") == true)
            #expect(summary.times == 1_700_000_000...1_700_000_200)
        }
    }

    /// Columns are told after the first megabyte, before the other rows are read.
    @Test func unreadColumnsAreToldEarly() throws {
        let folder = try StoreFolder()
        let rows = String(repeating: "Jo,see you at nine by the cinema and bring the tickets,7\n", count: 40_000)
        let path = try folder.write(("sender,text,Urteil\n" + rows).utf8, to: "a.csv")
        var events: [String] = []
        _ = try folder.store.imports.add(
            file: path, noticing: { layout in events.append("told \(layout.columnsNotRead)") },
            progress: { bytes, total in if bytes == total, events.last != "read" { events.append("read") } })
        #expect(events == ["told Urteil", "read"], "\(events)")
    }

    /// Times, templates and ids come back as they were given, and are read again as the same.
    @Test(arguments: [ExportFormat.jsonl, .csv])
    func whatWasGivenComesBack(format: ExportFormat) throws {
        let folder = try StoreFolder()
        let times = [
            "1709402711000000", "1709402711000000000", "1709402711000", "1709402711", "20240302180511", "2024-03-02T18:05:11Z",
            "2567-03-02 18:05:11", "2024-03-03 03:05:11+09:00", "1709402711.25",
        ]
        let rows = times.enumerated().map { place, time in "text \(place),ham,\(time),t\(place),m\(place)\n" }.joined()
        let summary = try folder.add("text,label,time,template,_id\n" + rows, as: "a.csv")
        #expect(summary.timesLost == 0 && summary.times == 1_709_402_711...1_709_402_711)
        var text = ""
        _ = try folder.store.curation.export(format) { text += $0 }
        #expect(text.split(separator: "\n").count(where: { $0.contains("2024-03-02T18:05:11Z") }) == times.count)
        let other = try StoreFolder()
        try other.add(text, as: "b.\(format)")
        let (a, b) = try (folder.messages, other.messages)
        #expect(a.map(\.receivedAt) == b.map(\.receivedAt) && a.map(\.group) == b.map(\.group) && a.map(\.id) == b.map(\.id))
        #expect(b.map(\.id) == times.indices.map { "m\($0)" } && b.map(\.group) == times.indices.map { "t\($0)" })
    }
}
