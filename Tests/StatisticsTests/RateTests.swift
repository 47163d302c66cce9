import Foundation
import Statistics
import Testing

@Suite struct RateTests {
    @Test(arguments: [
        (Rate(1204, of: 1292), "0.932 [0.917, 0.944] 1,204/1,292"),
        (Rate(0, of: 150), "0.000 [0.000, 0.025] 0/150"),
        (Rate(1_000_007, of: 1_000_007), "1.000 [1.000, 1.000] 1,000,007/1,000,007"),
        (Rate(0, of: 0), "undefined (0 of 0)"),
    ])
    func printsWithCountsAndInterval(rate: Rate, expected: String) {
        #expect(rate.description == expected)
    }

    @Test func outOfNothingIsUndefined() {
        #expect(Rate(0, of: 0).value == nil)
        #expect(Rate(0, of: 0).interval95 == nil)
    }

    @Test func jsonHoldsCountsRateAndLimits() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let half = String(decoding: try encoder.encode(Rate(1, of: 2)), as: UTF8.self)
        #expect(half.hasPrefix(#"{"count":1,"lower":0.0945"#) && half.contains(#""of":2,"rate":0.5,"upper":0.905"#))
        let undefined = String(decoding: try encoder.encode(Rate(0, of: 0)), as: UTF8.self)
        #expect(undefined == #"{"count":0,"lower":null,"of":0,"rate":null,"upper":null}"#)
    }

    @Test func impossibleCountsInJSONAreRejected() {
        for json in [#"{"count":3,"of":2}"#, #"{"count":-1,"of":2}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Rate.self, from: Data(json.utf8)) }
        }
    }
}
