// A list of senders or hosts as people keep it: one a line, and # begins a comment. In: the file's
// bytes. Out: the keys of its entries, and which lines are none.

import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO

/// The keys of a list.
struct RuleListFile {
    private(set) var keys: [UInt64] = []
    private(set) var mistakes: [RuleMistake] = []
    /// The lines of hosts that many have hosts under, in a list that denies.
    private(set) var sharedHosts: [Int] = []
    private var furtherMistakes = 0

    private static let mostMistakes = 10
    /// Some ten million lines.
    private static let mostBytes = 1 << 28

    /// - Parameter path: where the file is; a document names it from its own folder.
    /// - Complexity: O(bytes), some 0.3 us a line.
    init(_ list: RuleDocument.List, at path: String) throws(FileError) {
        let file = try FileBytes(path, .mapped, most: RuleListFile.mostBytes)
        keys.reserveCapacity(file.bytes.count / 12)
        var country = list.country ?? "", reader = HostReader()
        country.withUTF8 { country in
            RuleListFile.forEachLine(of: file.bytes) { line, number in
                switch list.kind {
                case .senders:
                    guard let key = SenderNumber.key(of: line, receiverCountry: country) else {
                        return fail(list, path, number, "expected a sender, found marks alone")
                    }
                    if let reason = RuleListFile.problem(ofSender: line, hasCountry: !country.isEmpty) {
                        return fail(list, path, number, reason)
                    }
                    keys.append(key)
                case .hosts:
                    guard let key = reader.key(of: line) else {
                        return fail(list, path, number, "expected a host such as bank.example, found none")
                    }
                    if list.isAllowed, let problem = key.problemOfTrust(line) {
                        return fail(list, path, number, problem.description)
                    }
                    if key.isShared(line) { sharedHosts.append(number) }
                    keys.append(key.value)
                }
            }
        }
        if furtherMistakes > 0 {
            mistakes.append(RuleMistake(path: list.place, reason: "\(path): and \(furtherMistakes) lines more"))
        }
    }

    /// Why a line makes no key that a message would have. Never shows the line.
    private static func problem(ofSender line: UnsafeBufferPointer<UInt8>, hasCountry: Bool) -> String? {
        if SenderNumber.isDoubtful(line) {
            return "expected a sender alone, found a number with something else; keep one sender a line, and put remarks behind #"
        }
        guard !hasCountry, SenderNumber.dependsOnCountry(line) else { return nil }
        return "expected a number with + and its calling code, found a short code or a national number; "
            + "give the list its country, such as \"country\":\"KR\""
    }

    private mutating func fail(_ list: RuleDocument.List, _ path: String, _ line: Int, _ reason: String) {
        guard mistakes.count < RuleListFile.mostMistakes else { return furtherMistakes += 1 }
        mistakes.append(RuleMistake(path: list.place, reason: "\(path):\(line): \(reason)"))
    }

    /// Calls `body` with each line that says something, without its comment and the white space
    /// around, and with its number from 1.
    private static func forEachLine(of bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
        let text = bytes.bindMemory(to: UInt8.self)
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, number = 1
        while start < text.count {
            var next = start, comment: Int?
            while next < text.count, text[next] != UInt8(ascii: "\n") {
                if text[next] == UInt8(ascii: "#"), comment == nil { comment = next }
                next += 1
            }
            var first = start, last = comment ?? next
            while first < last, isSpace(text[first]) { first += 1 }
            while last > first, isSpace(text[last - 1]) { last -= 1 }
            if first < last { body(UnsafeBufferPointer(rebasing: text[first..<last]), number) }
            start = next + 1
            number += 1
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension RuleDocument.List {
    /// Its place in the document.
    var place: String { "\(path).\(kind == .senders ? "senders" : "hosts")" }
}
