// spamkit simulate: what a user would see with a filter switched on.

import ArgumentParser
import Corpus
import FilterSimulation
import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Let messages, replies and settings happen to a phone, and say what its user would see.",
        discussion: """
            Reads events as JSON Lines, in order of time. A message has `text`, `sender` or `thread`, and if wanted `label`, `country`, \
            `service` (SMS, MMS, iMessage) and `contact`. {"thread":…,"reply":true} is an answer of the user, {"filter":"NAME"} and \
            {"filter":"off"} a choice in Settings, {"network":"down"} what it says. A filter's name is that of its file without .spam. \
            Contacts and iMessage never reach a filter; three replies end filtering and bring a thread back; that junk sticks to \
            a sender is reported, not documented.

            Words for labels: \(LabelMap.knownWords)

            Settings are {"defersToNetwork":false,"rules":[{"label":"junk","senderPrefix":"+82","contains":"[Web발신]"}]}; a rule has a \
            label and one or more of the conditions sender, senderPrefix, contains and hasImage. A phone passes over what it does not know, \
            simulate refuses it.

            Example: spamkit simulate mine.spam threads.jsonl --settings settings.json
            """)

    @Argument(help: "The model of the filter that is on from the beginning.")
    var model: String

    @Argument(help: ArgumentHelp("Events; - is standard input.", valueName: "threads"))
    var threads: String = "-"

    @Option(help: "The app's settings: rules, and whether it defers.")
    var settings: String?

    @Option(help: "The model of another filter that can be chosen.")
    var also: [String] = []

    @Option(help: "The model that the app's server answers by.")
    var server: String?

    @Flag(help: "No filter is on at the beginning.")
    var off = false

    @Flag(inversion: .prefixedNo, help: "Whether later messages of a sender in Junk go there too.")
    var stickyJunk = true

    @Flag(help: "Say of each message where it goes, as JSON Lines, instead of the report.")
    var messages = false

    @Flag(help: "The report as JSON.")
    var json = false

    func validate() throws {
        if messages, json { throw ValidationError("give --messages or --json, not both") }
        let names = ([model] + also).map(Simulate.name)
        if Set(names).count < names.count { throw ValidationError("expected filters of different names, found one twice") }
        if names.contains("off") { throw ValidationError("expected filters of other names than off, which means no filter") }
    }

    private static func name(_ path: String) -> String {
        let file = fileName(path)
        return file.hasSuffix(".spam") ? String(file.dropLast(5)) : file
    }

    func run() throws {
        let settings = try settings.map(readSettings) ?? FilterSettings()
        if server != nil, !settings.defersToNetwork {
            throw ValidationError(
                "expected --settings with \"defersToNetwork\":true for a --server, found a filter that asks none")
        }
        let filters = try ([model] + also).map { path in
            let asked = AskedFilter(OfflineFilter(model: try openModel(path), rules: settings.rules))
            return InstalledFilter(
                name: Simulate.name(path), declared: asked.filter.declared, defersToNetwork: settings.defersToNetwork
            ) {
                asked.filter.answer($0)
            }
        }
        var flow = SystemFlow(filters, isOn: !off, server: try server.map(answering), junkSticks: stickyJunk)
        var results = ResultStream()
        let labels = LabelMap()
        try forEachLine { number, line in
            let delivery: Delivery?
            do {
                delivery = try flow.happen(ThreadEvent(json: line, meaning: labels.label(for:)))
            } catch {
                try results.flush()
                throw EventError(file: threads, line: number, reason: advice(on: error))
            }
            if messages, let delivery { try results.write(delivery.jsonLine(row: number)) }
        }
        if !messages {
            let report = FlowReport(flow)
            try results.write(json ? try spamkit.json(report) + "\n" : report.text)
        }
        try results.flush()
    }

    private func readSettings(_ path: String) throws -> FilterSettings {
        let file = try FileBytes(path, .copied)
        do {
            let json = Data(file.bytes)
            // A phone would do as if it were not there.
            let leftOut = try FilterSettings.leftOut(of: json)
            guard leftOut.isEmpty else { throw SettingsLeftOut(file: path, reasons: leftOut) }
            return try FilterSettings(json: json)
        } catch let error as NetworkJSONError {
            throw EventError(file: path, line: nil, reason: error.description)
        }
    }

    /// A server that hears and says bytes, as the phone's network would carry them.
    private func answering(_ path: String) throws -> SystemFlow.Server {
        let asked = AskedFilter(OfflineFilter(model: try openModel(path)))
        return { query in
            try? FilterAnswer(networkJSON: FilterAnswer.networkJSON(answering: query.json()) { asked.filter.answer($0) })
        }
    }

    private func forEachLine(_ body: (Int, UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        func split(_ bytes: UnsafeRawBufferPointer) throws {
            var number = 0, next = 0
            while next < bytes.count {
                let start = bytes.baseAddress! + next
                let length = memchr(start, 0x0A, bytes.count - next).map { UnsafeRawPointer($0) - start } ?? bytes.count - next
                number += 1
                next += length + 1
                let line = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: length)
                if line.contains(where: { $0 > 0x20 }) { try body(number, line) }
            }
        }
        if threads == "-" {
            try (FileHandle.standardInput.readToEnd() ?? Data()).withUnsafeBytes(split)
        } else {
            let file = try FileBytes(threads, .copied)
            try split(file.bytes)
        }
    }
}

/// A filter that several closures ask.
private final class AskedFilter {
    var filter: OfflineFilter

    init(_ filter: consuming OfflineFilter) { self.filter = filter }
}

/// Settings of which a phone would leave something out.
private struct SettingsLeftOut: Error, CustomStringConvertible {
    let file: String
    let reasons: [String]
    private static let most = 10

    var description: String {
        let shown = reasons.prefix(SettingsLeftOut.most).map { "\(file): \($0)" }
        let rest = reasons.count - shown.count
        return (shown + (rest > 0 ? ["\(file): and \(rest) more"] : [])).joined(separator: "\n")
    }
}

/// A line that is no event.
private struct EventError: Error, CustomStringConvertible {
    let file: String
    let line: Int?
    let reason: String

    var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

extension Delivery {
    /// `action` and `subAction` are the filter's last word, null where it was not asked.
    fileprivate func jsonLine(row: Int) -> String {
        let action = way == .filter ? "\"\(answer.action.name)\"" : "null"
        let subAction = answer.subAction == .none ? "null" : "\"\(answer.subAction.name)\""
        return
            "{\"row\":\(row),\"way\":\"\(way.name)\",\"action\":\(action),\"subAction\":\(subAction),\"deferral\":\"\(deferral.rawValue)\","
            + "\"folder\":\"\(folder.rawValue)\",\"stuck\":\(isStuck)}\n"
    }
}
