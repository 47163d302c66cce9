// Texts that begin in a period, and when they are more than usual.

import Foundation
import Statistics
import Testing

@testable import Drift

@Suite struct BeginningTextsTests {
    private let day = 86_400

    /// Ten days of old texts; `new` is how many others begin on each, each with twelve messages.
    private func survey(_ new: [Int], inOrder days: [Int]? = nil) -> DriftReport {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .day)
        for date in days ?? Array(new.indices) {
            let texts =
                (0..<60).map { "old \($0 % 6)x words" }
                + (0..<12 * new[date]).map { "new text \(date) \(letters($0 / 12)) \($0)" }
            for text in texts {
                survey.add(stream.next(), time: 20_000 * day + date * day, text: masked(text, date), place: "day \(date)")
            }
        }
        return survey.report()
    }

    /// A digit is masked, so texts are told apart by letters.
    private func letters(_ number: Int) -> String { String(repeating: "z", count: number) + "!" }
    private func masked(_ text: String, _ date: Int) -> String { text.replacing("text \(date)", with: "text \(letters(date))") }

    @Test(arguments: [
        ([0, 0, 0, 0, 20, 0], [false, false, false, false, true, false]),
        // As many begin each day, or one and a half times as many.
        ([9, 9, 9, 9, 9, 9], [false, false, false, false, false, false]),
        ([20, 20, 20, 20, 30, 20], Array(repeating: false, count: 6)),
        // Nothing is known before the second day, and little before the third.
        ([0, 20], [false, false]), ([0, 0, 3], [false, false, false]),
        // A single text after so few days may be chance.
        ([0, 0, 0, 0, 1, 0], Array(repeating: false, count: 6)),
    ])
    func aDayIsNamedIfMoreTextsBeginThanUsual(new: [Int], alarms: [Bool]) {
        let report = survey(new)
        #expect(report.periods.map { $0.beginning?.isAlarm ?? false } == alarms)
        #expect(report.periods[0].beginning == nil && report.periods[1].beginning?.usual == nil)
        #expect(report.periods.dropFirst().map { $0.beginning!.texts } == Array(new.dropFirst()))
        #expect((report.answer == .differs) == alarms.contains(true))
        #expect(report.sentence.contains("Label some of them") == alarms.contains(true))
        // Of the second day nobody can tell, unless later days are alike.
        let isUndecided = report.sentence.contains("begin, 80.0 % of its messages; two periods before it would tell")
        #expect(isUndecided == (new == [0, 20]), "\(report.sentence)")
    }

    @Test func theOrderOfTheFileDoesNotMatter() throws {
        let new = [2, 0, 0, 1, 20, 0], one = survey(new), other = survey(new, inOrder: [4, 2, 5, 0, 1, 3])
        #expect(one.periods.map(\.beginning) == other.periods.map(\.beginning))
        #expect(one.periods.map(\.goingOn) == other.periods.map(\.goingOn))
        let alarm = one.periods[4]
        #expect(alarm.beginning == other.periods[4].beginning && alarm.groups.count == 10)
        #expect(alarm.groups.allSatisfy { $0.messages == 12 && $0.places == ["day 4"] && $0.text == nil })
        #expect(one.sentence.hasPrefix("In 2024-10-08 20 texts begin, 80.0 % of its messages (before: 6."), "\(one.sentence)")
        let begin = try #require(
            (JSONSerialization.jsonObject(with: JSONEncoder().encode(one)) as? [String: Any])?["periods"] as? [[String: Any]])
        #expect(begin[4]["answer"] as? String == "differs")
        #expect((begin[4]["beginning"] as? [String: Any])?["texts"] as? Int == 20 && begin[0]["beginning"] == nil)
    }

    /// A text begins on the second of five days, goes on, and never ends.
    @Test(arguments: [[0, 1, 2, 3, 4], [4, 1, 0, 3, 2], [2, 3, 4, 1, 0]])
    func whatBeganGoesOn(days: [Int]) {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .day)
        for date in days {
            for place in 0..<100 {
                // Old texts, one that is too rare at first, and one that begins.
                let text = place < 70 ? "old words" : place < 75 ? "rare at first" : "begins"
                let shown = date == 0 && place >= 70 ? "old words" : date == 1 && place == 74 ? "once" : text
                survey.add(stream.next(), time: 20_000 * day + date * day, text: shown)
            }
        }
        let periods = survey.report().periods
        #expect(periods.map { $0.beginning?.messages } == [nil, 25, 0, 0, 0])
        #expect(periods.map(\.goingOn) == [nil, 0, 0.25, 0.25, 0.25])
    }

    @Test func withoutPeriodsOrTextsNoneBegins() {
        var stream = Stream(seed: 4), survey = DriftSurvey(trained, by: .day)
        for date in 0..<4 { for _ in 0..<50 { survey.add(stream.next(), time: date * day) } }
        #expect(survey.report().periods.allSatisfy { $0.beginning == nil && $0.groups.isEmpty })
    }

    @Test func memoryIsBoundedAndSaysFromWhenOn() {
        var memory = TextMemory(most: 100)
        for text in 0..<250 as Range<UInt64> {
            for _ in 0..<10 {
                memory.add(text, in: Int(text / 60), isEarlier: <) {
                    TextMemory.Sample(unknown: 0, action: "allow", place: "", text: nil)
                }
            }
        }
        #expect(memory.fullIn == 1)
        #expect(memory.beginning().mapValues(\.count) == [0: 60, 1: 40])
    }
}
