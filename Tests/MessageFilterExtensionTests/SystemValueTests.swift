// Every value of Apple's that the adapter passes on.

import IdentityLookupShim
import Testing

@testable import MessageFilterExtension
@testable import SpamFilter

@Suite struct SystemValueTests {
    @Test(arguments: [
        (ILMessageFilterAction.none, 0), (.allow, 1), (.junk, 2), (.filter, 2), (.promotion, 3), (.transaction, 4),
    ])
    func actionsHaveTheSystemsNumbers(action: ILMessageFilterAction, raw: Int) {
        #expect(action.rawValue == raw)
        #expect(ILMessageFilterAction(rawValue: raw) == action)
        #expect(Action(rawValue: raw) != nil)
    }

    @Test(arguments: [
        (ILMessageFilterSubAction.none, 0, ""), (.transactionalOthers, 10000, "transaction"),
        (.transactionalFinance, 10001, "transaction"), (.transactionalOrders, 10002, "transaction"),
        (.transactionalReminders, 10003, "transaction"), (.transactionalHealth, 10004, "transaction"),
        (.transactionalWeather, 10005, "transaction"), (.transactionalCarrier, 10006, "transaction"),
        (.transactionalRewards, 10007, "transaction"), (.transactionalPublicServices, 10008, "transaction"),
        (.promotionalOthers, 20000, "promotion"), (.promotionalOffers, 20001, "promotion"),
        (.promotionalCoupons, 20002, "promotion"),
    ])
    func subActionsHaveTheSystemsNumbersAndParents(subAction: ILMessageFilterSubAction, raw: Int, parent: String) throws {
        #expect(subAction.rawValue == raw)
        let ours = try #require(SubAction(rawValue: raw))
        #expect("\(ours)" == "\(subAction)")
        #expect((ours.parent?.name ?? "") == parent)
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

    @Test(arguments: [
        (ILMessageFilterError.system, 1), (ILMessageFilterError.invalidNetworkURL, 2),
        (ILMessageFilterError.networkURLUnauthorized, 3),
        (ILMessageFilterError.networkRequestFailed, 4), (ILMessageFilterError.redundantNetworkDeferral, 5),
    ])
    func errorsHaveTheSystemsCodes(code: ILMessageFilterError.Code, raw: Int) {
        #expect(code.rawValue == raw)
        #expect(ILMessageFilterError(code).errorCode == raw)
    }

    @Test(arguments: [
        (ILClassificationAction.none, 0), (.reportNotJunk, 1), (.reportJunk, 2), (.reportJunkAndBlockSender, 3),
    ])
    func reportsHaveTheSystemsNumbers(action: ILClassificationAction, raw: Int) {
        #expect(action.rawValue == raw)
        #expect(ILClassificationResponse(action: action).action == action)
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
