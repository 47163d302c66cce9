// Evaluation: whether probabilities of junk are true. Log-odds in, losses and the reliability table
// out.

import Statistics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How far the probabilities of junk, p = 1 / (1 + e^-s) of the junk log-odds s, are from what came
/// true.
///
/// An infinite score is a probability of exactly 0 or 1. `logLoss` alone clips probabilities to
/// 2^-52 from 0 and 1, as scikit-learn's `log_loss` does: otherwise one such mistake would be an
/// infinite loss.
///
/// There is no table without messages, nor with a score that is not a number.
public struct CalibrationTable: Hashable, Sendable, Codable {
    /// Messages whose probability is in lower < p <= upper; the first bin has 0 too.
    public struct Bin: Hashable, Sendable, Codable {
        /// The beginning of the bin, which only the first holds itself.
        public let lower: Double
        /// The end of the bin, which belongs to it.
        public let upper: Double
        /// How many messages have a probability in the bin.
        public let count: Int
        /// The mean of p in the bin; a calibrated model has it equal to the share of junk. `nil` in
        /// an empty bin.
        @OrNull public internal(set) var meanPredicted: Double?
        /// The junk among the messages of the bin.
        public let junk: Rate
    }

    /// How many bins of equal width there are: 15, as in Guo, Pleiss, Sun & Weinberger, "On
    /// Calibration of Modern Neural Networks", 2017.
    public static let binCount = 15

    /// The mean of -ln p over junk and -ln (1 - p) over wanted messages, in nats.
    public let logLoss: Double
    /// The mean of (p - 1)^2 over junk and p^2 over wanted messages, in 0...1 (Brier 1950).
    public let brier: Double
    /// The expected calibration error, in 0...1: the mean over messages of |share of junk - mean p|
    /// of their bin.
    public let ece: Double
    /// All `binCount` bins, from 0 to 1, empty ones too.
    public let bins: [Bin]
}

/// What one score, that of all messages tied at it, adds to the sums.
struct CalibrationTerm {
    /// ln((1 - e) / e) of e = 2^-52.
    private static let largest = 36.043653389117154

    let probability: Double
    let junkLoss: Double
    let wantedLoss: Double
    let bin: Int

    init(logOdds: Double) {
        probability = CalibrationTerm.probability(logOdds)
        let s = min(max(logOdds, -CalibrationTerm.largest), CalibrationTerm.largest)
        // ln(1 + e^x), without overflow and without losing a small e^x.
        junkLoss = max(-s, 0) + log1p(exp(-abs(s)))
        wantedLoss = max(s, 0) + log1p(exp(-abs(s)))
        bin = CalibrationTerm.bin(of: probability)
    }

    /// 1 / (1 + e^-s), for negative s in the form that keeps small values.
    private static func probability(_ s: Double) -> Double {
        s >= 0 ? 1 / (1 + exp(-s)) : exp(s) / (1 + exp(s))
    }

    static func upperEdge(ofBin bin: Int) -> Double { Double(bin + 1) / Double(CalibrationTable.binCount) }

    private static func bin(of p: Double) -> Int {
        let count = CalibrationTable.binCount
        var bin = min(max(Int((p * Double(count)).rounded(.up)) - 1, 0), count - 1)
        // The product may round over an edge.
        if bin > 0, p <= upperEdge(ofBin: bin - 1) { bin -= 1 }
        if bin < count - 1, p > upperEdge(ofBin: bin) { bin += 1 }
        return bin
    }
}

/// Sums over messages, tie by tie, that make a table.
struct CalibrationSums {
    private var logLoss = 0.0
    private var brier = 0.0
    private var counts = [Int](repeating: 0, count: CalibrationTable.binCount)
    private var junk = [Int](repeating: 0, count: CalibrationTable.binCount)
    private var predicted = [Double](repeating: 0, count: CalibrationTable.binCount)

    mutating func add(_ term: borrowing CalibrationTerm, junk: Int, wanted: Int) {
        let p = term.probability, q = 1 - p
        let junkWeight = Double(junk), wantedWeight = Double(wanted)
        logLoss += junkWeight * term.junkLoss + wantedWeight * term.wantedLoss
        brier += junkWeight * q * q + wantedWeight * p * p
        counts[term.bin] += junk + wanted
        self.junk[term.bin] += junk
        predicted[term.bin] += (junkWeight + wantedWeight) * p
    }

    /// `nil` without messages.
    var table: CalibrationTable? {
        let n = counts.reduce(0, +)
        guard n > 0 else { return nil }
        let gaps = counts.indices.map { abs(Double(junk[$0]) - predicted[$0]) }
        return CalibrationTable(
            logLoss: logLoss / Double(n), brier: brier / Double(n), ece: gaps.reduce(0, +) / Double(n),
            bins: counts.indices.map { bin in
                CalibrationTable.Bin(
                    lower: bin == 0 ? 0 : CalibrationTerm.upperEdge(ofBin: bin - 1), upper: CalibrationTerm.upperEdge(ofBin: bin),
                    count: counts[bin], meanPredicted: counts[bin] > 0 ? predicted[bin] / Double(counts[bin]) : nil,
                    junk: Rate(junk[bin], of: counts[bin]))
            })
    }
}
