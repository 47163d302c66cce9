// Fuzzing: the first inputs. In: the golden messages (a name, a tab and an escaped body a line),
// and a shipped model. Out: a folder of files for each fuzzer.

import Corpus
import CorpusStore
import Foundation
import SpamFilter
import SpamTraining

@main
enum Seeds {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data("usage: seeds messages.tsv MODEL FOLDER\n".utf8))
            exit(64)
        }
        let folder = URL(filePath: arguments[3])
        let bodies = try String(contentsOfFile: arguments[1], encoding: .utf8).split(separator: "\n").compactMap { line in
            line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).last.map(unescaped)
        }
        try write(bodies.enumerated().map { input($1, choice: $0) }, to: folder.appending(path: "text"))
        let models = models(of: bodies)
        try write(models + models.prefix(2).map(signed), to: folder.appending(path: "model"))
        try write(overlays(of: bodies), to: folder.appending(path: "overlay"))
        try write(counts(of: bodies), to: folder.appending(path: "counts"))
        try write(documents.map { Array($0.utf8) }, to: folder.appending(path: "network"))
        try write(settings.map { Array($0.utf8) }, to: folder.appending(path: "settings"))
        try write(ruleFiles(), to: folder.appending(path: "rules"))
        // A whole card, with the sample and the profile that training writes.
        let card = try Data(contentsOf: URL(filePath: arguments[2])).withUnsafeBytes { Array(try ModelView($0).card) }
        try write(cards.map { Array($0.utf8) } + [card], to: folder.appending(path: "card"))
        try write(backups.map { Array($0.utf8) }, to: folder.appending(path: "backup"))
        try write(["hello", String(repeating: "a", count: 300)].map(typedStream), to: folder.appending(path: "typedstream"))
        try write(tables, to: folder.appending(path: "table"))
        try write([store(of: Array(bodies.dropFirst(4).prefix(12)))], to: folder.appending(path: "store"))
    }

    /// Changes of an overlay: of its head, of some counters, and files by themselves.
    static func overlays(of bodies: [String]) throws -> [[UInt8]] {
        var own = PersonalOverlay(TokenizerSettings())
        for (i, body) in bodies.prefix(24).enumerated() { try own.learn(Message(body: body), as: i % 3 == 0 ? .junk : .allow) }
        let head = [UInt8](repeating: 0, count: 20)
        return [own.bytes, Array(own.bytes.dropLast()), head]
            + bodies.prefix(24).map { head + Array($0.utf8.prefix(300)) }
            + (0..<20).map { i in head.enumerated().map { UInt8($0.offset == i ? 1 : 0) } }
    }

    /// Rules of every condition, with lists of every kind.
    private static func ruleFiles() -> [[UInt8]] {
        let rules = [
            Rule(.junk, sender: "MYBANK"), Rule(.junk, senderPrefix: "+82", contains: "[Web발신]"),
            Rule(.allow, senderKind: .mobile, senderCountry: "KR"), Rule(.junk, word: "sale", host: "win.example"),
            Rule(.junk, hasLink: true, hasImage: false, shorterThan: 90, longerThan: 3),
        ].compactMap { $0 }
        let keys = (0..<1_500).map { UInt64(821_000_000_000 + $0 * $0) }
        let lists = [(KeyList.Kind.senders, KeyList.Form.exact), (.senders, .compact), (.hosts, .exact), (.hosts, .compact)].map {
            RuleContent.List(isAllowed: false, name: "a.txt", bytes: KeyList.encoded($0, $1, keys))
        }
        return [
            RuleContent().encoded(), RuleContent(allow: [rules[0]], deny: [rules[3]], rules: rules).encoded(),
            RuleContent(rules: [rules[1]], lists: lists).encoded(), RuleContent(lists: [lists[0]]).encoded(),
        ]
    }

    /// JSON of the network, valid and refused.
    static let documents = [
        #"{"_version":1,"query":{"sender":"14085550001","message":{"text":"This is a message"}},"app":{"version":"1.1"}}"#,
        #"{"app":null,"query":{"message":{"text":"\u00e9\ud83d\ude00\n"},"x":[1.5e3,true,{}]},"_version":2}"#,
        #"{"query":{"sender":"\ud800"}}"#,
        #"{"_version":1,"action":"transaction","subAction":"finance"}"#, #"{"action":"promotion","subAction":"coupons"}"#,
        #"{"action":"junk"}"#,
        "ABCDE12345.test.example.filter",
        #"{"messagefilter":{"apps":["ABCDE12345.test.example.filter.ext","ABCDE12345.test.example.filter"]},"classificationreport":{"apps":[""]}}"#,
    ]

    /// Settings of the shared folder, valid and with rules that are left out.
    static let settings = [
        #"{"_version":1,"defersToNetwork":true,"rules":[{"contains":"[Web발신]","label":"junk","senderPrefix":"+82"},{"label":"allow","sender":"MYBANK"}]}"#,
        #"{"rules":[{"hasImage":true,"label":"promotion/offers"},7,{"label":"junk"}]}"#,
        #"{"allow":[{"host":"bank.example"}],"deny":[{"word":"a","senderKind":"mobile","longerThan":3}],"rules":[{"label":"junk","hasLink":false}]}"#,
        #"{"rules":[{"contains":"  Ｆｒｅｅ\tGöld ﷺ","label":"junk"},{"contains":"aabaaab","label":"allow","senderPrefix":"1"}]}"#,
    ]

    /// Cards of few keys and of many.
    static let cards = [
        "{}", #"{"trainedOn":[],"settings":{},"messages":{"junk":5}}"#,
        #"{"author":"a","background":["b (5 messages)"],"backgroundStrength":0.1,"falseJunk":{"actions":[{"falseJunk":1,"name":"allow","wanted":9}],"bound":0.01,"falseJunk":1,"found":3,"independentWanted":50,"junk":5,"protectedLabels":[{"bound":0.001,"falseJunk":1,"independentWanted":50,"label":"transaction/finance","upperLimit":0.02,"wanted":100}],"sourcesLeftOut":[{"falseJunk":1,"name":"s","wanted":9}],"unscored":0,"upperLimit":0.02,"wanted":100},"learnedFeatures":7,"messages":{"allow":100,"junk":5},"name":"n","settings":{"folds":"5"},"traffic":{"allow":0.5,"junk":0.1,"promotion":0.1,"transaction":0.3},"trainedOn":["s (100 messages)"],"weighted":2}"#,
    ]

    /// Backups of phones: received and sent, pictures, several encodings and kinds of tokens.
    static let backups = [
        "<?xml version='1.0' encoding='UTF-8'?><smses count=\"2\"><sms address=\"1\" date=\"1700000000000\" type=\"1\" body=\"free &#128512; &amp;\"/><sms type=\"2\" body=\"sent\"/></smses>",
        "<?xml version='1.0' encoding='EUC-KR'?><!DOCTYPE a [<!ENTITY b \"c\">]><smses><!-- a - b --><mms msg_box=\"1\" address=\"2\"><parts><part ct=\"image/png\" data=\"AAAA\"/><part text=\"hello\"/></parts></mms></smses>",
        "<smsCorpus><message id='1'><text>see you<![CDATA[ <at> ]]></text><source><srcNumber>3</srcNumber></source><messageProfile language='en' time='2011.1.2'/></message></smsCorpus>",
    ]

    /// Files of rows as `table` divides its input, in encodings with and without a mark.
    static let tables: [[UInt8]] = {
        let texts = [
            "label,text,sender,time,country\r\nham,\"see you, \"\"at\"\" nine\",+821000000000,2026-01-02 03:04,KR\r\nspam,win gold,4.479E+11,1700000000000,India\r\n",
            "sep=;\nKlasse;Nachricht;Absender;type\nham;Grüße aus Köln, bis später;=\"0790\";1\nspam;Größte Auswahl ñ ç ½ €;GOLD;2\n",
            "ham\tпривет, как дела\nspam\tкупи золото сейчас\n", "ham\t안녕하세요 내일 봐요\nspam\t무료 쿠폰 지급\n",
            "{\"text\":\"hello\",\"label\":\"ham\",\"is_from_me\":0}\n{\"body\":\"gold\",\"label\":\"spam\",\"weight\":2}\n",
            "[{\"text\":\"hello\",\"label\":1},{\"text\":\"gold \\ud83d\",\"type\":\"2\"}]",
            "__label__ham see you\n__label__spam win gold\n",
            "see you at nine\nYarın görüşürüz, paylaşmayın\n",
        ]
        let encodings: [String.Encoding] = [
            .utf8, .utf16LittleEndian, .utf16, .windowsCP1252, .windowsCP1251, .windowsCP1254, .japaneseEUC,
        ]
        return texts.enumerated().flatMap { place, text in
            encodings.compactMap { text.data(using: $0) }.map { [UInt8(place * 9 % 64)] + Array($0) }
        }
    }()

    /// A text with attributes, as an iPhone keeps it.
    static func typedStream(_ text: String) -> [UInt8] {
        let count = text.utf8.count, length = count < 0x80 ? [UInt8(count)] : [0x81, UInt8(count & 255), UInt8(count >> 8)]
        return [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3, 0x84, 1, 0x40, 0x84, 0x84, 0x84, 8] + Array("NSString".utf8)
            + [1, 0x94, 0x84, 1, 0x2B] + length + Array(text.utf8) + [0x86]
    }

    /// A store of some messages, with groups, a split, a label of a person and an index.
    static func store(of bodies: [String]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spamkit-seeds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rows = folder.appending(path: "a.tsv"), path = folder.appending(path: "a.sqlite").path
        let lines = bodies.enumerated().map { i, body in
            "\(i % 2 == 0 ? "ham" : "spam")\t\(body.split(whereSeparator: \.isWhitespace).joined(separator: " "))\n"
        }
        try lines.joined().write(to: rows, atomically: true, encoding: .utf8)
        do {
            let store = try CorpusStore(path: path, creates: true)
            try store.imports.add(file: rows.path)
            _ = try store.groups.update()
            _ = try store.splits.make(Split(by: .random, testShare: 0.5, folds: 2))
            _ = try store.curation.search("free", limit: 1)
        }
        // The last connection has gone, and with it the log.
        return try Array(Data(contentsOf: URL(filePath: path)))
    }

    static func write(_ files: [[UInt8]], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (i, file) in files.enumerated() { try Data(file).write(to: folder.appending(path: "seed-\(i)")) }
    }

    /// A message as `text` divides its input; `choice` varies settings, country and sender.
    static func input(_ body: String, choice: Int) -> [UInt8] {
        let countries = ["\0\0", "KR", "CN", "JP", "US", "TR", "ID", "TW", "HK", "IN"]
        let senders = [
            "", "1588-0000", "+82 10-0000-0000", "MYBANK", "me@gold.example", "0120000000", "106500001", "+1 202 555 0100",
        ]
        let sender = Array(senders[choice / 3 % senders.count].utf8)
        return [UInt8(truncatingIfNeeded: choice)] + Array(countries[choice % countries.count].utf8) + [UInt8(sender.count)]
            + sender + Array(body.utf8)
    }

    /// `\n \r \t \\ \u{…}` as in Swift.
    static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text[...]
        while let c = rest.popFirst() {
            guard c == "\\", let kind = rest.popFirst() else {
                result.append(c)
                continue
            }
            switch kind {
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
            default: result.append(kind)
            }
        }
        return result
    }

    /// Counts of a few messages: one source and several, two labels and many, with and without
    /// templates.
    static func counts(of bodies: [String]) throws -> [[UInt8]] {
        let labels = ["allow", "junk", "promotion/offers", "transaction"].compactMap { Label($0) }
        return try [(1, 2, 2), (3, 2, 6), (8, 4, 20)].map { sources, classes, count in
            var run = CountingRun()
            for (i, body) in bodies.dropFirst(4).prefix(count).enumerated() {
                try run.add(
                    LabeledMessage(
                        Message(body: body), labels[i % classes], source: "s\(i % sources)", group: i % 3 == 0 ? nil : "t\(i % 5)"
                    ))
            }
            return run.finish()
        }
    }

    /// Small models that know some of the messages: two classes and many, one weight vector for
    /// junk and several, few features and more.
    static func models(of bodies: [String]) -> [[UInt8]] {
        let many = ["allow", "junk", "promotion", "promotion/offers", "transaction", "transaction/finance"].compactMap {
            Label($0)
        }.sorted()
        let shapes: [([Label], vectors: Int, messages: Int)] = [
            ([.allow, .junk], 1, 3), ([.allow, .junk], 1, 12), ([.allow, .junk], 3, 4), (many, 1, 2), (many, 17, 20),
        ]
        return shapes.map { labels, vectors, count in
            var known = KnownFeatures()
            var reader = MessageReader(TokenizerSettings())
            for body in bodies.dropFirst(4).prefix(count) { reader.read(Message(body: body), into: &known) }
            let classes = labels.enumerated().map { i, label in
                var entry = ModelContent.Class(label: label)
                for v in 0..<(i == 0 ? 0 : i == 1 ? vectors : 1) {
                    entry.vectors.append(.init(bias: Float(i + v) / 4 - 0.5, scale: Float(i) / 64))
                }
                if entry.vectors.count > 1 { entry.combination = .softMinimum }
                entry.offset = Float(i) / 8
                return entry
            }
            var content = ModelContent(
                settings: TokenizerSettings(), weighting: count % 2 == 0 ? .count : .lengthNormalized, classes: classes,
                features: known.features, weights: [], card: Array("{}".utf8))
            content.weights = (0..<known.features.count * content.vectorCount).map { Int8($0 &* 37 % 63 - 31) }
            if labels.count > 2 {
                content.policy.protected = LabelSet([many[4]])
                content.policy.protectedJunkCutoff = 1
                content.policy.declared = LabelSet([many[3], many[5]])
            }
            return content.encoded()
        }
    }
}

/// A model with release and signature sections as Models/FORMAT.md has them. The signature is none.
func signed(_ model: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(model[at + $1]) << (8 * $1) } }
    func checksum(_ bytes: [UInt8]) -> Int { Int(bytes.withUnsafeBytes { Checksum.of($0) }) }
    let count = number(12), tableEnd = 32 + 16 * count
    // Two entries more move every section by their size.
    var table: [UInt8] = []
    for entry in stride(from: 32, to: tableEnd, by: 16) {
        table += model[entry..<entry + 4] + little(number(entry + 4) + 32, 4) + model[entry + 8..<entry + 16]
    }
    let release = little(1, 16)
    // Scheme 1 and the id of the fuzzer's key.
    let signature = little(1, 8) + [0x0E, 0x02, 0xA5, 0x02, 0x25, 0xB4, 0xBA, 0xAA] + little(0, 64)
    var end = model.count + 32
    for (kind, section) in [(9, release), (8, signature)] {
        table += little(kind, 4) + little(end, 4) + little(section.count, 4) + little(checksum(section), 4)
        end += section.count
    }
    var file = Array(model[..<12]) + little(count + 2, 4) + little(end, 8) + little(0, 8)
    file += table + model[tableEnd...] + release + signature
    let head = file[..<(32 + table.count)].withUnsafeBytes { Checksum.of($0, besides: 24) }
    file.replaceSubrange(24..<28, with: little(Int(head), 4))
    return file
}

/// Every feature once, in the order of reading.
struct KnownFeatures: FeatureSink {
    private var seen: Set<UInt64> = []
    private(set) var features: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        for feature in batch where seen.insert(feature.hash).inserted { features.append(feature.hash) }
    }
}
