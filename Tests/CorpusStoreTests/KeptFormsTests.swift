// Dates, times of day and sums stay, with what usually stands beside them; and what goes on as a
// number is none of them.

import SpamFilter
import Testing

@testable import CorpusStore

@Suite struct KeptFormsTests {
    @Test(arguments: [
        "2024-05-01 12:30:15 1,250,000", "12:30:15 2024-05-01", "1,250,000 12:30", "KRW 1,250,000 2024-05-01",
        "USD 1,250.00 (12:30)", "10,000-20,000 points", "12,500-15,000", "01.05.2024-31.05.2024", "1/5/2024-31/5/2024",
        "2024.05.01-2024.05.31", "2024-05-01-2024-05-31", "2024-05-01 - 2024-05-31", "1,250,000 1,000 500,000",
    ])
    func theyStay(text: String) {
        #expect(Masker(Masking(seed: 3)).masked(Message(body: text)).body == text)
    }

    @Test(arguments: [
        "06:12:34:56:78", "2024-05-01-12345", "1,250,000 555 0199", "01.05.2024.11", "123,456-7890", "2024/05/01/2345",
    ])
    func whatGoesOnIsANumber(text: String) {
        #expect(Masker(Masking(seed: 3)).masked(Message(body: text)).body != text)
    }

    /// Numbers of two places may be one: no five digits of it are left, read across.
    @Test func noFiveDigitsAreLeftAcrossPlaces() {
        func runs(_ text: String) -> Set<String> {
            let digits = text.unicodeScalars.compactMap { Digits.value($0) }.map(String.init)
            return Set((0..<max(0, digits.count - 4)).map { digits[$0..<$0 + 5].joined() })
        }
        var invented = Invented(seed: 9)
        for seed in 0..<200 {
            let digits = (0..<21).map { _ in invented.next(10) }
            let text = stride(from: 0, to: 21, by: 4).map { digits[$0..<min(21, $0 + 4)].map(String.init).joined() }
                .joined(separator: "\u{202F}")
            let masked = Masker(Masking(seed: UInt64(seed))).masked(Message(body: text)).body
            #expect(runs(text).isDisjoint(with: runs(masked)), "\(text) -> \(masked)")
        }
    }
}
