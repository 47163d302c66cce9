// spamkit simulate: what it reads. Events, a line each, or the messages of a corpus.

import Corpus
import CorpusStore
import FilterSimulation
import SpamFilter
import SpamFilterIO
import Statistics

extension Simulate {
    /// Whether the input is read as events: JSON Lines, and no option of corpora is given but those
    /// that hold for events too. A pipe cannot be read twice, and holds events.
    func readsEvents() throws -> Bool {
        var reading = reading
        reading.country = nil
        guard reading.options.allSatisfy({ $0 == "--skip-bad-rows" }) else { return false }
        guard threads != "-", FileName.isOfPlainFile(threads) else { return true }
        guard !CorpusStore.isStore(threads) else { return false }
        var file = try InputFile(path: threads)
        return try file.nextChunk().first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") } ?? true
    }

    /// The thread of a message that has neither thread nor sender.
    static func unknownThread(_ number: Int) -> String { "message \(number) of an unknown sender" }

    /// Reads events line by line. Lines that are none are errors, or left out.
    func forEachEvent(_ body: (ThreadEvent, _ number: Int) throws -> Void) throws {
        let labels = LabelMap()
        var leftOut: (count: Int, first: EventError?) = (0, nil)
        try forEachLine { number, line in
            var event: ThreadEvent
            do {
                event = try ThreadEvent(
                    json: line, unknownThread: { Simulate.unknownThread(number) }, meaning: labels.label(for:))
            } catch {
                let problem = EventError(file: threads, line: number, reason: advice(on: error))
                guard reading.skipBadRows else { throw problem }
                leftOut = (leftOut.count + 1, leftOut.first ?? problem)
                return
            }
            if let country = reading.country, case .message(var message) = event, message.message.receiverCountry == nil {
                message.message.receiverCountry = country.letters
                event = .message(message)
            }
            try body(event, number)
        }
        if let first = leftOut.first {
            note(
                "\(counted(leftOut.count, "line")) left out that \(leftOut.count == 1 ? "is no event" : "are no events"); the first: \(first)"
            )
        }
    }

    /// The messages of a corpus, in the order of their times if all have one.
    func forEachMessage(_ body: (ThreadEvent, _ number: Int) throws -> Void) throws {
        var read: [(message: IncomingMessage, number: Int, time: Int?)] = []
        var rows = try CorpusReading(of: [threads], reading, for: .comparing)
        while let (row, place) = try rows.next() {
            let thread = row.message.sender ?? Simulate.unknownThread(place.row)
            let message = IncomingMessage(thread: thread, row.message, label: row.label)
            read.append((message, place.row, row.time?.seconds()))
        }
        let untimed = read.count { $0.time == nil }
        if untimed == 0 {
            read.sort { ($0.time!, $0.number) < ($1.time!, $1.number) }
        } else if untimed < read.count {
            note("\(grouped(untimed)) of \(grouped(read.count)) messages have no time, so all come in the order of the corpus")
        }
        for (message, number, _) in read { try body(.message(message), number) }
    }

    private static let mostBytesOfALine = 16 << 20

    private func forEachLine(_ body: (Int, UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        var file = try InputFile(path: threads), bytes: [UInt8] = [], number = 0
        func line(_ range: Range<Int>) throws {
            number += 1
            try bytes.withUnsafeBufferPointer { all in
                let line = UnsafeBufferPointer(rebasing: all[range])
                if line.contains(where: { $0 > 0x20 }) { try body(number, line) }
            }
        }
        while case let chunk = try file.nextChunk(), !chunk.isEmpty {
            var start = 0, searched = bytes.count
            bytes += chunk
            while let end = bytes[searched...].firstIndex(of: 0x0A) {
                try line(start..<end)
                start = end + 1
                searched = start
            }
            bytes.removeSubrange(..<start)
            guard bytes.count <= Simulate.mostBytesOfALine else {
                throw CorpusError.rowTooLong(file: file.name, line: number + 1, limitBytes: Simulate.mostBytesOfALine)
            }
        }
        if !bytes.isEmpty { try line(0..<bytes.count) }
    }
}
