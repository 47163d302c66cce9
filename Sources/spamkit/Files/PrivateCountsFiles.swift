// Opens files of private counts, and says what they hold.

import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

/// An error of a file of private counts, with the file.
struct PrivateCountsFileError: MendableError {
    let path: String
    let error: PrivateCountsError
    var description: String { "\(path): \(error)" }
    var remedy: String? { error.remedy }
}

extension CountsKind {
    init(path: String) throws {
        self = try readPrivateCounts(path) { bytes throws(PrivateCountsError) in try CountsKind(bytes) }
    }
}

extension PrivacyPlan {
    init(path: String) throws {
        self = try readPrivateCounts(path) { bytes throws(PrivateCountsError) in try PrivacyPlan(bytes) }
    }
}

extension PrivateRelease {
    init(path: String) throws {
        self = try readPrivateCounts(path) { bytes throws(PrivateCountsError) in try PrivateRelease(bytes) }
    }
}

/// Reads a file, and names it where it is wrong.
func readPrivateCounts<R>(_ path: String, _ read: (UnsafeRawBufferPointer) throws(PrivateCountsError) -> R) throws -> R {
    let file = try FileBytes(path)
    do throws(PrivateCountsError) { return try read(file.bytes) } catch { throw PrivateCountsFileError(path: path, error: error) }
}

/// What the tool tells of a file of private counts.
struct PrivateCountsRecord: Encodable {
    let kind: String
    let bytes: Int
    var labels: [String]?
    var features: Int?
    var source: String?
    /// The most that one contributor may move the sum.
    var clip: Double?
    var noise: String?
    /// Of a file without noise. What has noise does not tell.
    var contributors: Int?
    var privacy: PrivacyGuarantee?

    init(_ plan: PrivacyPlan, bytes: Int) {
        (kind, self.bytes) = ("plan", bytes)
        (labels, features, source) = (plan.labels.map(\.description), plan.featureCount, plan.source)
        (clip, noise) = (plan.clipValue, plan.noise == .discreteLaplace ? "laplace" : "gaussian")
    }

    init(contributors: Int, bytes: Int) {
        (kind, self.bytes, self.contributors) = ("contributions", bytes, contributors)
    }

    init(_ release: PrivateRelease, bytes: Int) {
        (kind, self.bytes, privacy) = ("release", bytes, release.guarantee)
        (labels, features) = (release.labels.map(\.description), privacy?.features)
        source = release.messagesOfSource.keys.first
    }

    /// Of a file.
    init(path: String, _ kind: CountsKind) throws {
        self = try readPrivateCounts(path) { bytes throws(PrivateCountsError) in
            switch kind {
            case .plan: PrivateCountsRecord(try PrivacyPlan(bytes), bytes: bytes.count)
            case .release: PrivateCountsRecord(try PrivateRelease(bytes), bytes: bytes.count)
            case .contributions, .messages:
                PrivateCountsRecord(contributors: try Contributions.contributorCount(in: bytes), bytes: bytes.count)
            }
        }
    }

    func page(_ path: String) -> String {
        var lines = ["\(path): \(grouped(bytes)) bytes, "]
        switch kind {
        case "plan": lines[0] += "a plan of private counts, which is public"
        case "release": lines[0] += "private counts with noise"
        default: lines[0] += "contributions of \(counted(contributors ?? 0, "contributor")), without noise"
        }
        if let labels { lines.append("labels: \(labels.joined(separator: ", "))") }
        if let features, let source { lines.append("features: \(grouped(features)), source: \(source.visibleName)") }
        if let clip, let noise {
            lines.append("bound of one contributor: \(noise == "laplace" ? "L1" : "L2") norm \(clip), noise: \(noise)")
        }
        if let privacy { lines.append(wrapped("privacy: \(privacy.sentence)", to: 80, indent: "  ")) }
        if contributors != nil { lines.append("keep it as you keep the messages: spamkit merge --private adds the noise") }
        return lines.joined(separator: "\n")
    }
}

extension PrivacyGuarantee {
    /// What it promises, without a stop.
    var sentence: String {
        let name = mechanism == .discreteGaussian ? "discrete Gaussian" : "discrete Laplace"
        // Never less than what is promised, and never more noise than there is.
        func above(_ value: Double) -> String { decimal((value * 1e4 * (1 - 1e-9)).rounded(.up) / 1e4, places: 4) }
        func below(_ value: Double) -> String { decimal((value * 1e4).rounded(.down) / 1e4, places: 4) }
        let bound = "epsilon \(above(epsilon)), " + (delta == 0 ? "no delta" : "delta \(delta)")
        return "\(bound), for all messages of one contributor; \(name) noise of deviation \(below(noise)) on "
            + "\(grouped(features)) features and the messages of each label, one contributor moves \(releases == 1 ? "them" : "each release") by at most "
            + "\(mechanism == .discreteGaussian ? "L2" : "L1") norm \(above(clip))"
            + (releases == 1 ? "" : "; \(releases) releases added up, as if all had the same contributors")
    }
}
