// Extension: the system's values as ours, and back.

import Foundation
import SpamFilter

#if canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst))
import IdentityLookup
#else
import IdentityLookupShim
#endif

extension Message {
    /// The message of a query. A missing body reads as an empty one.
    init(_ request: ILMessageFilterQueryRequest) {
        self.init(body: request.messageBody ?? "", sender: request.sender, receiverCountry: request.receiverISOCountryCode)
    }
}

extension ILMessageFilterQueryResponse {
    convenience init(_ answer: Answer) {
        self.init()
        action = ILMessageFilterAction(rawValue: answer.action.rawValue) ?? .none
        subAction = ILMessageFilterSubAction(rawValue: answer.subAction.rawValue) ?? .none
    }
}

extension ILMessageFilterCapabilitiesQueryResponse {
    /// The first five: with more the system shows no sub-folder.
    convenience init(declaring subActions: [SubAction]) {
        self.init()
        let declared = subActions.filter { $0 != .none }.prefix(DecisionPolicy.mostDeclared)
        func ofSystem(_ parent: Action) -> [ILMessageFilterSubAction] {
            declared.filter { $0.parent == parent }.compactMap { ILMessageFilterSubAction(rawValue: $0.rawValue) }
        }
        transactionalSubActions = ofSystem(.transaction)
        promotionalSubActions = ofSystem(.promotion)
    }
}

extension Answer {
    /// The answer of the app's server, of what the system hands on of it.
    init(_ response: ILNetworkResponse?, _ error: (any Error)?) throws(DeferralFailure) {
        guard let response else { throw error.map { DeferralFailure($0) } ?? .nothing }
        let status = response.urlResponse.statusCode
        guard status == 200 else { throw .status(status) }
        do throws(NetworkJSONError) {
            try self.init(networkJSON: response.data)
        } catch {
            throw .answer(error)
        }
    }
}
