// Batches: lines in pieces, and their answers.

import Foundation
import SpamFilter
import Testing

@testable import DeferralServer

@Suite struct LineSplitterTests {
    private func lines(_ pieces: [String], most: Int = 10) -> [LineSplitter.Line] {
        var splitter = LineSplitter(mostLineBytes: most), found: [LineSplitter.Line] = []
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { splitter.add($0) { found.append($0) } } }
        splitter.finish { found.append($0) }
        return found
    }

    @Test(arguments: [["ab\ncd\r\n\n e"], ["a", "b", "\nc", "d\r", "\n", "\n", " e"], ["ab\ncd\r\n\n", " e"]])
    func linesAreTheSameHoweverTheyArrive(pieces: [String]) {
        #expect(lines(pieces) == [.line(Data("ab".utf8)), .line(Data("cd".utf8)), .blank, .line(Data(" e".utf8))])
    }

    @Test func aLineThatIsTooLongIsDroppedAlone() {
        #expect(lines(["a\n", "0123456789", "0123", "456\nb\n"]) == [.line(Data("a".utf8)), .tooLong, .line(Data("b".utf8))])
        #expect(lines(["0123456789x"]) == [.tooLong])
    }

    @Test func nothingIsNoLine() {
        #expect(lines([]) == [])
        #expect(lines(["a\n"]) == [.line(Data("a".utf8))])
    }
}

@Suite struct BatchLineTests {
    private func answer(_ line: String) throws -> [String: Any] {
        let model = try ServedModel.sample()
        let text = model.answer(line: Data(line.utf8), row: 7)
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test(arguments: [(#""a-17""#, "a-17"), (#""q\"\\\u0000""#, "q\"\\\u{0}")])
    func anAnswerHasTheRowAndTheMessagesOwnID(id: String, text: String) throws {
        let found = try answer(#"{"id":\#(id),"text":"\#(Words.junk)","sender":"1","country":"US"}"#)
        #expect(found["row"] as? Int == 7 && found["id"] as? String == text && found["action"] as? String == "junk")
    }

    @Test func aWholeNumberIsAnIDToo() throws {
        #expect(try answer(#"{"id":90071992547409931,"text":""}"#)["id"] as? Int == 90_071_992_547_409_931)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"text":7}"#, #"{"text":"a","id":1.5}"#, "secret words", #"{"text":"a","secret":1,"secret":2}"#,
    ])
    func aLineThatCannotBeReadIsAnsweredInItsPlace(line: String) throws {
        let found = try answer(line)
        #expect(found["row"] as? Int == 7 && found["action"] == nil)
        #expect((found["error"] as? String)?.hasPrefix("expected") == true)
        #expect((found["error"] as? String)?.contains("secret") == false)
    }
}

@Suite struct OpenAPIDocumentTests {
    @Test func theDocumentIsJSONAndHasEveryRoute() throws {
        let document = try #require(JSONSerialization.jsonObject(with: Data(OpenAPIDocument.json.utf8)) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        let operations = Set(paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String })
        #expect(operations == Set(ServerRoute.allCases.map(\.rawValue)).subtracting(["other"]))
    }
}
