// Extension: the file by which a server accepts an app's queries and reports, at
// /.well-known/apple-app-site-association.
//
//     {"messagefilter":{"apps":["TEAMID.bundle.ext"]},"classificationreport":{"apps":[…]}}

import Foundation

/// An app or an extension as Apple names it, by its team and its bundle identifier:
/// `ABCDE12345.test.example.filter`.
public struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// `nil` unless it is a team of ten capitals and digits, a dot and a bundle identifier.
    public init?(_ description: String) {
        let parts = description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].count == 10, parts.dropFirst().allSatisfy({ !$0.isEmpty }) else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9"), capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard parts[0].allSatisfy({ digits.contains($0) || capitals.contains($0) }) else { return nil }
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        for byte in parts.dropFirst().joined() {
            guard digits.contains(byte) || capitals.contains(byte) || small.contains(byte) || byte == UInt8(ascii: "-") else {
                return nil
            }
        }
        self.description = description
    }
}

/// The apps whose queries and reports a server accepts.
public struct AppSiteAssociation: Sendable, Hashable {
    /// The most bytes of JSON that are read: 256 KiB.
    public static let mostBytes = mostNetworkBytes

    /// Apps and extensions whose queries the server answers.
    public var messageFilter: [AppIdentifier]
    /// Apps and extensions whose reports it takes.
    public var classificationReport: [AppIdentifier]

    /// The file for these apps, in the order given.
    public init(messageFilter: [AppIdentifier], classificationReport: [AppIdentifier] = []) {
        self.messageFilter = messageFilter
        self.classificationReport = classificationReport
    }

    /// The bytes that the server hands out.
    public func json() -> Data {
        encodedJSON(
            AssociationRecord(
                messagefilter: messageFilter.isEmpty ? nil : .init(apps: messageFilter.map(\.description)),
                classificationreport: classificationReport.isEmpty ? nil : .init(apps: classificationReport.map(\.description))))
    }

    /// What is wrong with a file for these apps, in the order of the file's keys; empty where
    /// nothing is. Keys of other services are skipped.
    ///
    /// - Throws: `tooLarge`, `notJSON` or `wrongType`.
    public static func problems(of json: Data, expecting expected: AppSiteAssociation) throws(NetworkJSONError) -> [Problem] {
        let record: AssociationRecord = try decodedJSON(json, most: mostBytes)
        return problems("classificationreport", record.classificationreport, expected.classificationReport)
            + problems("messagefilter", record.messagefilter, expected.messageFilter)
    }

    private static func problems(_ service: String, _ found: AssociationRecord.Service?, _ expected: [AppIdentifier]) -> [Problem]
    {
        guard let apps = found?.apps else { return expected.isEmpty ? [] : [.noApps(service: service)] }
        var problems: [Problem] = []
        for (i, app) in apps.enumerated() where AppIdentifier(app) == nil {
            problems.append(.notAnApp(service: service, index: i))
        }
        let listed = Set(apps)
        if listed.count < apps.count { problems.append(.repeatedApp(service: service)) }
        return problems + expected.filter { !listed.contains($0.description) }.map { .missingApp(service: service, $0) }
    }

    /// What Apple's system would not accept. A service is named by its key in the file.
    public enum Problem: Sendable, Hashable, CustomStringConvertible {
        /// A service without a list of apps that was expected to have one.
        case noApps(service: String)
        /// An entry that is no app identifier, by its index from 0.
        case notAnApp(service: String, index: Int)
        /// A service names an app twice.
        case repeatedApp(service: String)
        /// An expected app is not named.
        case missingApp(service: String, AppIdentifier)

        public var description: String {
            switch self {
            case .noApps(let service): "\(service): expected an object with a list of apps, found none; add {\"apps\":[…]}"
            case .notAnApp(let service, let index):
                "\(service): expected a team of ten capitals and digits, a dot and a bundle identifier, found something else at place \(index + 1); correct it"
            case .repeatedApp(let service): "\(service): expected each app once, found one twice; remove one"
            case .missingApp(let service, let app): "\(service): expected \(app), found it nowhere; add it"
            }
        }
    }
}

private struct AssociationRecord: Codable {
    struct Service: Codable {
        var apps: [String]?
    }

    var messagefilter: Service?
    var classificationreport: Service?
}
