// Private counts: what can be wrong with a plan, with contributions and with releases. No text of a
// message is shown, and no name of a contributor.

import SpamFilter
import Statistics

/// Why private counts cannot be made, added up or learned from.
public enum PrivateCountsError: Error, Equatable, CustomStringConvertible {
    /// The bytes are no file of this kind.
    case file(CountsError)
    /// A file of another kind, such as a plan in place of contributions; both as words of a
    /// sentence.
    case otherFile(expected: String, found: String)
    /// There are no public counts, or none with a feature.
    case noPublicFeatures
    /// More features than a plan may have.
    case tooManyFeatures(asked: Int, most: Int)
    /// A plan needs two labels or more, each counted once.
    case tooFewLabels(found: Int)
    /// A bound that no plan may have.
    case clip(asked: Double, allowed: ClosedRange<Double>)
    /// The name of the source is empty or too long, in bytes of UTF-8.
    case source(bytes: Int, most: Int)
    /// A contribution needs the contributor's name, and it is empty.
    case contributorName
    /// Made with another plan: other features, labels, bound or noise.
    case otherPlan
    /// A contributor is in the sum already.
    case contributorTwice
    /// More contributors than a sum may have.
    case tooManyContributors(most: Int)
    /// A contribution of more than the plan's bound: made or altered by another program.
    case aboveClip
    /// There is nothing to add up or to release.
    case noContributions
    /// An epsilon that no release may have.
    case epsilon(asked: Double, allowed: ClosedRange<Double>)
    /// A delta that no release may have. `expectsNone` with Laplace noise, whose delta is 0.
    case delta(asked: Double, allowed: ClosedRange<Double>, expectsNone: Bool)
    /// No noise that can be drawn is enough.
    case tooMuchNoise
    /// A release is in the sum already.
    case releaseTwice
    /// More releases than a sum may have.
    case tooManyReleases(most: Int)
    /// A sum is larger than a file may hold.
    case tooLarge
    /// Nothing is above the noise: of a label, or, where it is `nil`, of any feature.
    case onlyNoise(label: Label?)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .otherFile(let expected, let found):
            "expected \(expected), found \(found); a plan is public, contributions follow it, and a release is their sum with noise"
        case .noPublicFeatures:
            "expected public counts to take features from, found none with a feature; count a public corpus first"
        case .tooManyFeatures(let asked, let most): "expected 1 to \(most) features, found \(asked); ask for another number"
        case .tooFewLabels(let found): "expected two labels or more to count, found \(found); name more"
        case .clip(let asked, let allowed):
            "expected a bound of one contributor in \(allowed.lowerBound)...\(allowed.upperBound), found \(asked); name another"
        case .source(let bytes, let most):
            "expected a source with a name of 1 to \(most) bytes in UTF-8, found \(bytes) bytes; give it another"
        case .contributorName:
            "expected a name of the contributor that no other has, found none; give one that stays the same"
        case .otherPlan:
            "expected files of one plan, found different plans: their features or bounds are others; count again with one plan"
        case .contributorTwice:
            "expected every contributor once, found one in several files: it would be protected half as well; "
                + "leave one of the files out"
        case .tooManyContributors(let most): "expected at most \(most) contributors, found more; release them in parts"
        case .aboveClip:
            "expected contributions within the bound of the plan, found a larger one, which noise would not protect; "
                + "leave it out, or have it counted again"
        case .noContributions: "expected contributions to add up, found none; give some"
        case .epsilon(let asked, let allowed):
            "expected an epsilon in \(allowed.lowerBound)...\(allowed.upperBound), found \(asked); "
                + "1 is strong, 8 is weak, more says little"
        case .delta(let asked, _, expectsNone: true):
            "expected no delta, or 0, as the plan's Laplace noise needs none, found \(asked); leave it out"
        case .delta(let asked, let allowed, expectsNone: false):
            "expected a delta in \(allowed.lowerBound)...\(allowed.upperBound), found \(asked); "
                + "take much less than one divided by the contributors"
        case .tooMuchNoise:
            "expected noise of a scale below 2^48 units, found that more is needed; "
                + "allow a larger epsilon or delta, or make a plan with a lower bound of one contributor"
        case .releaseTwice:
            "expected every release once, found one in several files: its people would count twice; leave one out"
        case .tooManyReleases(let most): "expected at most \(most) releases, found more; release the contributions together"
        case .tooLarge: "expected sums that fit 64 bits, found larger ones; leave files out that hold impossible numbers"
        case .onlyNoise(let label):
            "expected counts above their noise"
                + (label.map { ", found none of \($0)" } ?? ", found no feature")
                + "; gather more contributors, allow a larger epsilon, or make a plan with fewer features"
        }
    }
}
