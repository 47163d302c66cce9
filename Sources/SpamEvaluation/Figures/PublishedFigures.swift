// Evaluation: the figures of published tables under their names there, in percent, so that results can be set beside them.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What TREC's spam track and Almeida's papers print; `Figure` names the sources. In 0...100; unsure is not Junk. What is undefined is null.
public struct PublishedFigures: Hashable, Sendable, Codable {
    /// Wanted messages in Junk.
    @OrNull public internal(set) var hm: Double?
    /// Junk that is not in Junk.
    @OrNull public internal(set) var sm: Double?
    /// The logistic average of both: 100 / (1 + e^-x) of x = (logit(hm / 100) + logit(sm / 100)) / 2, logit(p) = ln(p / (1 - p)).
    ///
    /// Without one kind of mistake it is 0, whatever the other: TREC smooths nothing. Undefined where one is 0 and the other 100.
    @OrNull public internal(set) var lam: Double?
    /// 100 - 100 AUC. Some tables print it with three decimals as (1-ROCA) %.
    @OrNull public internal(set) var oneMinusROCA: Double?
    /// Junk caught: 100 - `sm`.
    @OrNull public internal(set) var sc: Double?
    /// Wanted messages blocked: `hm`.
    @OrNull public internal(set) var bh: Double?

    init(_ figures: Figures) {
        let falseJunk = figures.confusion.falseJunk, missedJunk = figures.confusion.missedJunk
        hm = falseJunk.value(of: 100)
        sm = missedJunk.value(of: 100)
        lam = PublishedFigures.logisticAverage(falseJunk.value, missedJunk.value).map { 100 * $0 }
        oneMinusROCA = figures.ranking.auc.map { 100 * (1 - $0) }
        sc = figures.confusion.figures(of: .junk).recall.value(of: 100)
        bh = hm
    }

    private static func logisticAverage(_ a: Double?, _ b: Double?) -> Double? {
        guard let a, let b else { return nil }
        let mean = (log(a / (1 - a)) + log(b / (1 - b))) / 2
        return mean.isNaN ? nil : 1 / (1 + exp(-mean))
    }
}
