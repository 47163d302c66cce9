// Answers, and what happens when the model's file changes.

import Foundation
import MessageFilterExtension
import Testing

@testable import DeferralServer
@testable import SpamFilter
@testable import SpamFilterIO

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

    @Test func aMessageWithoutACountryIsOfThePhonesThatAsk() throws {
        let sender = "+447911123456", home = Message(body: "maybe", sender: sender, receiverCountry: "GB")
        let file = try TemporaryFile(sampleModel(learned: home))
        let plain = try ServedModel(file.path), ofPhones = try ServedModel(file.path, country: "GB")
        let query = #"{"query":{"sender":"\#(sender)","message":{"text":"maybe"}}}"#
        let expected = plain.answer(home)
        #expect(try plain.answer(query) != expected)
        for json in [query, query.replacing("{\"query\"", with: "{\"x\":[],\"query\"")] {
            #expect(try ofPhones.answer(json) == expected)
        }
        var abroad = home
        abroad.receiverCountry = "KR"
        #expect(ofPhones.answer(abroad) == plain.answer(abroad) && ofPhones.answer(abroad) != expected)
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
        #expect(throws: ModelRefusal.self) { try slot.reload() }
        #expect(slot.current === before && !slot.hasChanged)
    }

    /// A model of a number, with a signature that no key made.
    private func numbered(_ sequence: UInt64, bias: Float = -2) throws -> [UInt8] {
        try UnsignedFile(sampleModel(bias: bias), sequence: sequence, key: KeyID(rawValue: 7)).signed(
            Array(repeating: 1, count: 64))
    }

    @Test func onlyModelsInOrderAreTaken() throws {
        let file = try TemporaryFile(numbered(6)), before = try ModelSlot(file.path).current
        #expect(before.sequence == 6)
        func refusal(_ bytes: [UInt8], _ terms: ModelTerms = ModelTerms()) throws -> ModelRefusal? {
            try file.write(bytes)
            do throws(ModelRefusal) {
                _ = try terms.open(file.path, after: before)
                return nil
            } catch { return error }
        }
        func rollback(_ newest: UInt64, _ found: UInt64) -> ModelRefusal {
            .outOfOrder(path: file.path, .rollback(newest: newest, found: found))
        }
        #expect(try refusal(numbered(5)) == rollback(6, 5))
        #expect(try refusal(sampleModel()) == rollback(6, 0))
        #expect(try refusal(numbered(6, bias: -3)) == nil && refusal(numbered(7)) == nil)
        let free = ModelTerms(leastSequence: 5, allowsRollback: true)
        #expect(try refusal(numbered(5), free) == nil && refusal(numbered(4), free) == rollback(5, 4))
    }

    @Test func withKeysNobodyElsesModelIsTaken() throws {
        let file = try TemporaryFile(sampleModel())
        let key = try #require(PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="))
        for keys in [[key], []] {
            #expect(throws: ModelRefusal.unusable(.content(path: file.path, .unsigned))) {
                try ModelSlot(file.path, ModelTerms(signedBy: keys))
            }
        }
        try file.write(numbered(6))
        #expect(throws: ModelRefusal.self) { try ModelSlot(file.path, ModelTerms(signedBy: [key])) }
    }

    @Test func aFileThatCouldNotBeReadIsTriedAgain() throws {
        let file = try TemporaryFile(sampleModel()), slot = try ModelSlot(file.path)
        try file.write(sampleModel(bias: -3))
        for (code, lasts) in [(EACCES, false), (EMFILE, false), (EISDIR, true)] {
            let refusal = ModelRefusal.unusable(.file(FileError("open", file.path, code: code)))
            #expect(refusal.isLasting == lasts)
        }
        #expect(slot.hasChanged)
        _ = try slot.reload()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        #expect(slot.hasChanged, "a change of permissions")
    }

    @Test func aMissingFileIsWaitedFor() throws {
        let file = try TemporaryFile(sampleModel()), slot = try ModelSlot(file.path)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(!slot.hasChanged)
        try file.write(sampleModel())
        #expect(slot.hasChanged)
    }
}
