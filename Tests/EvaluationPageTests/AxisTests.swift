import Testing

@testable import EvaluationPage

@Suite struct AxisTests {
    @Test func sharesAreInTheirPlaces() {
        let axis = Axis.share("x, %")
        #expect([0, 0.25, 1, -1, 2].map(axis.place(of:)) == [0, 0.25, 1, 0, 1])
        #expect(axis.ticks.map(\.label) == ["0", "20", "40", "60", "80", "100"])
    }

    @Test(arguments: [(1, "1"), (100, "1"), (101, "0.1"), (3000, "0.01"), (50_000_000, "0.001")])
    func smallSharesReachDownToOneMessage(count: Int, lowest: String) {
        let axis = Axis.smallShare("x, %", of: count)
        #expect(axis.ticks[0].label == "0" && axis.place(of: 0) == 0)
        #expect(axis.ticks[1].label == lowest)
        let places = axis.ticks.map { axis.place(of: $0.value) }
        #expect(places == places.sorted() && places.last == 1 && places[1] > 0)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 4425, 999_999, Int.max])
    func countsHaveFewTicksAndRoomForTheMost(most: Int) {
        let axis = Axis.counts("messages", upTo: most)
        #expect((2...5).contains(axis.ticks.count))
        #expect(axis.place(of: 0) == 0 && axis.place(of: Double(axis.ticks.last!.value)) == 1)
        #expect(most > 1_000_000_000_000 || axis.ticks.last!.value >= Double(most))
    }

    @Test func placesGoBackToValues() {
        for axis in [Axis.share("x"), .smallShare("x", of: 5000)] {
            for place in [0, 0.1, 0.5, 1] { #expect(abs(axis.place(of: axis.value(at: place)) - place) < 1e-12) }
        }
    }
}
