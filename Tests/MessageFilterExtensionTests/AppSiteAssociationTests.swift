// The well-known file: what is generated passes its own check, and every mistake is named.

import Foundation
import Testing

@testable import MessageFilterExtension

@Suite struct AppSiteAssociationTests {
    private static let app = AppIdentifier("ABCDE12345.test.example.filter")!,
        ext = AppIdentifier("ABCDE12345.test.example.filter.ext")!

    @Test(arguments: ["ABCDE12345.a", "0123456789.test.example.My-App.ext"])
    func identifiersAreRead(text: String) { #expect(AppIdentifier(text)?.description == text) }

    @Test(arguments: [
        "", ".", "ABCDE12345", "ABCDE12345.", "ABCDE1234.a", "ABCDE123456.a", "abcde12345.a", "ABCDE12345..a", "ABCDE12345.a.",
        "ABCDE12345.a b",
        "ABCDE12345.a_b", "ABCDE12345.é", "ABCDE12345.*", "ABCDE1234é.a", "ABCDE12345.a\n",
    ])
    func whatIsNoIdentifierIsRefused(text: String) { #expect(AppIdentifier(text) == nil) }

    @Test func theFileIsAsTheSystemWantsIt() {
        let file = AppSiteAssociation(messageFilter: [Self.ext, Self.app])
        #expect(
            String(decoding: file.json(), as: UTF8.self)
                == #"{"messagefilter":{"apps":["ABCDE12345.test.example.filter.ext","ABCDE12345.test.example.filter"]}}"#)
    }

    @Test func whereOnlyReportsComeThereIsNoFilter() {
        let file = AppSiteAssociation(messageFilter: [], classificationReport: [Self.app])
        #expect(
            String(decoding: file.json(), as: UTF8.self)
                == #"{"classificationreport":{"apps":["ABCDE12345.test.example.filter"]}}"#)
    }

    @Test func whatIsGeneratedPasses() throws {
        for file in [
            AppSiteAssociation(messageFilter: [Self.ext, Self.app]),
            AppSiteAssociation(messageFilter: [], classificationReport: [Self.app]),
            AppSiteAssociation(messageFilter: [Self.ext], classificationReport: [Self.app]),
        ] {
            #expect(try AppSiteAssociation.problems(of: file.json(), expecting: file).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("{}", [.noApps(service: "messagefilter")]), (#"{"messagefilter":{}}"#, [.noApps(service: "messagefilter")]),
            (#"{"messagefilter":{"apps":[]}}"#, [.missingApp(service: "messagefilter", app)]),
            (#"{"messagefilter":{"apps":["ABCDE12345.test.example.filter"]},"applinks":{"details":[]}}"#, []),
            (#"{"messagefilter":{"apps":["ABCDE12345.test.example.filter.ext"]}}"#, [.missingApp(service: "messagefilter", app)]),
            (
                #"{"messagefilter":{"apps":["nonsense","ABCDE12345.test.example.filter","ABCDE12345.test.example.filter"]}}"#,
                [.notAnApp(service: "messagefilter", index: 0), .repeatedApp(service: "messagefilter")]
            ),
            (
                #"{"messagefilter":{"apps":["ABCDE12345.test.example.filter"]},"classificationreport":{"apps":[""]}}"#,
                [.notAnApp(service: "classificationreport", index: 0)]
            ),
        ] as [(String, [AppSiteAssociation.Problem])])
    func mistakesAreNamed(json: String, problems: [AppSiteAssociation.Problem]) throws {
        #expect(
            try AppSiteAssociation.problems(of: Data(json.utf8), expecting: AppSiteAssociation(messageFilter: [Self.app]))
                == problems)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"messagefilter":[]}"#, #"{"messagefilter":{"apps":"ABCDE12345.a"}}"#,
        #"{"messagefilter":{"apps":[1]}}"#,
    ])
    func whatIsNoSuchFileIsATypedError(json: String) {
        #expect(throws: NetworkJSONError.self) {
            try AppSiteAssociation.problems(of: Data(json.utf8), expecting: AppSiteAssociation(messageFilter: []))
        }
    }
}
