// spamkit-server: the pages of the studio that a person opens: the way in, the page itself, the
// report, and the file of a model that was trained.

import HTTPTypes
import Hummingbird
import Studio

struct StudioPages: Sendable {
    let studio: Studio
    let gate: StudioGate

    func add(to router: Router<StudioContext>) {
        router.get("/open/:token") { request, context in
            let session = try gate.open(try context.parameters.require("token"), StudioRequest(request))
            var response = Response(status: .seeOther, headers: [.location: "/#\(session.token)"])
            // The first token is not in the address any more. The page takes the second one out.
            response.setCookie(
                Cookie(
                    name: StudioRequest.cookieName(request), value: session.cookie, path: "/", httpOnly: true, sameSite: .strict))
            return response
        }
        file("/", StudioResources.page, "text/html; charset=utf-8", router)
        file("/report.css", StudioResources.reportStyle, "text/css; charset=utf-8", router)
        file("/studio.css", StudioResources.style, "text/css; charset=utf-8", router)
        file("/studio.js", StudioResources.script, "text/javascript; charset=utf-8", router)
        file("/studio.svg", StudioResources.icon, "image/svg+xml", router)
        router.get("/report") { request, _ in
            _ = try gate.session(StudioRequest(request), .script)
            let report = try studio.report.last()
            return text(
                report.html, type: "text/html; charset=utf-8",
                headers: [HTTPField.Name("Content-Security-Policy")!: report.policy])
        }
        router.get("/models/:number") { request, context in
            _ = try gate.session(StudioRequest(request), .script)
            let number = try context.parameters.require("number", as: Int.self)
            return bytes(
                try studio.models.bytes(of: number), type: "application/octet-stream",
                headers: [.contentDisposition: "attachment; filename=\"trained-\(number).spam\""])
        }
    }

    private func file(_ path: RouterPath, _ content: [UInt8], _ type: String, _ router: Router<StudioContext>) {
        router.get(path) { request, _ in
            _ = try gate.session(StudioRequest(request), .page)
            return bytes(content, type: type)
        }
    }
}

extension StudioRequest {
    private static let tokenHeader = HTTPField.Name("X-Studio-Token")!
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!

    init(_ request: Request) {
        self.init(
            host: request.head.authority, origin: request.headers[.origin], fetchSite: request.headers[Self.fetchSite],
            cookie: request.cookies[Self.cookieName(request)]?.value,
            token: request.headers[Self.tokenHeader] ?? request.uri.queryParameters["token"].map { String($0) })
    }

    /// Servers of one machine share cookies, whatever their ports.
    static func cookieName(_ request: Request) -> String {
        "studio-\(request.head.authority?.split(separator: ":").last.map { $0.filter(\.isNumber) } ?? "")"
    }
}
