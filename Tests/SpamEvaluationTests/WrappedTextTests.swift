// Texts as lines of a terminal: how wide they are, and where they break.

import Testing

@testable import SpamEvaluation

@Suite struct WrappedTextTests {
    @Test(arguments: [
        ("one two three", 8, "one two\nthree"),
        ("abcdefghij", 4, "abcd\nefgh\nij"),
        ("a\n\nb", 8, "a\n\nb"),
        ("up to 5 % more", 9, "up to 5 %\nmore"),
        // A wide character takes two columns, and a line may end behind any.
        ("垃圾短信", 5, "垃圾\n短信"),
        // But none begins with a sign of the word before.
        ("垃圾, 垃圾", 4, "垃\n圾,\n垃圾"),
        ("垃圾短信.", 8, "垃圾短\n信."),
        ("垃圾,", 5, "垃圾,"),
        ("垃圾短信。", 8, "垃圾短\n信。"),
    ])
    func linesBreakBetweenWords(text: String, columns: Int, lines: String) {
        #expect(wrapped(text, to: columns) == lines)
    }

    @Test func laterLinesAreIndented() {
        #expect(wrapped("one two three", to: 10, indent: "  ", after: 4) == "one\n  two\n  three")
    }
}
