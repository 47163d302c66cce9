// Extension: why a deferral brought no answer, for the developer's log. Codes alone: the text of an
// error might quote an address, a server's answer a message.

import Foundation

#if canImport(IdentityLookup) && (os(iOS) || os(visionOS) || targetEnvironment(macCatalyst))
import IdentityLookup
#else
import IdentityLookupShim
#endif

/// What went wrong after a query was deferred to the network.
enum DeferralFailure: Error, Equatable, CustomStringConvertible {
    /// An error of the system.
    case system(domain: String, code: Int)
    case status(Int)
    case answer(NetworkJSONError)
    /// Neither an answer nor an error.
    case nothing

    init(_ error: any Error) {
        let error = error as NSError
        self = .system(domain: error.domain, code: error.code)
    }

    var description: String {
        switch self {
        case .system(ILMessageFilterErrorDomain, let code):
            "deferral error \(code)\(ILMessageFilterError.Code(rawValue: code).map { ", \($0.advice)" } ?? "; iOS may know a newer one")"
        case .system(let domain, let code): "deferral error \(code) of \(domain); look it up there"
        case .status(let found): "status \(found) of the server, expected 200; look into the server's log"
        case .answer(let error): "the server's answer cannot be read: \(error)"
        case .nothing: "no answer and no error of the deferral; nothing to do unless it comes again"
        }
    }
}

extension ILMessageFilterError.Code {
    fileprivate var advice: String {
        switch self {
        case .system: "system: nothing to do unless it comes again"
        case .invalidNetworkURL: "invalidNetworkURL: give one https URL in the extension's Info.plist"
        case .networkURLUnauthorized:
            "networkURLUnauthorized: check the host's apple-app-site-association and the domain messagefilter: of the entitlements"
        case .networkRequestFailed:
            "networkRequestFailed: check that the server answers, and in mainland China that the app may use wireless data"
        case .redundantNetworkDeferral: "redundantNetworkDeferral: let one handler answer each query"
        @unknown default: "unknown here; look it up in Apple's documentation"
        }
    }
}
