// Groups of messages in memory: those that a split by template keeps together.

import Corpus
@testable import CorpusStore
import SpamFilter
import Testing

@Suite struct TemplateGroupTests {
    private func row(_ text: String, source: String = "a", group: String? = nil, groupNumber: Int64? = nil) -> LabeledMessage {
        var row = LabeledMessage(Message(body: text), .allow, source: source, group: group)
        row.groupNumber = groupNumber
        return row
    }

    private func groups(_ rows: [LabeledMessage], keepsGroups: Bool = false) -> [Int] {
        Groups.places(of: rows, keepsGroups: keepsGroups)
    }

    private let parcel = "your parcel waits for you at the front desk of the building until nine in the evening"

    @Test func nearDuplicatesAreOfOneGroup() {
        let dinner = row("dinner tomorrow at the old harbour, bring a coat and the keys of the boat please")
        #expect(groups([row(parcel), dinner, row(parcel.replacing("nine", with: "five"))]) == [0, 1, 0])
    }

    /// Digits inside words tell messages apart: words that stand for others, such as `w12`, have
    /// them too.
    @Test func digitsOfWordsMakeATemplate() {
        let texts = ["w12 w7 w93 w4", "See you at nine 5", "w3 w8 w15 w6", "see YOU at nine 7"]
        #expect(groups(texts.map { row($0) }) == [0, 1, 2, 1])
    }

    /// Whatever the corpora call their templates.
    @Test func namesDoNotHideNearDuplicates() {
        #expect(groups([row(parcel, group: "y"), row(parcel, source: "b", group: "x")]) == [0, 0])
    }

    @Test func templatesOfOneNameAreOfOneGroup() {
        let rows = [
            row(parcel, group: "t1"), row("equally unlike all of it", source: "b", group: "t1"), row("none", group: "t2"),
        ]
        #expect(groups(rows) == [0, 0, 2])
    }

    /// What a split put on two sides is not one group for a later search.
    @Test func groupsOfAStoreStayAsTheyAre() {
        let rows = [row(parcel, groupNumber: 1), row(parcel, groupNumber: 2), row("unlike these", groupNumber: 1), row(parcel)]
        #expect(groups(rows, keepsGroups: true) == [0, 1, 0, 0])
        #expect(groups(rows) == [0, 0, 2, 0])
    }
}
