// Evaluation: both kinds of mistake as one number, as TREC's spam track has it. Counts in, a rate
// out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ConfusionTable {
    /// The logistic average of false junk a and missed junk b, in 0...1:
    ///
    ///     1 / (1 + e^-x), x = (logit(a) + logit(b)) / 2, logit(p) = ln(p / (1 - p))
    ///
    /// Without one kind of mistake it is 0: TREC smooths nothing. `nil` where one of them is
    /// undefined, or one is 0 and the other 1.
    public var logisticAverage: Double? {
        guard let a = falseJunk.value, let b = missedJunk.value else { return nil }
        let mean = (log(a / (1 - a)) + log(b / (1 - b))) / 2
        return mean.isNaN ? nil : 1 / (1 + exp(-mean))
    }
}
