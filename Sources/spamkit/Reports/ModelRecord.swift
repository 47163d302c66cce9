// What inspect, and the page of evaluate, say of a model.

import Drift
import Foundation
import MessageFilterExtension
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// A model as inspect prints it.
struct ModelRecord: Encodable {
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
        /// The cutoff of messages that read like a protected label.
        let protectedJunk: Float?
    }

    struct Calibration: Encodable {
        let slope: Float
        let offset: Float
    }

    let bytes: Int
    let classes: [String]
    let features: Int
    let featureSlots: Int
    let weightVectors: Int
    let tokenizerVersion: UInt16
    /// `nil` without a sequence number.
    let sequence: UInt64?
    /// The key's id as the file says; it proves nothing.
    let signedBy: String?
    let cutoffsLogOdds: Cutoffs
    let protected: [String]
    let declaredSubActions: [String]
    let calibration: [Calibration]
    let cost: ExtensionCost
    let sections: [Section]
    let verified: Bool
    let card: ModelCard?
    /// That of training, in two letters; `nil` where it is not known of one.
    let country: String?

    init(_ view: ModelView, verified: Bool) {
        bytes = view.byteCount
        classes = view.labels.map(\.description)
        features = view.features.count
        featureSlots = view.features.slotCount
        weightVectors = view.classes.vectorCount
        tokenizerVersion = TokenizerSettings.version
        sequence = view.sequence == 0 ? nil : view.sequence
        signedBy = view.signer?.description
        cutoffsLogOdds = Cutoffs(
            junk: view.policy.junkCutoff, unsure: view.policy.unsureCutoff, promotion: view.policy.promotionCutoff,
            transaction: view.policy.transactionCutoff,
            protectedJunk: view.policy.protected.isEmpty ? nil : view.policy.protectedJunkCutoff)
        protected = view.policy.protected.labels.map(\.description)
        declaredSubActions = view.policy.declared.labels.map(\.description)
        calibration = (0..<view.classes.count).map {
            let (slope, offset) = view.classes.calibration($0)
            return Calibration(slope: slope, offset: offset)
        }
        cost = ExtensionCost(view)
        sections = view.sections.map { Section(name: $0.kind?.name ?? "kind \($0.rawKind)", offset: $0.offset, bytes: $0.length) }
        self.verified = verified
        card = ModelCard(view)
        country = learnedCountry(of: view)
    }

    /// One slope where all classes have the same, and the offsets that are not 0.
    private var calibrationText: String {
        let slopes = Set(calibration.map(\.slope))
        let own = zip(classes, calibration).map { name, c in
            (slopes.count > 1 ? "\(name) x \(c.slope)" : c.offset == 0 ? "" : name)
                + (c.offset == 0 ? "" : c.offset < 0 ? " - \(-c.offset)" : " + \(c.offset)")
        }
        let text = own.filter { !$0.isEmpty }.joined(separator: ", ")
        return slopes.count > 1 ? text : "score x \(calibration[0].slope)" + (text.isEmpty ? "" : "; " + text)
    }

    func page(_ path: String) -> String {
        let indent = String(repeating: " ", count: 12)
        var lines = ["\(path): \(grouped(bytes)) bytes" + (verified ? ", all checksums right" : "")]
        for (title, text) in facts {
            lines.append(rightPadded(title, to: 12) + wrapped(text, to: 80, indent: indent, after: 12))
        }
        lines.append("sections")
        for section in sections {
            lines.append("  \(section.name): \(grouped(section.bytes)) bytes at \(grouped(section.offset))")
        }
        lines.append(card == nil ? "card        none" : "card")
        for (title, text) in cardFacts { lines.append("  " + wrapped("\(title): \(text)", to: 80, indent: "    ", after: 2)) }
        return lines.joined(separator: "\n")
    }

    /// What the file is, line by line.
    var facts: [(title: String, text: String)] {
        var facts = [
            ("classes", classes.joined(separator: ", ")),
            (
                "features",
                "\(grouped(features)) in \(grouped(featureSlots)) slots, weight vectors \(weightVectors), tokenizer version \(tokenizerVersion)"
            ),
            (
                "cutoffs",
                "junk from \(cutoffsLogOdds.junk), unsure from \(cutoffsLogOdds.unsure), "
                    + [("promotion", cutoffsLogOdds.promotion), ("transaction", cutoffsLogOdds.transaction)]
                    .filter { classes.contains($0.0) }.map { "\($0.0) from \($0.1), " }.joined()
                    + "else allow (natural log-odds)"
            ),
        ]
        if let cutoff = cutoffsLogOdds.protectedJunk {
            facts.append(("protected", "\(protected.joined(separator: ", ")): junk from \(cutoff)"))
        }
        if !declaredSubActions.isEmpty { facts.append(("sub-actions", declaredSubActions.joined(separator: ", "))) }
        if sequence != nil || signedBy != nil {
            let signer = signedBy.map { "claims to be signed by key \($0); to check: spamkit verify" } ?? "not signed"
            facts.append(("release", "\(releaseWords(sequence ?? 0)), \(signer)"))
        }
        facts.append(("calibration", calibrationText))
        facts.append(("extension", cost.sentence))
        return facts
    }

    /// What its card says, line by line; nothing without a card.
    var cardFacts: [(title: String, text: String)] {
        guard let card else { return [] }
        var facts: [(String, String)] = []
        func say(_ title: String, _ text: String?) {
            // Anybody may have written the card: print none of its control characters.
            let visible = text?.unicodeScalars.filter(isVisible)
            if let visible, !visible.isEmpty { facts.append((title, String(String.UnicodeScalarView(visible)))) }
        }
        say("name", card.name)
        say("trained by", card.author ?? "not said (--author)")
        say("for", card.intendedUse)
        say("not for", card.notFor)
        say("trained on", card.trainedOn.joined(separator: "; "))
        say("part of the store", card.part.map { "\($0) of \(card.split?.visibleName ?? "")" })
        say("latest of them", card.trainedUntil.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
        say("receivers' country", country)
        say("background", card.background?.joined(separator: "; "))
        let unheard = ": junk is learned from these alone, wanted actions from the background too"
        say("background weight", card.backgroundStrength.map { "\($0) of own messages\($0 == 0 ? unheard : "")" })
        say(
            "without labels",
            card.unlabelled.map {
                "\(grouped($0.messages)) messages, junk estimated, often too low, at \(percentage($0.junkShare)); background weight \($0.backgroundStrength)"
            })
        say("calibrated on", card.calibratedOn?.joined(separator: "; "))
        say("expected", card.estimate?.sentence)
        say("assumes of phones", card.traffic?.description)
        say("trained with", card.trainedWith)
        // As its option has it: what mistakes cost is another setting.
        let settings = card.settings.map { ($0.key == "cost" ? "regularizationC" : $0.key, $0.value) }
        say("settings", settings.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        say("messages", card.messages.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        say(
            "drift",
            card.profile.map {
                "learned from \(grouped($0.new.messages)) messages; \(percentage(($0.new.unknownShare * 1000).rounded() / 1000)) of a new message is unknown"
            })
        say("weighted", card.weighted.map { "\($0) messages that counted more or less than one" })
        if let promise = card.falseJunk {
            for label in promise.protectedLabels ?? [] { say("protected", label.sentence) }
            // Without scored messages there is no promise.
            let found =
                promise.wanted > 0 ? "\(promise.basis): \(promise.falseJunkWords)" : "no wanted message was scored"
            say("false junk", "\(found); asked: \(percentage(promise.bound))")
        }
        return facts
    }
}

/// What a model costs a message filter extension, which copies it unless it asks for `.mapped`.
struct ExtensionCost: Encodable {
    let heapBytes: Int
    /// Pages of 16 KiB, as on iOS. They are never written, so the system may drop them at any time.
    let mappedPages: Int
    let fits: Bool

    private static let mostHeap = 64 << 10
    private static let page = 16 << 10
    private let bytes: Int

    init(_ view: ModelView) {
        bytes = view.byteCount
        heapBytes = Classifier.heapBytes
        mappedPages = (bytes + ExtensionCost.page - 1) / ExtensionCost.page
        fits = bytes <= FilterFolder.mostModelBytes && heapBytes <= ExtensionCost.mostHeap
    }

    private enum CodingKeys: String, CodingKey { case heapBytes, mappedPages, fits }

    var sentence: String {
        let heap =
            "\((heapBytes + 1023) / 1024) KiB of heap, model \(grouped((bytes + 1023) / 1024)) KiB (\(counted(mappedPages, "page")) of 16 KiB if mapped)"
        return fits
            ? "fits: \(heap)"
            : "too large: \(heap); expected a file of at most \(FilterFolder.mostModelBytes >> 20) MiB, found \(bytes) bytes; train with --max-bytes \(FilterFolder.mostModelBytes >> 20)M"
    }
}

/// The receivers' country in a model's training messages; `nil` where they had none or several, or
/// are of several sources, and where the card has no profile.
func learnedCountry(of model: ModelView) -> String? {
    guard let card = ModelCard(model), card.background == nil, card.trainedOn.count == 1 else { return nil }
    let countries = TrafficProfile(model).map { TrafficReader(model, $0).learnedCountries } ?? []
    return countries.count == 1 ? countries[0] : nil
}
