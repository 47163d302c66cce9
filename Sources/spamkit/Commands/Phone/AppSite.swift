// spamkit aasa: the file with which a server accepts the queries of an app.

import ArgumentParser
import Foundation
import MessageFilterExtension
import SpamFilterIO

struct AppSite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aasa",
        abstract: "Write or check a server's apple-app-site-association for a message filter.",
        discussion: """
            Name the app and its extension: ABCDE12345.com.you.app and ABCDE12345.com.you.app.filter. Serve the file at \
            https://HOST/.well-known/apple-app-site-association as application/json, without a redirect. The app and the extension \
            need the entitlement com.apple.developer.associated-domains with messagefilter:HOST, and classificationreport:HOST for \
            reports.

            Example: spamkit aasa ABCDE12345.com.you.app ABCDE12345.com.you.app.filter
            """)

    @Argument(help: ArgumentHelp("Apps and extensions that may ask the server.", valueName: "TEAMID.bundle"))
    var apps: [String] = []

    @Option(help: ArgumentHelp("An app or extension that may report to it.", valueName: "TEAMID.bundle"))
    var report: [String] = []

    @Option(help: "Check this file instead. It must name these apps and have no mistakes.")
    var check: String?

    func validate() throws {
        if apps.isEmpty, report.isEmpty { throw ValidationError("name an app, such as ABCDE12345.com.you.app") }
        for app in apps + report where AppIdentifier(app) == nil {
            throw ValidationError("expected a team of ten capitals and digits, a dot and a bundle identifier, found \(app)")
        }
        for list in [apps, report] where Set(list).count < list.count {
            throw ValidationError("expected each app once, found one twice; remove one")
        }
    }

    func run() throws {
        let wanted = AppSiteAssociation(
            messageFilter: apps.compactMap { AppIdentifier($0) }, classificationReport: report.compactMap { AppIdentifier($0) })
        guard let check else { return try result(String(decoding: wanted.json(), as: UTF8.self)) }
        let file = try FileBytes(check, .copied, most: AppSiteAssociation.mostBytes)
        let problems: [String]
        do throws(NetworkJSONError) {
            problems = try AppSiteAssociation.problems(of: Data(file.bytes), expecting: wanted).map(\.description)
        } catch {
            problems = [error.description]
        }
        guard problems.isEmpty else { throw AppSiteProblems(file: check, problems: problems) }
        try result("\(check): names \(apps.count + report.count == 1 ? "the app" : "all \(Set(apps + report).count) apps")")
    }
}

private struct AppSiteProblems: Error, CustomStringConvertible {
    let file: String
    let problems: [String]

    var description: String {
        let shown = problems.prefix(10).map { "\(file): \($0)" }
        let more = problems.count > shown.count ? ["\(file): and \(problems.count - shown.count) more"] : []
        return (shown + more).joined(separator: "\n")
    }
}
