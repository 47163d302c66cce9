// Cards of models from anywhere: figures are derived from them, so counts have bounds.

import Foundation
import Testing

@testable import SpamFilter
@testable import SpamTraining

@Suite struct HostileCardTests {
    /// The card of a model that has these bytes as its card, all checksums right.
    private func card(_ json: String) throws -> ModelCard? {
        var classes = [Label.allow, .junk].map { ModelContent.Class(label: $0) }
        classes[1].vectors = [.init(bias: 0, scale: 0.1)]
        let content = ModelContent(
            settings: TokenizerSettings(), weighting: .count, classes: classes, features: [1], weights: [1],
            card: Array(json.utf8))
        return try content.encoded().withUnsafeBytes { ModelCard(try ModelView($0)) }
    }

    private func promise(_ changes: [String: Any] = [:], protected: [[String: Any]]? = nil) throws -> String {
        var promise: [String: Any] = [
            "bound": 0.01, "wanted": 100, "independentWanted": 50, "falseJunk": 1, "upperLimit": 0.02, "junk": 5, "found": 3,
            "unscored": 0,
        ]
        promise.merge(changes) { $1 }
        if let protected {
            let usual: [String: Any] = [
                "label": "promotion", "wanted": 100, "independentWanted": 50, "falseJunk": 1, "upperLimit": 0.02,
            ]
            promise["protectedLabels"] = protected.map { usual.merging($0) { $1 } }
        }
        let card: [String: Any] = [
            "trainedOn": [String](), "settings": [String: String](), "messages": [String: Int](), "falseJunk": promise,
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: card), as: UTF8.self)
    }

    @Test func plausiblePromisesAreRead() throws {
        let read = try #require(try card(promise(["upperLimit": 0.2], protected: [["bound": 0.001]]))?.falseJunk)
        #expect(read.independentFalseJunk > 0 && read.wantedNeeded ?? 0 > 0 && read.protectedLabels?.count == 1)
    }

    /// Limits of such counts would take minutes, or trap.
    @Test func countsAndRatesThatCannotBeAreNoCard() throws {
        let changes: [[String: Any]] = [
            ["independentWanted": Int.max], ["independentWanted": -1], ["wanted": 1 << 53, "independentWanted": 1 << 53],
            ["independentWanted": 101],
            ["falseJunk": -1], ["falseJunk": 101], ["upperLimit": 1.5], ["upperLimit": -0.1], ["bound": -1], ["bound": 1e300],
            ["found": 6], ["unscored": Int.min],
        ]
        for change in changes {
            #expect(try card(promise(change)) == nil, "\(change)")
            #expect(
                try change["bound"] != nil || change["found"] != nil || change["unscored"] != nil
                    || card(promise(protected: [change])) == nil, "\(change)")
        }
        #expect(try card(promise(protected: [[String: Any]](repeating: [:], count: 17))) == nil)
    }

    @Test func aCardIsAMebibyteAtMost() throws {
        func named(_ count: Int) -> String {
            "{\"trainedOn\":[],\"settings\":{},\"messages\":{},\"name\":\"\(String(repeating: "x", count: count))\"}"
        }
        #expect(try card(named(1000)) != nil)
        #expect(try card(named(1 << 20)) == nil)
    }
}
