// spamkit simulate: what a user would see with a filter switched on. Events or labelled messages
// in, the way of each message or their counts out.

import ArgumentParser
import Corpus
import FilterSimulation
import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate a phone with a filter: where each message would go.",
        discussion: """
            Reads events as JSON Lines, in order of time. A message has `text`, and optionally `sender` or `thread`, `label`, \
            `country`, `service` (SMS, MMS, iMessage) and `contact`. {"thread":…,"reply":true} is a reply of the user; \
            {"thread":…,"delete":true} deletes the conversation; {"filter":"off"} and {"filter":"on"} are choices in Settings; \
            {"network":"down"} sets the network. Messages of contacts and iMessages never reach a filter. A junk message moves its \
            thread to Junk. Replies end filtering and move a thread back: several, says Apple; three, say developers. Later \
            messages of a thread in Junk stay there, unless it began with a transaction: people report this, Apple does not \
            document it.

            Stores and files in other formats are corpora: their messages come in the order of their times, if all have one. \
            JSON Lines are a corpus if you give a corpus option, such as --format jsonl. A message without sender and thread is \
            the only one of its sender.

            Words for labels: spamkit help labels

            Settings are {"defersToNetwork":false,"allow":[{"sender":"MYBANK"}],"deny":[],"rules":[{"label":"junk","contains":\
            "[Web발신]"}]}. A rule has a label and one or more conditions; elements of allow and deny have conditions only. Conditions: \
            \(RuleConditionName.allCases.map(\.name).joined(separator: ", ")). A phone ignores settings that it does not know; \
            simulate refuses them. --rules gives a file of rules, as the app would install it.

            Example: spamkit simulate mine.spam threads.jsonl --settings settings.json
            """)

    @Argument(help: "The filter's model.", completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("Events, or messages; - is standard input.", valueName: "threads"), completion: .file())
    var threads: String = "-"

    @Option(help: "The app's settings: rules, and whether it defers.", completion: .file())
    var settings: String?

    @OptionGroup var ruling: RuleArguments

    @Option(help: "The model of the app's server.")
    var server: String?

    @Flag(help: "Later messages of a thread in Junk go where their verdicts say, and the thread with them.")
    var noStickyJunk = false

    @Flag(help: "Print where each message goes, as JSON Lines, instead of the report.")
    var messages = false

    @OptionGroup(title: "Corpus options") var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if messages, output.isJSONAlone { throw ValidationError("give --messages or --json -, not both") }
    }

    func run() throws {
        try output.check(apartFrom: [model, threads, settings])
        let settings = try settings.map(readSettings) ?? FilterSettings()
        if server != nil, !settings.defersToNetwork {
            throw ValidationError(
                "--server: expected --settings with \"defersToNetwork\":true, found a filter that asks no server")
        }
        let file = try ModelFile.whole(model)
        var seen = SeenMessages(file.view), messageCount = 0
        let asked = AskedFilter(file, try OpenedRules(ruling, beside: settings.content))
        var flow = SystemFlow(
            InstalledFilter(declared: asked.declared, defersToNetwork: settings.defersToNetwork, answer: asked.answer),
            server: try server.map(answering), junkSticks: !noStickyJunk)
        let results = ResultStream()
        var unknown = 0
        do {
            try (readsEvents() ? forEachEvent : forEachMessage) { event, number in
                if case .message(let message) = event {
                    if message.message.sender == nil, message.thread == Simulate.unknownThread(number) { unknown += 1 }
                    seen.add(message.message)
                    messageCount += 1
                }
                if let delivery = flow.happen(event), messages { try results.write(delivery.jsonLine(row: number)) }
            }
        } catch {
            try results.flush()
            throw error
        }
        if unknown > 0 {
            note(
                "\(counted(unknown, "message")) \(unknown == 1 ? "has" : "have") no sender, so no reply and no earlier junk counts for \(unknown == 1 ? "it" : "them"); name the column: \(columnOption(.sender))"
            )
        }
        if let known = knownWords(own: seen.own, background: seen.background, of: messageCount) {
            warn("\(known), so the folders look too good; simulate other messages", .result)
        }
        let report = FlowReport(flow)
        if !messages, !output.isJSONAlone { try results.write(onTerminal(report.text)) }
        try results.flush()
        try output.writeJSON(report)
    }

    private func readSettings(_ path: String) throws -> FilterSettings {
        let file = try FileBytes(path, .copied, most: FilterSettings.mostBytes)
        do {
            let json = Data(file.bytes)
            // A phone would ignore it.
            let leftOut = try FilterSettings.leftOut(of: json)
            guard leftOut.isEmpty else { throw SettingsLeftOut(file: path, reasons: leftOut) }
            return try FilterSettings(json: json)
        } catch let error as NetworkJSONError {
            throw EventError(file: path, line: nil, reason: error.description)
        }
    }

    /// A server that takes and returns bytes, as over the network.
    private func answering(_ path: String) throws -> SystemFlow.Server {
        let asked = AskedFilter(try ModelFile.whole(path), OpenedRules())
        return { query in try? Answer(networkJSON: Answer.networkJSON(answering: query.json(), asked.answer)) }
    }
}

/// A filter, with the files that it reads in place.
private final class AskedFilter {
    private var filter: MessageFilter
    private let model: ModelFile
    private let rules: RuleFile?

    init(_ model: consuming ModelFile, _ rules: consuming OpenedRules) {
        filter = MessageFilter(Classifier(model.view), rules: rules.matcher)
        self.model = model
        self.rules = rules.file
    }

    var declared: [SubAction] { filter.declared }

    func answer(_ message: Message) -> Answer { filter.decide(message).answer }
}

/// Settings that a phone would ignore in part.
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
struct EventError: Error, CustomStringConvertible {
    let file: String
    let line: Int?
    let reason: String

    var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

extension Delivery {
    /// `action` and `subAction` are the final answer of the filter, null if it was not asked.
    fileprivate func jsonLine(row: Int) -> String {
        let action = way == .filter ? "\"\(answer.action.name)\"" : "null"
        let subAction = answer.subAction == .none ? "null" : "\"\(answer.subAction.name)\""
        return
            "{\"row\":\(row),\"way\":\"\(way.name)\",\"action\":\(action),\"subAction\":\(subAction),\"deferral\":\"\(deferral.rawValue)\","
            + "\"folder\":\"\(folder.rawValue)\",\"stuck\":\(isStuck),\"moved\":\(moved.all)}\n"
    }
}
