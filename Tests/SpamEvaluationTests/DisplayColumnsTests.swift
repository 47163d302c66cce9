import SpamEvaluation
import Testing

@Suite struct DisplayColumnsTests {
    @Test(arguments: [
        ("", 0), ("free", 4), ("무료", 4), ("免费", 4), ("カナ", 4), ("ｶﾅ", 2), ("ｆ", 2), ("e\u{301}", 1), ("a\u{200B}b", 2), ("🎁", 2),
        ("ㄷㅐ", 4),
        ("é", 1), ("Ω", 1), ("\u{1112}\u{1161}\u{11AB}", 2),
    ])
    func aTextIsAsWideAsATerminalShowsIt(text: String, expected: Int) {
        #expect(displayColumns(text) == expected)
    }
}
