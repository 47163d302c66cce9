// spamkit tune: the trials of a search, so that a search that was stopped can go on.

import Experiments
import Foundation
import SpamFilter
import SpamTraining

/// A file of JSON Lines: what is searched, then a line for each trial, appended when it ends.
///
/// Trials are found by their settings and their part of the corpus. So a journal also serves a
/// search of more candidates, or by another objective.
struct TuningJournal {
    /// What the trials of a journal have in common.
    struct Head: Codable, Equatable {
        var journal = "spamkit tune"
        let tool: String
        let tokenizer: Int
        /// A digest of all messages with their labels, sources, groups and weights.
        let corpus: String
        let messages: Int
        let heldOut: Double

        init(corpus: String, messages: Int, heldOut: Double) {
            (tool, tokenizer) = (toolVersion, Int(TokenizerSettings.version))
            (self.corpus, self.messages, self.heldOut) = (corpus, messages, heldOut)
        }
    }

    private struct Line: Codable {
        let settings: [String: String]
        /// One in so many of the groups.
        let divisor: Int
        let seconds: Double
        let figures: TrialFigures
    }

    private struct Key: Hashable {
        let settings: [String: String]
        let divisor: Int
    }

    private let path: String
    private var known: [Key: TrialFigures] = [:]
    private let file: FileHandle
    /// Lines that are no trials, such as one that was cut off when the machine stopped.
    private(set) var unreadable = 0

    /// Opens a journal, or begins one.
    ///
    /// - Throws: if the file is something else, or of another search; it is not changed then.
    init(_ path: String, _ head: Head) throws {
        self.path = path
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError.unwritable(path: path, reason: String(cString: strerror(errno))) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw JournalError.inUse(path: path) }
        guard let old = try? file.readToEnd() ?? Data() else {
            throw JournalError.unwritable(path: path, reason: "a file that cannot be read")
        }
        if !old.isEmpty {
            let lines = old.split(separator: UInt8(ascii: "\n"))
            guard let found = lines.first.flatMap({ try? JSONDecoder().decode(Head.self, from: $0) }),
                found.journal == head.journal
            else { throw JournalError.notAJournal(path: path) }
            guard found == head else { throw JournalError.another(path: path, expected: head, found: found) }
            for line in lines.dropFirst() {
                guard let line = try? JSONDecoder().decode(Line.self, from: line) else {
                    unreadable += 1
                    continue
                }
                known[Key(settings: line.settings, divisor: line.divisor)] = line.figures
            }
        }
        if old.isEmpty { try write(head) }
        // A line that was cut off stays a line of its own.
        if let end = old.last, end != UInt8(ascii: "\n") { try write(bytes: Data("\n".utf8)) }
    }

    func figures(of settings: TrainingSettings, divisor: Int) -> TrialFigures? {
        known[Key(settings: settings.byName, divisor: divisor)]
    }

    func add(_ figures: TrialFigures, of settings: TrainingSettings, divisor: Int, seconds: Double) throws {
        try write(Line(settings: settings.byName, divisor: divisor, seconds: seconds, figures: figures))
    }

    private func write(_ line: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try write(bytes: encoder.encode(line) + Data("\n".utf8))
    }

    private func write(bytes: Data) throws {
        do {
            try file.write(contentsOf: bytes)
        } catch {
            throw JournalError.unwritable(path: path, reason: systemReason(error))
        }
    }
}

enum JournalError: Error, CustomStringConvertible {
    case notAJournal(path: String)
    case another(path: String, expected: TuningJournal.Head, found: TuningJournal.Head)
    case unwritable(path: String, reason: String)
    case inUse(path: String)

    var description: String {
        switch self {
        case .notAJournal(let path):
            "\(path): expected a journal of spamkit tune or no file, found something else; give another path to --journal"
        case .another(let path, let expected, let found):
            "\(path): expected the journal of \(JournalError.words(expected)), found that of \(JournalError.words(found)); give the same corpus and options as then, or another path to --journal"
        case .inUse(let path):
            "\(path): expected a journal that no other run writes, found one that does; wait for it, or give another path to --journal"
        case .unwritable(let path, let reason):
            "\(path): expected to write the journal, found \"\(reason)\"; give another path to --journal"
        }
    }

    private static func words(_ head: TuningJournal.Head) -> String {
        "\(head.messages) messages (\(head.corpus)) with \(head.heldOut) held out, spamkit \(head.tool), tokenizer \(head.tokenizer)"
    }
}
