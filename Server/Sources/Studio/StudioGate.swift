// Studio: who is let in. What a request says of itself in, a session or a refusal out. The server
// listens on loopback only; what is kept out here are other web pages in the same browser, other
// names for this address, and whoever does not have the token.

import Synchronization

/// What a request says of itself, as far as it is asked.
public struct StudioRequest: Sendable {
    var host: String?
    /// The page that asks.
    var origin: String?
    /// `Sec-Fetch-Site`, which no page can forge; older browsers do not send it.
    var fetchSite: String?
    /// The session's cookie.
    var cookie: String?
    /// The session's token, in a header of its own that no form and no foreign page can send; of a
    /// link of the page, in its address.
    var token: String?

    public init(host: String?, origin: String? = nil, fetchSite: String? = nil, cookie: String? = nil, token: String? = nil) {
        self.host = host
        self.origin = origin
        self.fetchSite = fetchSite
        self.cookie = cookie
        self.token = token
    }
}

/// Why a request is refused.
public enum StudioRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server is called by another name.
    case otherHost
    /// Another page asks.
    case otherPage
    /// The browser has no session.
    case noSession
    /// The session's token is missing or another.
    case noToken

    public var description: String {
        switch self {
        case .otherHost: "expected this server's own address, found another name for it; open the address that it has printed"
        case .otherPage: "expected a request of the studio's page, found one of another page; open the address that was printed"
        case .noSession:
            "expected a session, found none; open the address that spamkit-server has printed, with its token, in this browser"
        case .noToken: "expected the session's token, found none or another; open the address that was printed"
        }
    }
}

/// A browser's session.
public final class StudioSession: Sendable {
    /// The value of the cookie, which scripts cannot read.
    public let cookie = randomToken()
    /// What the page sends with all that it asks for. It is handed over in the fragment of an
    /// address, which no browser sends to a server: the cookie goes to all ports of this machine.
    public let token = randomToken()
    private let name: Mutex<String?>

    init(person: String?) { name = Mutex(person) }

    /// Who sits at this browser; `nil` until they have said.
    public var person: String? { name.withLock { $0 } }

    /// - Throws: `StudioError.badName`.
    public func sitDown(_ person: String) throws(StudioError) {
        let person = try Studio.checked(person)
        name.withLock { $0 = person }
    }
}

/// Lets requests in.
public final class StudioGate: Sendable {
    /// How far into the studio a request goes.
    public enum Way: Sendable {
        /// The page as it is, without a word of the store.
        case page
        /// What the page's script asks for, or does, and its links.
        case script
    }

    /// In the address that is printed: opens a session.
    public let token = randomToken()
    private let sessions = Mutex<[String: StudioSession]>([:])
    private let address = Mutex<[String]>([])
    private let person: String?

    /// - Parameter person: who sits at each browser until somebody says otherwise.
    public init(person: String? = nil) { self.person = person }

    /// Called when the server listens, before it answers.
    public func listens(onPort port: Int) {
        let names = ["127.0.0.1", "localhost"]
        // Browsers leave out the port of HTTP.
        address.withLock { $0 = names.map { "\($0):\(port)" } + (port == 80 ? names : []) }
    }

    public var isListening: Bool { address.withLock { !$0.isEmpty } }

    /// Whether a request names this server as only a browser on this machine does. A foreign page
    /// whose name was pointed here (DNS rebinding) sends its own name.
    public func check(host: String?) throws(StudioRefusal) {
        let hosts = address.withLock { $0 }
        guard let host, hosts.contains(host.lowercased()) else { throw .otherHost }
    }

    /// Opens a session for whoever has the token.
    public func open(_ given: String, _ request: StudioRequest) throws(StudioRefusal) -> StudioSession {
        try check(host: request.host)
        // Other pages may not sit somebody down, though a link in a mail may lead here.
        guard isEqual(given, token) else { throw .noSession }
        // The address opened again in one browser: the page that is open there goes on.
        if let cookie = request.cookie, let session = sessions.withLock({ $0[cookie] }) { return session }
        let session = StudioSession(person: person)
        sessions.withLock { $0[session.cookie] = session }
        return session
    }

    /// The session of a request.
    ///
    /// - Parameter isWrite: it changes something: then it must say which page it comes from, too.
    public func session(_ request: StudioRequest, _ way: Way, isWrite: Bool = false) throws(StudioRefusal) -> StudioSession {
        try check(host: request.host)
        switch request.fetchSite {
        case nil, "same-origin": break
        case "none" where way == .page && !isWrite: break
        default: throw .otherPage
        }
        if let origin = request.origin {
            guard let host = request.host, origin.lowercased() == "http://\(host.lowercased())" else { throw .otherPage }
        } else if isWrite {
            throw .otherPage
        }
        guard let cookie = request.cookie, let session = sessions.withLock({ $0[cookie] }) else { throw .noSession }
        if isWrite || way == .script {
            guard let token = request.token, isEqual(token, session.token) else { throw .noToken }
        }
        return session
    }
}

/// Takes the same time wherever two texts of one length differ.
private func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// 256 random bits in hexadecimal: nobody guesses it.
func randomToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
        let digits = String(random.next() as UInt64, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
}
