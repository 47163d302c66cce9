import Testing

@testable import SpamTraining

/// Which rows are visited when.
@Suite struct VisitScheduleTests {
    @Test func activeRowsUntilAllAreSettledThenAllAgain() {
        var schedule = VisitSchedule(rowCount: 4, settled: 0.01)
        #expect(schedule.isFirst && schedule.active == [0, 1, 2, 3])
        schedule.advance(gain: 100, unsettled: [3, 1])
        #expect(!schedule.isFirst && schedule.active == [1, 3])
        schedule.advance(gain: 10, unsettled: [3])
        #expect(schedule.active == [3])
        schedule.advance(gain: 1, unsettled: [])
        #expect(schedule.active == [0, 1, 2, 3] && !schedule.isDone)
        // A part of 11.2, what all but the first gained; a hundredth of it would be little.
        schedule.advance(gain: 0.2, unsettled: [0])
        #expect(schedule.active == [0] && !schedule.isDone)
        schedule.advance(gain: 0.1, unsettled: [])
        schedule.advance(gain: 0.1, unsettled: [2])
        #expect(schedule.isDone)
    }

    /// The very first pass over all is no sign that rows are settled, however little it gains.
    @Test func theFirstPassIsNotTheLast() {
        var schedule = VisitSchedule(rowCount: 2, settled: 1)
        schedule.advance(gain: 0, unsettled: [])
        #expect(!schedule.isDone && schedule.active == [0, 1])
        schedule.advance(gain: 0, unsettled: [])
        #expect(schedule.isDone)
    }

    @Test func rowsThatNeverSettleDoNotKeepTheOthersOut() {
        var schedule = VisitSchedule(rowCount: 3, settled: 0.01), sizes: [Int] = []
        for _ in 0..<44 {
            sizes.append(schedule.active.count)
            schedule.advance(gain: 1, unsettled: [2])
        }
        #expect(sizes.enumerated().filter { $0.element == 3 }.map(\.offset) == [0, 20, 41])
    }

    /// Of a hundred what the last pass over all gains: the part that may be left, by the number of
    /// rows.
    @Test(arguments: [(10, 1.0), (100_000, 1), (400_000, 4), (1_000_000, 10), (2_500_000, 20)])
    func manyRowsEndSooner(rows: Int, part: Double) {
        func isDone(_ last: Double) -> Bool {
            var schedule = VisitSchedule(rowCount: rows, settled: 0.01)
            schedule.advance(gain: 1000, unsettled: [0])
            schedule.advance(gain: 100 - last, unsettled: [])
            schedule.advance(gain: last, unsettled: [])
            return schedule.isDone
        }
        #expect(isDone(part * 0.99) && !isDone(part * 1.01))
    }
}
