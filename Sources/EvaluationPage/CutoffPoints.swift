// Page: the points that the slider moves through, as the script reads them. Operating points in,
// JSON out.

import Foundation
import SpamEvaluation

/// What page.js reads.
struct CutoffPoints: Encodable {
    private let junk: Int
    private let wanted: Int
    /// Index of the point of the model's own cutoff.
    private let own: Int
    private let ownCutoff: Double?
    /// Index of the point of the cutoff from which a message is unsure.
    private let unsure: Int
    /// Messages from that cutoff on, in Junk or not.
    private let unsureJunk: Int
    private let unsureWanted: Int
    private let cutoffs: [Double?]
    private let caught: [Int]
    private let lost: [Int]
    private let roc: [[Double]?]
    private let precision: [[Double]?]

    init(
        _ curve: OperatingCurve, own: Int, ownCutoff: Double, unsure: Int, _ here: CutoffTables, roc: [[Double]?],
        precision: [[Double]?]
    ) {
        (junk, wanted) = (curve.junk, curve.wanted)
        (self.own, self.ownCutoff, self.unsure) = (own, finite(ownCutoff), unsure)
        unsureJunk = here.own.junkCaught + here.unsureJunk
        unsureWanted = here.own.wantedCalledJunk + here.unsureWanted
        cutoffs = curve.points.map { finite($0.cutoffLogOdds) }
        caught = curve.points.map(\.junkCaught)
        lost = curve.points.map(\.wantedCalledJunk)
        (self.roc, self.precision) = (roc, precision)
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // All numbers are finite.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }
}

/// To the third decimal or better; `nil` for what JSON has no number for.
private func finite(_ cutoff: Double) -> Double? {
    guard cutoff.isFinite else { return nil }
    return abs(cutoff) < 1e9 ? (cutoff * 1e4).rounded() / 1e4 : cutoff
}
