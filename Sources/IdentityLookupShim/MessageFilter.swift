// IdentityLookup's message filter for systems without Apple's framework, so that an extension
// compiles and runs on Linux. On iOS, visionOS and Catalyst this module is empty. What is `package`
// here has no counterpart there: only the system makes requests and contexts. `make adapter` holds
// what is public against Apple's declarations, `Tests/IdentityLookup/facts.tsv`.

#if !(canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst)))
import Foundation

// A later system may know more values: outside of this package a switch needs `@unknown default`,
// as it does on iOS. Swift 6.2 lacks the attribute.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ILMessageFilterAction: Int, Sendable {
    /// Not enough information: the message is shown. The only answer after which deferring
    /// makes sense.
    case none = 0
    case allow = 1
    case junk = 2
    case promotion = 3
    case transaction = 4

    /// The name that `junk` had before iOS 14.
    @available(*, deprecated, renamed: "junk")
    public static var filter: ILMessageFilterAction { .junk }
}

/// iOS 16 and later. Junk has none.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ILMessageFilterSubAction: Int, Sendable {
    case none = 0
    case transactionalOthers = 10000
    case transactionalFinance = 10001
    case transactionalOrders = 10002
    case transactionalReminders = 10003
    case transactionalHealth = 10004
    case transactionalWeather = 10005
    case transactionalCarrier = 10006
    case transactionalRewards = 10007
    case transactionalPublicServices = 10008
    case promotionalOthers = 20000
    case promotionalOffers = 20001
    case promotionalCoupons = 20002
}

/// The principal class of an extension derives from this one.
open class ILMessageFilterExtension: NSObject {
    public override init() {}
}

open class ILMessageFilterQueryRequest: NSObject {
    public let sender: String?
    public let messageBody: String?
    public let receiverISOCountryCode: String?

    package init(sender: String?, messageBody: String?, receiverISOCountryCode: String? = nil) {
        self.sender = sender
        self.messageBody = messageBody
        self.receiverISOCountryCode = receiverISOCountryCode
    }
}

open class ILMessageFilterQueryResponse: NSObject {
    public var action = ILMessageFilterAction.none
    public var subAction = ILMessageFilterSubAction.none

    public override init() {}
}

open class ILMessageFilterCapabilitiesQueryRequest: NSObject {
    package override init() {}
}

open class ILMessageFilterCapabilitiesQueryResponse: NSObject {
    public final var transactionalSubActions: [ILMessageFilterSubAction] = []
    public final var promotionalSubActions: [ILMessageFilterSubAction] = []

    public override init() {}
}

/// A type implements one form and gets the other, as from Objective-C. One that implements
/// neither does not compile against Apple's framework; here each form would wait for the other.
public protocol ILMessageFilterQueryHandling: NSObjectProtocol {
    func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterQueryResponse) -> Void)
    func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterQueryResponse
}

public protocol ILMessageFilterCapabilitiesQueryHandling: NSObjectProtocol {
    func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterCapabilitiesQueryResponse) -> Void)
    func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterCapabilitiesQueryResponse
}
#endif

#if !(canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst)))
/// A value that crosses to the task that answers. The system hands over request, context and
/// completion for good, which types cannot express.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension ILMessageFilterQueryHandling {
    public func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterQueryResponse) -> Void
    ) {
        let answer = Handed { completion(await self.handle(queryRequest, context: context)) }
        Task { await answer.value() }
    }

    public func handle(
        _ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterQueryResponse {
        await withCheckedContinuation { (continuation: CheckedContinuation<Handed<ILMessageFilterQueryResponse>, Never>) in
            handle(queryRequest, context: context) { continuation.resume(returning: Handed($0)) }
        }.value
    }
}

extension ILMessageFilterCapabilitiesQueryHandling {
    public func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext,
        completion: @escaping @Sendable (ILMessageFilterCapabilitiesQueryResponse) -> Void
    ) {
        let answer = Handed { completion(await self.handle(capabilitiesQueryRequest, context: context)) }
        Task { await answer.value() }
    }

    public func handle(
        _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext
    ) async -> ILMessageFilterCapabilitiesQueryResponse {
        await withCheckedContinuation {
            (continuation: CheckedContinuation<Handed<ILMessageFilterCapabilitiesQueryResponse>, Never>) in
            handle(capabilitiesQueryRequest, context: context) { continuation.resume(returning: Handed($0)) }
        }.value
    }
}
#endif
