// Who is let in.

@testable import CorpusStore
import Testing

@testable import Studio

@Suite struct GateTests {
    private let gate = StudioGate(person: "ann")
    private let host = "127.0.0.1:8617"

    init() { gate.listens(onPort: 8617) }

    private func request(_ session: StudioSession, _ change: (inout StudioRequest) -> Void = { _ in }) -> StudioRequest {
        var request = StudioRequest(
            host: host, origin: "http://\(host)", fetchSite: "same-origin", cookie: session.cookie, token: session.token)
        change(&request)
        return request
    }

    private func open() throws -> StudioSession { try gate.open(gate.token, StudioRequest(host: host)) }

    @Test func theTokenOpensASessionOfItsOwn() throws {
        let first = try open(), second = try open()
        #expect(first.cookie != second.cookie && first.token != second.token && gate.token != first.token)
        #expect(gate.token.count == 64 && first.cookie.count == 64)
        #expect(throws: StudioRefusal.noSession) { try gate.open(first.cookie, StudioRequest(host: host)) }
        #expect(throws: StudioRefusal.noSession) { try gate.open("", StudioRequest(host: host)) }
        try second.sitDown("벤")
        #expect(first.person == "ann" && second.person == "벤")
    }

    @Test(arguments: [
        nil, "evil.example", "evil.example:8617", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8617.evil.example", "[::1]:8617",
    ])
    func anotherNameOfThisMachineIsRefused(_ host: String?) throws {
        let session = try open()
        #expect(throws: StudioRefusal.otherHost) { try gate.session(request(session) { $0.host = host }, .page) }
        #expect(throws: StudioRefusal.otherHost) { try gate.open(gate.token, StudioRequest(host: host)) }
    }

    @Test func localhostIsThisMachine() throws {
        let session = try open()
        let asked = request(session) { ($0.host, $0.origin) = ("LocalHost:8617", "http://localhost:8617") }
        #expect(try gate.session(asked, .script, isWrite: true) === session)
    }

    @Test func aWriteNeedsOriginAndToken() throws {
        let session = try open(), other = try open()
        #expect(try gate.session(request(session), .script, isWrite: true) === session)
        let wrong: [(StudioRefusal, (inout StudioRequest) -> Void)] = [
            (.otherPage, { $0.origin = nil }), (.otherPage, { $0.origin = "null" }),
            (.otherPage, { $0.origin = "http://evil.example" }),
            (.otherPage, { $0.origin = "https://127.0.0.1:8617" }), (.otherPage, { $0.origin = "http://127.0.0.1:8000" }),
            (.otherPage, { $0.fetchSite = "same-site" }), (.otherPage, { $0.fetchSite = "cross-site" }),
            (.otherPage, { $0.fetchSite = "none" }), (.noSession, { $0.cookie = nil }), (.noSession, { $0.cookie = "x" }),
            (.noToken, { $0.token = nil }), (.noToken, { $0.token = "" }), (.noToken, { $0.token = other.token }),
        ]
        for (refusal, change) in wrong {
            #expect(throws: refusal) { try gate.session(request(session, change), .script, isWrite: true) }
        }
    }

    @Test func aPageOpensByHandAndAScriptNeedsItsToken() throws {
        let session = try open()
        let byHand = StudioRequest(host: host, fetchSite: "none", cookie: session.cookie)
        #expect(try gate.session(byHand, .page) === session)
        #expect(throws: StudioRefusal.otherPage) { try gate.session(byHand, .script) }
        #expect(throws: StudioRefusal.noToken) { try gate.session(request(session) { $0.token = nil }, .script) }
        #expect(throws: StudioRefusal.otherPage) { try gate.session(request(session) { $0.fetchSite = "same-site" }, .page) }
    }

    @Test func aBrowserLeavesThePortOfHTTPOut() throws {
        let gate = StudioGate()
        gate.listens(onPort: 80)
        try gate.check(host: "localhost")
        try gate.check(host: "127.0.0.1:80")
        gate.listens(onPort: 8080)
        #expect(throws: StudioRefusal.otherHost) { try gate.check(host: "localhost") }
    }

    @Test func theAddressOpenedAgainKeepsTheSession() throws {
        let gate = StudioGate()
        gate.listens(onPort: 8080)
        let first = try gate.open(gate.token, StudioRequest(host: "localhost:8080"))
        let again = try gate.open(gate.token, StudioRequest(host: "localhost:8080", cookie: first.cookie))
        #expect(again === first)
        #expect(try gate.open(gate.token, StudioRequest(host: "localhost:8080", cookie: "0")) !== first)
        #expect(throws: StudioRefusal.noSession) {
            try gate.open("0", StudioRequest(host: "localhost:8080", cookie: first.cookie))
        }
    }

    @Test func beforeItListensNobodyIsLetIn() {
        let gate = StudioGate()
        #expect(throws: StudioRefusal.otherHost) { try gate.open(gate.token, StudioRequest(host: host)) }
    }

    @Test func keysOfThePageAreThoseOfTheTool() {
        let choices = LabelingKeys.choices
        #expect(
            choices.map(\.key) == ["a", "j", "p", "t"] && choices.map(\.label) == ["allow", "junk", "promotion", "transaction"])
        #expect(choices.map(\.subActions.count) == [0, 0, 3, 9])
    }
}
