// Answers, and what happens when the model's file changes.

import Foundation
import MessageFilterExtension
import SpamFilter
import SpamFilterIO
import Testing

@testable import DeferralServer

@Suite struct ServedModelTests {
    @Test(arguments: [
        (Words.junk, "junk", "null"), (Words.finance, "transaction", #""finance""#), ("see you at the harbour", "allow", "null"),
        (Words.unsure, "none", "null"),
    ])
    func anAnswerHasActionFolderProbabilityAndModel(text: String, action: String, folder: String) throws {
        let model = try ServedModel.sample()
        let answer = try model.answer(#"{"query":{"message":{"text":"\#(text)"}}}"#)
        let probability = try #require(answer.probability)
        #expect((0.34...1).contains(probability))
        let start = #"{"_version":1,"action":"\#(action)","subAction":\#(folder),"probability":0."#
        #expect(answer.json.hasPrefix(start))
        #expect(answer.json.hasSuffix(#","model":"\#(model.name)"}"#))
        let object = try #require(JSONSerialization.jsonObject(with: Data(answer.json.utf8)) as? [String: Any])
        #expect(abs(try #require(object["probability"] as? Double) - probability) < 1e-6)
    }

    @Test func theExtensionReadsTheAnswer() throws {
        let model = try ServedModel.sample()
        let answer = try model.answer(#"{"query":{"message":{"text":"\#(Words.finance)"}}}"#)
        #expect(try Answer(networkJSON: Data(answer.json.utf8)) == Answer(.transaction, .transactionalFinance))
    }

    @Test func aQueryWithoutTextIsAnsweredByNone() throws {
        let model = try ServedModel.sample()
        let answer = try model.answer(#"{"query":{"sender":"1"}}"#)
        #expect(answer.answer == .none && answer.probability == nil)
        #expect(answer.json.contains(#""probability":null"#))
    }

    @Test func aQueryThatIsUnusualHasTheSameAnswer() throws {
        let model = try ServedModel.sample()
        let usual = #"{"query":{"message":{"text":"\#(Words.junk)"}}}"#
        #expect(try model.answer(usual) == model.answer(#"{"x":[],"query":{"message":{"text":"\#(Words.junk)"}}}"#))
        #expect(throws: NetworkJSONError.notJSON) { try model.answer("[]") }
    }

    @Test func theNameTellsFilesApart() throws {
        let file = try TemporaryFile(sampleModel()), first = try ServedModel(file.path)
        try file.write(sampleModel(bias: -3))
        let second = try ServedModel(file.path)
        #expect(first.name != second.name)
        #expect(first.name.wholeMatch(of: /mine@[0-9a-f]{8}/) != nil)
    }

    @Test func manyQueriesAtOnceHaveTheirOwnAnswers() async throws {
        let model = try ServedModel.sample()
        try await withThrowingTaskGroup { tasks in
            for i in 0..<200 {
                tasks.addTask {
                    let text = i % 2 == 0 ? Words.junk : Words.finance
                    let answer = try model.answer(#"{"query":{"message":{"text":"\#(text)"}}}"#)
                    return answer.answer.action == (i % 2 == 0 ? .junk : .transaction)
                }
            }
            for try await isRight in tasks { #expect(isRight) }
        }
    }
}

@Suite struct ModelSlotTests {
    @Test func anotherFileAnswersAfterAReload() throws {
        let file = try TemporaryFile(sampleModel()), slot = try ModelSlot(file.path), before = slot.current
        #expect(!slot.hasChanged)
        try file.write(sampleModel(bias: -3))
        #expect(slot.hasChanged)
        #expect(try slot.reload().name != before.name)
        #expect(!slot.hasChanged && slot.current !== before)
    }

    @Test func aDamagedFileIsRefusedOnceAndTheModelStays() throws {
        let file = try TemporaryFile(sampleModel()), slot = try ModelSlot(file.path), before = slot.current
        var damaged = sampleModel()
        damaged[damaged.count - 1] ^= 1
        try file.write(damaged)
        #expect(slot.hasChanged)
        #expect(throws: ModelFileError.self) { try slot.reload() }
        #expect(slot.current === before && !slot.hasChanged)
    }

    @Test func aMissingFileIsWaitedFor() throws {
        let file = try TemporaryFile(sampleModel()), slot = try ModelSlot(file.path)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(!slot.hasChanged)
        try file.write(sampleModel())
        #expect(slot.hasChanged)
    }
}
