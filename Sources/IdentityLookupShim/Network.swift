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

public final class ILNetworkResponse: NSObject {
    public let urlResponse: HTTPURLResponse
    public let data: Data

    package init(urlResponse: HTTPURLResponse, data: Data) {
        self.urlResponse = urlResponse
        self.data = data
    }
}

public struct ILMessageFilterError: Error, CustomNSError, Equatable {
    public enum Code: Int, Sendable {
        case system = 1
        case invalidNetworkURL = 2
        case networkURLUnauthorized = 3
        case networkRequestFailed = 4
        /// A second deferral in one query.
        case redundantNetworkDeferral = 5
    }

    public static let system = Code.system
    public static let invalidNetworkURL = Code.invalidNetworkURL
    public static let networkURLUnauthorized = Code.networkURLUnauthorized
    public static let networkRequestFailed = Code.networkRequestFailed
    public static let redundantNetworkDeferral = Code.redundantNetworkDeferral

    public let code: Code

    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { "ILMessageFilterErrorDomain" }
    public var errorCode: Int { code.rawValue }
}

/// The context of one query.
public final class ILMessageFilterExtensionContext: NSObject {
    package typealias Reply = (ILNetworkResponse?, (any Error)?) -> Void

    private let network: (@escaping Reply) -> Void
    private let isDeferred = Atomic(false)

    /// - Parameter network: asks the server once. Its argument takes the answer, at any time
    ///   and on any thread.
    package init(network: @escaping (@escaping Reply) -> Void) { self.network = network }

    public func deferQueryRequestToNetwork(completion: @escaping (ILNetworkResponse?, (any Error)?) -> Void) {
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
