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

        var words: String { "\(messages) messages (\(corpus)) with \(heldOut) held out, spamkit \(tool), tokenizer \(tokenizer)" }
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
        guard descriptor >= 0 else { throw TuningJournal.unwritable(path, String(cString: strerror(errno))) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw TuningJournal.unfit(path, "a journal that no other run writes", "one that does", "wait for it, or")
        }
        guard let old = try? file.readToEnd() ?? Data() else {
            throw TuningJournal.unwritable(path, "a file that cannot be read")
        }
        if !old.isEmpty {
            let lines = old.split(separator: UInt8(ascii: "\n"))
            guard let found = lines.first.flatMap({ try? JSONDecoder().decode(Head.self, from: $0) }),
                found.journal == head.journal
            else { throw TuningJournal.unfit(path, "a journal of spamkit tune or no file", "something else") }
            guard found == head else {
                throw TuningJournal.unfit(
                    path, "the journal of \(head.words)", "another, \(found.words)",
                    "give the same corpus and options as then, or"
                )
            }
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
            throw TuningJournal.unwritable(path, systemReason(error))
        }
    }

    /// - Parameter before: another way out than another path.
    private static func unfit(_ path: String, _ expected: String, _ found: String, _ before: String = "") -> UnfitFile {
        UnfitFile(
            path: path, expected: expected, found: found,
            next: (before.isEmpty ? "" : before + " ") + "give another path to --journal")
    }

    private static func unwritable(_ path: String, _ reason: String) -> UnfitFile {
        unfit(path, "to write the journal", "\"\(reason)\"")
    }
}
