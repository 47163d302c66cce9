// spamkit drift: whether what comes in is still what a model was trained on.

import ArgumentParser
import Corpus
import Drift
import EvaluationPage
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct DriftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drift", abstract: "Say whether messages have changed since a model was trained.",
        discussion: """
            Needs no labels. Four figures are compared with those of training in the card: unknown features, \
            newly worded templates, unsure verdicts and the index of junk scores. Each differs, is like training, or cannot tell. A \
            template counts once in 2,000 messages. With --by, texts that begin in a period are counted too. If nothing has changed, any difference of a run has a probability of at \
            most --level.

            The exit code is 1 where something differs. With --quiet it tells, and warnings alone are printed, as for a cron \
            job: spamkit drift mine.spam today.jsonl --country KR --quiet || mail …; where something differs, a warning says if \
            messages lack the country.

            Example: spamkit drift mine.spam received.jsonl --by week --html drift.html
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("Files of messages or stores; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: "Also compare each day, week or month (UTC), or each 2,000 messages in the files' order.")
    var by: DriftPeriod?

    @Option(help: "The probability of a false alarm in the whole run.")
    var level = DriftComparison.usualLevel

    @Option(help: ArgumentHelp("Also write an HTML page with plots for any browser.", valueName: "file"), completion: .file())
    var html: String?

    @Option(help: "How many groups of the messages that differ most to show.")
    var top = 10

    @Flag(help: "Show the first message of each group.")
    var showText = false

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    /// One sender in so many without a country may be the cause of an alarm.
    private static let fewForAlarm = 100

    func validate() throws {
        if !(level > 0 && level < 1) { throw ValidationError("--level: expected a number between 0 and 1, found \(level)") }
        if html == "-" { throw ValidationError("--html: expected the path of a file, found - (standard output)") }
        try expectCount(top, of: "--top")
    }

    func run() throws {
        try output.check([("--html", html)], apartFrom: [model] + files)
        try checkOutput(html, as: nil)
        let file = try ModelFile.whole(model)
        guard let profile = TrafficProfile(file.view) else { throw NoProfile(path: model, card: ModelCard(file.view)) }
        let report = try survey(file.view, profile)
        if let html {
            let page = DriftPage(model: FileName.of(model), files: files.map(FileName.of), report: report, version: toolVersion)
            try writeAtomically(Array(page.html().utf8), to: html, isPrivate: showText)
        }
        try output.writeJSON(report, isPrivate: showText)
        if report.answer == .differs, output.remarks.quiet, let caveat = report.caveat { warn(caveat, .result) }
        if !output.isJSONAlone, !output.remarks.quiet { try result(report.text, bold: wrapped(report.sentence, to: 80).count) }
        if report.answer == .differs { throw ExitCode(1) }
    }

    private func survey(_ model: ModelView, _ profile: TrafficProfile) throws -> DriftReport {
        var classifier = Classifier(model), reader = TrafficReader(model, profile)
        let sources = ModelCard(model)?.trainedOn.count ?? 1
        var survey = DriftSurvey(profile, by: by, sources: sources, keepsTexts: showText), days = NewestDays(),
            differing = DifferingMessages(profile, keepsText: showText)
        var times = TimeTally(by == .messages ? nil : by?.rawValue), withoutCountry = 0
        var rows = try CorpusReading(of: files, reading, for: .asking)
        while let (row, place) = try rows.next() {
            let makeup = reader.read(row.message, classifier.classify(row.message))
            let time = row.time?.seconds()
            survey.add(makeup, time: time, text: by == nil ? nil : row.message.body, place: place.shown)
            if let time { days.add(time) }
            if row.message.receiverCountry == nil, row.message.sender != nil { withoutCountry += 1 }
            times.add(row.time)
            differing.add(row.message, makeup, place)
        }
        guard survey.messages > 0 else { throw NoMessages(paths: files) }
        try times.check(files, others: "; or compare each 2,000 messages: --by messages")
        if survey.withoutTime > 0 {
            warn(
                "\(counted(survey.withoutTime, "message")) \(survey.withoutTime == 1 ? "has" : "have") no time and \(survey.withoutTime == 1 ? "is" : "are") in no period; name the column: \(columnOption(.time))"
            )
        }
        var report = survey.report(level: level, top: top)
        report.groups = try differing.groups(most: top)
        report.newestFrom = days.newestFrom
        if withoutCountry * Self.fewForAlarm >= survey.messages, reader.hasLearnedCountry {
            report.caveat =
                "First say where the phone was, such as --country \(learnedCountry(of: model) ?? "KR"): training had a country, and "
                + "\(counted(withoutCountry, "message")) \(withoutCountry == 1 ? "has" : "have") none, so senders look unknown."
        }
        return report
    }
}

extension DriftPeriod: ExpressibleByArgument {}

/// The days of messages, to tell the newest from the others.
private struct NewestDays {
    private var messages: [String: Int] = [:]

    mutating func add(_ seconds: Int) {
        if let day = DriftPeriod.day.name(of: seconds) { messages[day, default: 0] += 1 }
    }

    /// The day from which on some fifth of the messages are; `nil` where all are of one day.
    var newestFrom: String? {
        let days = messages.keys.sorted(), all = messages.values.reduce(0, +)
        var newest = 0
        let first = days.dropFirst().last { day in
            newest += messages[day]!
            return 5 * newest >= all
        }
        return first ?? days.dropFirst().first
    }
}

/// The model's card does not say what its messages were made of.
struct NoProfile: Error, CustomStringConvertible {
    let path: String
    let card: ModelCard?

    var description: String {
        let found =
            if card?.unlabelled != nil {
                "a model that also learned from messages without labels, whose usual figures are not known; compare with a model trained without --unlabelled"
            } else if card?.calibratedOn != nil {
                "a model calibrated by an earlier version, or calibrated from one without; train anew, then calibrate"
            } else {
                "none that this version reads; train anew from messages, with folds and at least 32 KiB (--folds, --max-bytes)"
            }
        return "\(path): expected a card that says what training messages were made of, found \(found)"
    }
}

/// There is nothing to compare.
struct NoMessages: Error, CustomStringConvertible {
    let paths: [String]
    var description: String { "\(paths.joined(separator: ", ")): expected messages, found none; give a file with rows" }
}
