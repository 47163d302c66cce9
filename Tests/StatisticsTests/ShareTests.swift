// Shares as people write them.

import Statistics
import Testing

@Suite struct ShareTests {
    @Test(arguments: [
        ("0.002", 0.002), ("0.2%", 0.002), ("0.2 %", 0.002), ("1%", 0.01), ("0.1%", 0.001), ("100%", 1), ("0", 0), (".5", 0.5),
        ("1e-3", 0.001), ("1e1%", 0.1), ("-1%", -0.01),
    ])
    func aShareIsRead(text: String, share: Double) { #expect(Double(share: text) == share) }

    @Test(arguments: ["", "%", " %", "1 percent", "0,2%", "nan", "inf", "1%%", "nan%", "1  %"])
    func otherTextsAreNone(text: String) { #expect(Double(share: text) == nil) }
}
