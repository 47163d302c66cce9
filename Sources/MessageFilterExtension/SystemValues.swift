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
    /// The answer of the app's server; `none` unless the status is 200 and the answer can be read.
    init(_ response: ILNetworkResponse) {
        guard response.urlResponse.statusCode == 200, let answer = try? Answer(networkJSON: response.data) else {
            self = .none
            return
        }
        self = answer
    }
}
