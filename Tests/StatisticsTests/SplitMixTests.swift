// The random numbers are those of SplitMix64, and a shuffle is the same everywhere.

import Statistics
import Testing

@Suite struct SplitMixTests {
    /// Published for this seed with several implementations:
    /// https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
    @Test func theFirstNumbersArePublished() {
        var random = SplitMix(seed: 1_234_567)
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect(published.map { _ in random.next() } == published)
    }

    @Test func aShuffleKeepsEveryValueAndDependsOnTheSeedAlone() {
        let straight = Array(0..<100)
        func shuffled(_ seed: UInt64) -> [Int] {
            var values = straight
            var random = SplitMix(seed: seed)
            random.shuffle(&values)
            return values
        }
        #expect(shuffled(1) == shuffled(1) && shuffled(1) != shuffled(2) && shuffled(1) != straight)
        #expect(shuffled(1).sorted() == straight)
    }

    /// 6000 shuffles of three values: each of the six orders 1000 times, give or take five standard
    /// deviations (29).
    @Test func everyOrderIsAsLikely() {
        var random = SplitMix(seed: 3)
        var times: [[Int]: Int] = [:]
        for _ in 0..<6000 {
            var values = [0, 1, 2]
            random.shuffle(&values)
            times[values, default: 0] += 1
        }
        #expect(times.count == 6 && times.values.allSatisfy { abs($0 - 1000) < 145 })
    }

    @Test(arguments: [0, 1])
    func thereIsNothingToShuffle(count: Int) {
        var values = Array(0..<count)
        var random = SplitMix(seed: 1)
        random.shuffle(&values)
        #expect(values == Array(0..<count))
    }
}

extension SplitMixTests {
    /// Each of five numbers is chosen in 2 of 5 draws: 2000 of 5000, give or take five standard
    /// deviations (35).
    @Test func everyChoiceIsAsLikely() {
        var random = SplitMix(seed: 4)
        var times = [Int](repeating: 0, count: 5)
        for _ in 0..<5000 {
            let chosen = random.choose(2, of: 5)
            #expect(chosen.count == 2 && chosen == chosen.sorted())
            for i in chosen { times[i] += 1 }
        }
        #expect(times.allSatisfy { abs($0 - 2000) < 175 })
        #expect(random.choose(0, of: 0) == [] && random.choose(3, of: 3) == [0, 1, 2])
    }
}
