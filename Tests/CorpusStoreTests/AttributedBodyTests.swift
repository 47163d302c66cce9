// The sms.db of newer systems: texts with attributes, and what no filter sees.

import Corpus
import Foundation
import GRDB
import Testing

@testable import CorpusStore

@Suite struct AttributedBodyTests {
    private static let head: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3, 0x84, 1, 0x40, 0x84, 0x84, 0x84]

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x10000: [0x81, UInt8(count & 255), UInt8(count >> 8)]
        default: [0x82] + (0..<4).map { UInt8(count >> (8 * $0) & 255) }
        }
    }

    /// As an iPhone writes it: the class, its string, the string's bytes, then attributes.
    static func typedStream(_ text: String, isMutable: Bool = false) -> [UInt8] {
        let names = isMutable ? ("NSMutableAttributedString", "NSMutableString") : ("NSAttributedString", "NSString")
        let object =
            length(names.0.utf8.count) + names.0.utf8 + [0, 0x84, 0x84, 8] + "NSObject".utf8 + [0, 0x85, 0x92, 0x84, 0x84, 0x84]
        let string = length(names.1.utf8.count) + names.1.utf8 + [1, 0x94, 0x84, 1, 0x2B]
        let rest =
            [0x86, 0x84, 2] + Array("iI".utf8) + [1, 5, 0x92, 0x84, 0x84, 0x84, 12] + "NSDictionary".utf8 + [0, 0x94, 0x86, 0x86]
        return head + object + string + length(text.utf8.count) + text.utf8 + rest
    }

    private static func read(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { AttributedBody.text(of: $0) } }

    @Test(arguments: [0, 1, 126, 127, 128, 129, 255, 256, 32_767, 65_535, 65_536, 300_000], [false, true])
    func textsOfAnyLengthAreRead(length: Int, isMutable: Bool) {
        let text = String(repeating: "é+\u{84}a", count: length / 5 + 1).unicodeScalars.prefix(length / 2)
        let bytes = AttributedBodyTests.typedStream(String(String.UnicodeScalarView(text)), isMutable: isMutable)
        #expect(AttributedBodyTests.read(bytes) == String(String.UnicodeScalarView(text)))
    }

    /// A text that is cut, of other bytes or longer than what is left is none.
    @Test func hostileBytesGiveATextOrNone() {
        let whole = AttributedBodyTests.typedStream("Your code is 402913 가"), end = whole.count - 34
        for count in 0..<end { #expect(AttributedBodyTests.read(Array(whole.prefix(count))) == nil, "\(count)") }
        for place in whole.indices {
            for byte in [0, 1, 0x2B, 0x7F, 0x80, 0x81, 0x82, 0x84, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = byte
                #expect((AttributedBodyTests.read(bytes)?.utf8.count ?? 0) <= whole.count)
            }
        }
        for length in [
            [0x81], [0x81, 5], [0x82, 1, 0, 0], [0x82, 0xFF, 0xFF, 0xFF, 0xFF], [0x83, 0, 0, 0, 0], [3, 0xFF, 0xFE, 0xFD],
        ] {
            let bytes = AttributedBodyTests.head + [0x84, 1, 0x2B] + length.map { UInt8($0) }
            #expect(AttributedBodyTests.read(bytes) == nil, "\(length)")
        }
    }

    /// ROWID, text, attributedBody, subject, service, item_type, associated_message_type: what is
    /// read of it, or why it is left out.
    private static let messages:
        [(text: String?, body: [UInt8]?, subject: String?, service: String?, item: Int, type: Int, found: String)] = [
            ("see you at nine", nil, nil, "SMS", 0, 0, "see you at nine"),
            (nil, typedStream("Your code is 402913"), nil, "SMS", 0, 0, "Your code is 402913"),
            ("", typedStream(String(repeating: "toll ", count: 60)), nil, "RCS", 0, 0, String(repeating: "toll ", count: 60)),
            ("the text", typedStream("not read"), "Notice", "SMS", 0, 0, "Notice\nthe text"),
            (nil, nil, "Subject alone", nil, 0, 0, "Subject alone"),
            ("\u{FFFC}Look at this", nil, nil, "MMS", 0, 0, "Look at this"),
            ("\u{FFFC}", typedStream("\u{FFFC}"), nil, "SMS", 0, 0, "-a picture alone"),
            ("Loved “see you”", nil, nil, "SMS", 0, 2000, "-a reaction to another"),
            ("Removed", nil, nil, "SMS", 0, 3006, "-a reaction to another"),
            ("named it", nil, nil, "SMS", 2, 0, "-an event of a group"), ("blue", nil, nil, "iMessage", 0, 0, "-an iMessage"),
            ("by satellite", nil, nil, "iMessageLite", 0, 0, "-an iMessage"),
            (nil, nil, nil, "SMS", 0, 0, "-none, or one in another form"),
            (nil, [1, 2, 3], nil, "SMS", 0, 0, "-bytes that are no typedstream of one"), ("last", nil, nil, nil, 0, 0, "last"),
        ]

    @Test func newerDatabasesAreReadAndTheRestIsCountedByReason() throws {
        let folder = try StoreFolder(), path = folder.path("sms.db"), messages = AttributedBodyTests.messages
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE handle (id TEXT);
                    CREATE TABLE message (text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER, attributedBody BLOB,
                        subject TEXT, service TEXT, item_type INTEGER, associated_message_type INTEGER);
                    """)
            for message in messages {
                try db.execute(
                    sql: "INSERT INTO message VALUES (?, 1, 700000000000000000, 0, ?, ?, ?, ?, ?)",
                    arguments: [
                        message.text, message.body.map { Data($0) }, message.subject, message.service, message.item, message.type,
                    ])
            }
        }
        let summary = try folder.store.imports.add(file: path)
        #expect(try folder.texts == messages.map(\.found).filter { !$0.hasPrefix("-") })
        let reasons = Dictionary(grouping: messages.filter { $0.found.hasPrefix("-") }, by: \.found).mapValues(\.count)
        for (reason, count) in reasons {
            #expect(
                summary.frequentReasons.contains { $0.reason.contains("found \(reason.dropFirst());") && $0.rows == count },
                "\(reason)")
        }
    }
}
