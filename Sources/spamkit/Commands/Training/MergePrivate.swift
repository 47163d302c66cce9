// spamkit merge with private counts: contributions to their sum, with noise if it is asked for;
// releases to their sum.

import ArgumentParser
import SpamFilterIO
import SpamTraining
import Statistics

/// Options of spamkit merge for private counts.
struct PrivateArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The plan that contributions were counted by (spamkit privacy-plan).", valueName: "file"),
        completion: .file())
    var plan: String?

    @Flag(
        name: .customLong("private"),
        help: "Add noise to the sum of all contributions. Do so once: every release tells more of the same people.")
    var isPrivate = false

    @Option(
        help: ArgumentHelp(
            "What one contributor may change: every outcome is as likely up to a factor of e^epsilon. 1 is strong, 8 weak.",
            valueName: "number"))
    var epsilon: Double?

    @Option(
        help: ArgumentHelp(
            "The chance that epsilon does not hold, much less than one divided by the contributors. Default: 1e-6, with Laplace noise 0.",
            valueName: "number"))
    var delta: Double?

    func validate() throws {
        if isPrivate, plan == nil || epsilon == nil {
            throw ValidationError(
                "--private: expected --plan FILE and --epsilon NUMBER with it; what is promised is yours to say")
        }
        if !isPrivate, let option = epsilon != nil ? "--epsilon" : delta != nil ? "--delta" : nil {
            throw ValidationError("\(option): expected --private with it, which adds noise")
        }
    }
}

extension Merge {
    /// Merges private counts, if the files are some; false if they are counts of messages.
    ///
    /// Nothing is merged with files of another kind: raw counts beside a release would give away
    /// what noise protects.
    func mergePrivate() throws -> Bool {
        let kinds = try (files + minus).map { (path: $0, kind: CountsFile.isCounts($0) ? try CountsKind(path: $0) : .messages) }
        guard let first = kinds.first(where: { $0.kind != .messages }) else {
            guard protection.plan == nil else {
                throw ValidationError(
                    "--plan: expected contributions, found counts of messages in \(files[0]); count them with spamkit counts --plan"
                )
            }
            return false
        }
        if let other = kinds.first(where: { $0.kind != first.kind }) {
            throw ValidationError(
                "\(other.path): expected \(first.kind.noun), as \(first.path) is, found \(other.kind.noun): together they would "
                    + "promise nothing; merge files of one kind")
        }
        if !minus.isEmpty || !forget.isEmpty {
            throw ValidationError(
                "--minus, --forget: expected counts of messages, found \(first.kind.noun) in \(first.path): leave a contribution out "
                    + "before it is merged; noise hides what one was")
        }
        if first.kind == .release { try mergeReleases() } else { try mergeContributions(first) }
        return true
    }

    private func mergeReleases() throws {
        guard protection.plan == nil else {
            throw ValidationError("--plan: expected contributions, found releases, which have noise; merge them without --plan")
        }
        let release = try PrivateRelease(adding: files.map { try PrivateRelease(path: $0) })
        try write(release)
    }

    private func mergeContributions(_ first: (path: String, kind: CountsKind)) throws {
        guard let path = protection.plan, first.kind == .contributions else {
            throw ValidationError(
                "\(first.path): expected contributions with --plan FILE, or releases, found \(first.kind.noun)"
                    + (first.kind == .contributions ? "; give the plan they were counted by" : ""))
        }
        let plan = try PrivacyPlan(path: path)
        var sum = ContributionSum(plan)
        for path in files {
            try readPrivateCounts(path) { bytes throws(PrivateCountsError) in try sum.add(Contributions(bytes, to: plan)) }
        }
        let whole = try sum.finish()
        guard protection.isPrivate, let epsilon = protection.epsilon else {
            let bytes = whole.bytes
            try writeAtomically(bytes, to: out, isPrivate: true)
            let record = PrivateCountsRecord(contributors: whole.contributorCount, bytes: bytes.count)
            return try output.report(record, record.page(out))
        }
        let delta = protection.delta ?? (plan.noise == .discreteLaplace ? 0 : 1e-6)
        if PrivacyBound.deltas.contains(delta), delta * Double(whole.contributorCount) > 0.1 {
            warn("--delta \(delta) is not much less than one of \(counted(whole.contributorCount, "contributor")): take less")
        }
        if epsilon > 10 { warn("--epsilon \(epsilon) protects little: 1 is strong, 8 is weak") }
        var generator = SystemRandomNumberGenerator()
        let release = try PrivateRelease(whole, bound: PrivacyBound(epsilon: epsilon, delta: delta), using: &generator)
        note("\(counted(whole.contributorCount, "contributor")) added up; the release does not tell how many")
        try write(release)
    }

    private func write(_ release: PrivateRelease) throws {
        let bytes = release.bytes
        try writeAtomically(bytes, to: out)
        let record = PrivateCountsRecord(release, bytes: bytes.count)
        try output.report(record, record.page(out))
    }
}

extension CountsKind {
    var noun: String {
        switch self {
        case .messages: "counts of messages"
        case .plan: "a plan"
        case .contributions: "contributions"
        case .release: "a release with noise"
        }
    }
}
