// Reports by the user: the questions to the reporting extension and its answers.

#if !(canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst)))
import Foundation

#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ILClassificationAction: Int, Sendable {
    case none = 0
    case reportNotJunk = 1
    case reportJunk = 2
    case reportJunkAndBlockSender = 3
}

open class ILCommunication: NSObject {
    public let sender: String?
    public let dateReceived: Date

    package init(sender: String?, dateReceived: Date) {
        self.sender = sender
        self.dateReceived = dateReceived
    }
}

open class ILMessageCommunication: ILCommunication {
    public let messageBody: String?

    package init(sender: String?, dateReceived: Date, messageBody: String?) {
        self.messageBody = messageBody
        super.init(sender: sender, dateReceived: dateReceived)
    }
}

open class ILCallCommunication: ILCommunication {}

open class ILClassificationRequest: NSObject {
    package override init() {}
}

open class ILMessageClassificationRequest: ILClassificationRequest {
    public let messageCommunications: [ILMessageCommunication]

    package init(messageCommunications: [ILMessageCommunication]) { self.messageCommunications = messageCommunications }
}

open class ILCallClassificationRequest: ILClassificationRequest {
    public let callCommunications: [ILCallCommunication]

    package init(callCommunications: [ILCallCommunication]) { self.callCommunications = callCommunications }
}

open class ILClassificationResponse: NSObject {
    public let action: ILClassificationAction
    /// More for the server: values of JSON.
    public var userInfo: [String: Any]?
    /// The text of the report by SMS, since iOS 12.1.
    public var userString: String?

    public init(action: ILClassificationAction) { self.action = action }
}
#endif
