// Every value of Apple's that the adapter passes on.

import Foundation
import IdentityLookupShim
import Testing

@testable import MessageFilterExtension
@testable import SpamFilter

@Suite struct SystemValueTests {
    /// Apple's declarations: type, member, raw value.
    private static func facts() throws -> [(type: String, member: String, raw: String)] {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("IdentityLookup/facts.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { $0.components(separatedBy: "\t") }
        return rows.dropFirst().map { ($0[1], $0[2], $0[6]) }
    }

    @Test func valuesAreApplesAndOurs() throws {
        var checked = 0
        for fact in try SystemValueTests.facts() {
            guard let raw = Int(fact.raw), fact.member != "filter" else { continue }
            let values: [Any?] =
                switch fact.type {
                case "ILMessageFilterAction": [ILMessageFilterAction(rawValue: raw), Action(rawValue: raw)]
                case "ILMessageFilterSubAction": [ILMessageFilterSubAction(rawValue: raw), SubAction(rawValue: raw)]
                case "ILMessageFilterError.Code": [ILMessageFilterError.Code(rawValue: raw)]
                case "ILClassificationAction": [ILClassificationAction(rawValue: raw)]
                default: []
                }
            for value in values { #expect(value.map { "\($0)" } == fact.member, "\(fact)") }
            checked += values.isEmpty ? 0 : 1
        }
        #expect(checked == 5 + 13 + 5 + 4)
    }

    @Test func neitherSideHasAValueTheOtherLacks() {
        for raw in -1...30_000 {
            #expect((Action(rawValue: raw) == nil) == (ILMessageFilterAction(rawValue: raw) == nil))
            #expect((SubAction(rawValue: raw) == nil) == (ILMessageFilterSubAction(rawValue: raw) == nil))
        }
    }

    /// Written out, not derived: which pairs the system knows.
    private static let valid: [Action: ClosedRange<Int>] = [.transaction: 10000...10008, .promotion: 20000...20002]

    @Test(arguments: Action.allCases, SubAction.allCases)
    func aWrongPairLosesTheSubActionAlone(action: Action, subAction: SubAction) {
        let response = ILMessageFilterQueryResponse(Answer(action, subAction))
        #expect(response.action.rawValue == action.rawValue)
        let belongs = SystemValueTests.valid[action]?.contains(subAction.rawValue) ?? false
        #expect(response.subAction.rawValue == (belongs ? subAction.rawValue : 0))
    }

    @Test func errorsAreCaughtByTheirCodes() throws {
        let domain = try #require(try SystemValueTests.facts().first { $0.member == "ILMessageFilterErrorDomain" }).raw
        let error = ILMessageFilterError(.networkRequestFailed, userInfo: ["reason": "a test"])
        #expect((error as NSError).domain == domain && (error as NSError).code == 4 && ILMessageFilterErrorDomain == domain)
        #expect(error.userInfo["reason"] as? String == "a test" && error != ILMessageFilterError(.networkRequestFailed))
        do {
            throw error
        } catch ILMessageFilterError.system {
            Issue.record("another code")
        } catch ILMessageFilterError.networkRequestFailed {}
    }

    @Test func aResponseAnswersNoneUnlessTold() {
        #expect(ILMessageFilterQueryResponse().action == .none && ILMessageFilterQueryResponse().subAction == .none)
        let capabilities = ILMessageFilterCapabilitiesQueryResponse()
        #expect(capabilities.transactionalSubActions.isEmpty && capabilities.promotionalSubActions.isEmpty)
    }

    @Test(arguments: 0...12)
    func atMostFiveSubActionsAreDeclaredUnderTheirParents(count: Int) {
        let offered = Array(SubAction.allCases.filter { $0 != .none }.reversed().prefix(count))
        let response = ILMessageFilterCapabilitiesQueryResponse(declaring: offered)
        let transactional = response.transactionalSubActions.map(\.rawValue),
            promotional = response.promotionalSubActions.map(\.rawValue)
        #expect(transactional.count + promotional.count == min(count, 5))
        #expect(
            transactional.allSatisfy { (10000...10008).contains($0) } && promotional.allSatisfy { (20000...20002).contains($0) })
        #expect(promotional + transactional == offered.prefix(5).map(\.rawValue))
    }

    @Test func noneIsNeverDeclared() {
        let response = ILMessageFilterCapabilitiesQueryResponse(declaring: [.none, .promotionalOffers])
        #expect(response.promotionalSubActions == [.promotionalOffers] && response.transactionalSubActions.isEmpty)
    }

    @Test func whatTheSystemLeavesOutIsEmpty() {
        let message = Message(ILMessageFilterQueryRequest(sender: nil, messageBody: nil))
        #expect(message == Message(body: ""))
        let full = ILMessageFilterQueryRequest(sender: "15550100", messageBody: "hello", receiverISOCountryCode: "US")
        #expect(Message(full) == Message(body: "hello", sender: "15550100", receiverCountry: "US"))
    }
}
