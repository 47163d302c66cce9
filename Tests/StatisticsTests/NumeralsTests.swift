import Statistics
import Testing

@Suite struct NumeralsTests {
    @Test(arguments: [
        (0.9318, 3, "0.932"), (-0.0004, 3, "0.000"), (-0.5, 0, "-1"), (0, 2, "0.00"), (1e9, 5, "1000000000.00000"),
        (1e300, 2, "1e+300"), (-1e300, 2, "-1e+300"), (.infinity, 4, "inf"), (.nan, 4, "nan"),
    ])
    func everyNumberPrints(value: Double, places: Int, text: String) {
        #expect(decimal(value, places: places) == text)
    }
}
