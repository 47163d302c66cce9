// Deferring to the network: the context of a query, what comes back, and what may go wrong.

#if !(canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst)))
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
/// The part of Foundation's that a filter looks at. The real one is in
/// FoundationNetworking, which brings libcurl and slows every start:
/// `Benchmarks/decisions/start.md`.
public final class HTTPURLResponse: Sendable {
    public let url: URL?
    /// Such as 200 (RFC 9110, section 15).
    public let statusCode: Int

    /// With Foundation's signature; never `nil` here.
    public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {
        self.url = url
        self.statusCode = statusCode
    }
}
#endif

open class ILNetworkResponse: NSObject {
    public let urlResponse: HTTPURLResponse
    public let data: Data

    package init(urlResponse: HTTPURLResponse, data: Data) {
        self.urlResponse = urlResponse
        self.data = data
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let ILMessageFilterErrorDomain: String = "com.apple.IdentityLookup.error.messagefilter"

public struct ILMessageFilterError: CustomNSError, Hashable {
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Int, Sendable {
        case system = 1
        case invalidNetworkURL = 2
        case networkURLUnauthorized = 3
        case networkRequestFailed = 4
        /// A second deferral in one query.
        case redundantNetworkDeferral = 5

        /// For `catch ILMessageFilterError.networkRequestFailed`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? ILMessageFilterError)?.code == code }
    }

    public static var system: Code { .system }
    public static var invalidNetworkURL: Code { .invalidNetworkURL }
    public static var networkURLUnauthorized: Code { .networkURLUnauthorized }
    public static var networkRequestFailed: Code { .networkRequestFailed }
    public static var redundantNetworkDeferral: Code { .redundantNetworkDeferral }

    public let code: Code
    /// Holds what is in `userInfo`, which has no equality of its own.
    private let stored: NSError

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        stored = NSError(domain: ILMessageFilterErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    public static var errorDomain: String { ILMessageFilterErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var userInfo: [String: Any] { stored.userInfo }
    public var errorUserInfo: [String: Any] { stored.userInfo }
}

/// The context of one query.
open class ILMessageFilterExtensionContext: NSObject, @unchecked Sendable {
    package typealias Reply = @Sendable (ILNetworkResponse?, (any Error)?) -> Void

    private let network: (@escaping Reply) -> Void
    private let isDeferred = Atomic(false)

    /// - Parameter network: asks the server once. Its argument takes the answer, at any time
    ///   and on any thread.
    package init(network: @escaping (@escaping Reply) -> Void) { self.network = network }

    public func deferQueryRequestToNetwork(completion: @escaping @Sendable (ILNetworkResponse?, (any Error)?) -> Void) {
        guard !isDeferred.exchange(true, ordering: .acquiringAndReleasing) else {
            return completion(nil, ILMessageFilterError(.redundantNetworkDeferral))
        }
        network(completion)
    }

    public func deferQueryRequestToNetwork() async throws -> ILNetworkResponse {
        let answer: DeferredResponse = await withCheckedContinuation { continuation in
            deferQueryRequestToNetwork { continuation.resume(returning: DeferredResponse(response: $0, error: $1)) }
        }
        if let response = answer.response { return response }
        throw answer.error ?? ILMessageFilterError(.system)
    }

    private struct DeferredResponse: @unchecked Sendable {
        let response: ILNetworkResponse?
        let error: (any Error)?
    }
}
#endif
