// spamkit inspect: what is in a model file.

import ArgumentParser
import SpamFilter
import SpamFilterIO
import SpamTraining

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show a model's card, classes, cutoffs and sections.")

    @Argument(help: "The model file.")
    var model: String

    @Flag(help: "Read the whole file and check every section's checksum.")
    var verify = false

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let file = try ModelFile(model)
        if verify {
            do throws(ModelError) {
                try file.view.verify()
            } catch {
                throw ModelFileError.model(path: model, error)
            }
        }
        let record = ModelRecord(file.view, verified: verify)
        try result(json ? try spamkit.json(record) : record.page(model))
    }
}

/// What `inspect` tells of a model.
private struct ModelRecord: Encodable {
    struct Section: Encodable {
        let name: String
        let offset: Int
        let bytes: Int
    }

    struct Cutoffs: Encodable {
        let junk: Float
        let unsure: Float
        let promotion: Float
        let transaction: Float
    }

    let bytes: Int
    let classes: [String]
    let features: Int
    let tokenizerVersion: UInt16
    let cutoffsLogOdds: Cutoffs
    let calibrationSlope: Float
    let sections: [Section]
    let verified: Bool
    let card: ModelCard?

    init(_ view: ModelView, verified: Bool) {
        bytes = view.byteCount
        classes = view.labels.map(\.description)
        features = view.featureCount
        tokenizerVersion = TokenizerSettings.version
        cutoffsLogOdds = Cutoffs(
            junk: view.policy.junkCutoff, unsure: view.policy.unsureCutoff, promotion: view.policy.promotionCutoff,
            transaction: view.policy.transactionCutoff)
        calibrationSlope = view.calibrationSlope
        sections = view.sections.map { Section(name: $0.kind?.name ?? "kind \($0.rawKind)", offset: $0.offset, bytes: $0.length) }
        self.verified = verified
        card = ModelCard(view)
    }

    func page(_ path: String) -> String {
        var lines = ["\(path): \(bytes) bytes" + (verified ? ", all checksums right" : "")]
        lines.append("classes     " + classes.joined(separator: ", "))
        lines.append("features    \(features), tokenizer version \(tokenizerVersion)")
        lines.append(
            "cutoffs     junk from \(cutoffsLogOdds.junk), unsure from \(cutoffsLogOdds.unsure), promotion from \(cutoffsLogOdds.promotion), "
                + "transaction from \(cutoffsLogOdds.transaction) (natural log-odds), else allow; calibration slope \(calibrationSlope)"
        )
        lines.append("sections")
        for section in sections { lines.append("  \(section.name): \(section.bytes) bytes at \(section.offset)") }
        guard let card else { return (lines + ["card        none"]).joined(separator: "\n") }
        lines.append("card")
        func say(_ title: String, _ text: String?) {
            // A card is anybody's words: no control character of it reaches a terminal.
            let visible = text?.unicodeScalars.filter { $0.properties.generalCategory != .control }
            if let visible, !visible.isEmpty { lines.append("  \(title): \(String(String.UnicodeScalarView(visible)))") }
        }
        say("name", card.name)
        say("trained by", card.author ?? "not said (--author)")
        say("for", card.intendedUse)
        say("not for", card.notFor)
        say("trained on", card.trainedOn.joined(separator: "; "))
        say("trained with", card.trainedWith)
        say("settings", card.settings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        say("messages", card.messages.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        if let promise = card.falseJunk {
            say(
                "false junk",
                "\(promise.falseJunk) of \(promise.wanted) wanted messages of unseen groups, worth \(promise.independentWanted), at most \(percent(promise.upperLimit)) with 95 % "
                    + "confidence; asked: \(percent(promise.bound))")
        }
        return lines.joined(separator: "\n")
    }
}
