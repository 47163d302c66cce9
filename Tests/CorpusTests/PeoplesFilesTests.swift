// Files as people have them: each is read as it was meant, or what is in doubt is told. One row for
// each complaint that needs no other test, and for each of its siblings.

import Foundation
import SpamFilter
import Testing

@testable import Corpus

/// What a reader would say of a file.
extension Noticed {
    fileprivate var told: Set<String> {
        let counts = [
            (loose.words.areNone ? 0 : 1, "numbers"), (loose.sent, "sent by number"), (loose.perhapsSent, "perhaps sent"),
            (beside, "beside"), (values[.countries], "country"), (values[.openCountries], "open country"),
            (values[.unknownSenders], "no sender"), (values[.sendersGivenZero], "zero"),
            (values[.sendersWithoutZero], "perhaps zero"),
            (values[.entities], "entities"), (values[.spoiltTexts], "spoilt text"), (layout.otherLabels.count, "labels too"),
            (layout.zoneColumn == nil ? 0 : 1, "zones"), (layout.mayHaveHeader ? 1 : 0, "perhaps header"),
            (values[.languages], "language"), (values[.spoiltSenders], "spoilt"), (values[.formulaSenders], "formula"),
            (values[.ownSenders], "owner"), (values[.sendersWithoutPlus], "plus"), (values[.streets], "street"),
            (values[.pictures], "pictures"),
            (values[.spoiltGroups], "templates rounded"),
            (values[.namedNumbers], "number beside"), (values[.openGroups], "no group"), (values[.timesSince2001], "since 2001"),
            (values[.twiceEncoded], "twice"), (values[.coded], "coded"), (values[.lostLetters], "lost"),
            (values[.readAs1251], "read as 1251"), (values[.readAsEastAsian], "read as East Asian"),
            (values[.perhapsSwapped], "swapped"),
            (values[.openLanguages], "open language"),
            (10 * values[.numberTexts] >= 9 * max(rows.count, 2) ? values[.numberTexts] : 0, "numbers alone"),
            (quotedTexts, "texts in quotes"), (values[.inSingleQuotes], "single quotes"),
            (values[.parts], "parts"), (values[.hexTexts], "hex"), (values[.ticks], "ticks"), (values[.cutTexts], "cut"),
            (layout.guessedText == nil ? 0 : 1, "text guessed"), (layout.labelsAbove.count, "labels above"),
            (layout.isUnread("group") ? 1 : 0, "group"),
            (layout.otherFlags.count, "flags"), (layout.repeatedNames.count, "names"),
            (layout.receiversWhoSend == nil ? 0 : 1, "receivers who send"), (layout.columnsInText - 1, "columns in text"),
        ]
        var told = Set(counts.filter { $0.0 > 0 }.map(\.1))
        for found in left.keys { told.insert(Self.short[found] ?? found) }
        if values[.foreignLetters] > 0 { told.insert("letters of " + values.foreignEncodings.joined(separator: " or ")) }
        for look in layout.looks {
            told.insert(
                "\(look.role)s in \(look.name)" + (look.meanings.contains("-1") || look.isOpen ? ": \(look.meanings)" : ""))
        }
        for guess in guesses { told.insert("\(guess.word) -> \(guess.label.map(\.description) ?? "-")") }
        switch error {
        case nil: break
        case .unknownLabels(_, _, let unknown)?:
            told.insert("unknown labels")
            for word in unknown.words {
                if let label = unknown.likelyMeaning(of: word.text) { told.insert("\(word.text)=\(label)?") }
            }
        case .flagForDirection?: told.insert("0 for direction")
        case .otherHeader(_, let line)?: told.insert("other header in \(line)")
        case .legend(_, _, let words, let meanings)?:
            told.insert("legend \(words)\(meanings.isEmpty ? "" : ": \(meanings)")")
        case .unknownDirection?: told.insert("unknown direction")
        case .jsonDocument(_, let list)?:
            told.insert(list.map { $0.hasSuffix("messages[]") ? "document" : "document of \($0)" } ?? "document")
        case .repeatedKey?: told.insert("key twice")
        case .contradictingLabels(_, _, let columns)?: told.insert("labels contradict: \(columns.joined(separator: ", "))")
        case .rowsInQuotes(_, _, let rows)?: told.insert("\(rows) rows in quotes")
        case .scoreForLabel?: told.insert("score")
        case .noColumn?: told.insert("no column")
        case .jsonArray?: told.insert("array")
        case .unreadExport(_, let export)?: told.insert("\(export)")
        case .badRecord(_, _, "one label a message", _)?: told.insert("several labels")
        default: told.insert("error")
        }
        return told
    }

    /// What was found of rows that were left out.
    private static let short = [
        "one that was sent": "sent", "none": "blank", "a draft": "draft", "a line of totals": "totals",
        "the header again": "header", "a mark for none, such as NULL": "mark", "a message that was deleted": "deleted",
        "a mark for a picture or file": "media", "a delivery receipt": "receipt", "a reaction to another": "reaction",
        "the answer reject or ignore": "rejected",
    ]
}

@Suite struct PeoplesFilesTests {
    struct File: Sendable, CustomStringConvertible {
        let complaint, name, content: String
        let texts: [String]
        /// All that has to be told.
        let told: Set<String>
        var description: String { "\(complaint) \(content)" }

        /// A line of the table: its head says how it is written.
        init(_ line: Substring) {
            var cells = line.components(separatedBy: " ¦ ").map(File.unescaped)
            while cells.count < 5 { cells.append("") }
            (complaint, name, content) = (cells[0], cells[1], cells[2])
            texts = cells[3].split(separator: "|").map(String.init)
            told = Set(cells[4].components(separatedBy: "; ").filter { !$0.isEmpty })
        }

        private static func unescaped(_ cell: String) -> String {
            cell.replacing(/\\(?:u\{([0-9A-F]+)\}|(.))/) { match in
                if let code = match.1 { return String(Unicode.Scalar(UInt32(code, radix: 16)!)!) }
                let sign = match.2!
                return ["n": "\n", "t": "\t", "r": "\r"][sign] ?? String(sign)
            }
        }
    }

    static let files: [File] = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PeoplesFiles.txt")
        let lines = try! String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map(File.init)
    }()

    @Test(arguments: files) func nothingIsSilent(file: File) throws {
        var options = CorpusOptions()
        options.takesUnlabelled = true
        let found = try Noticed(file.content, file.name, options)
        #expect(found.told == file.told, "\(found)")
        if found.error == nil || !file.texts.isEmpty { #expect(found.texts == file.texts, "\(found)") }
    }
}
