// The example extension, asked as the system asks; and its property lists.

import Foundation
import IdentityLookupShim
import SpamFilter
import Testing

@testable import ExampleFilterExtension
@testable import MessageFilterExtension

@Suite struct ExampleTests {
    @Test func theExampleAnswersInBothForms() async throws {
        let folder = try TemporaryFolder(model: sampleModel())
        let filter = FilterExtension(folder.filter)
        let request = ILMessageFilterQueryRequest(sender: nil, messageBody: Texts.junk)
        let counter = Counter()
        filter.handle(request, context: Network.junk.context()) { response in
            #expect(response.action == .junk)
            counter.add()
        }
        #expect(counter.count == 1)
        // The form that the example does not write comes from the system.
        let query: any ILMessageFilterQueryHandling = filter
        #expect(await query.handle(request, context: Network.junk.context()).action == .junk)
        let capabilities: any ILMessageFilterCapabilitiesQueryHandling = filter
        let response = await capabilities.handle(ILMessageFilterCapabilitiesQueryRequest(), context: Network.junk.context())
        #expect(
            response.transactionalSubActions == [.transactionalFinance] && response.promotionalSubActions == [.promotionalOffers])
    }

    /// An extension that writes the other form, answered for in the first.
    private final class Waiting: ILMessageFilterExtension, ILMessageFilterQueryHandling, ILMessageFilterCapabilitiesQueryHandling
    {
        func handle(_ queryRequest: ILMessageFilterQueryRequest, context: ILMessageFilterExtensionContext) async
            -> ILMessageFilterQueryResponse
        {
            let response = ILMessageFilterQueryResponse()
            do {
                _ = try await context.deferQueryRequestToNetwork()
                response.action = .allow
                _ = try await context.deferQueryRequestToNetwork()
            } catch {
                if (error as? ILMessageFilterError)?.code == .redundantNetworkDeferral { response.action = .junk }
            }
            return response
        }

        func handle(
            _ capabilitiesQueryRequest: ILMessageFilterCapabilitiesQueryRequest, context: ILMessageFilterExtensionContext
        ) async -> ILMessageFilterCapabilitiesQueryResponse { ILMessageFilterCapabilitiesQueryResponse() }
    }

    @Test func theShimGivesTheCompletionFormOfAnAsyncHandlerAndError5() async {
        let waiting = Waiting()
        let action = await withCheckedContinuation { continuation in
            let request = ILMessageFilterQueryRequest(sender: nil, messageBody: nil)
            waiting.handle(request, context: Network.later.context()) { continuation.resume(returning: $0.action) }
        }
        #expect(action == .junk)
        let count = await withCheckedContinuation { continuation in
            waiting.handle(ILMessageFilterCapabilitiesQueryRequest(), context: Network.later.context()) {
                continuation.resume(returning: $0.promotionalSubActions.count)
            }
        }
        #expect(count == 0)
    }

    private func propertyList(_ name: String) throws -> [String: Any] {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/MessageFilterExtension/Example/\(name)")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: example), format: nil)
        return try #require(list as? [String: Any])
    }

    @Test func propertyListsSayWhereTheServerIsOnce() throws {
        let info = try #require(try propertyList("FilterExtension/Info.plist")["NSExtension"] as? [String: Any])
        let attributes = try #require(info["NSExtensionAttributes"] as? [String: Any])
        let url = try #require((attributes["ILMessageFilterExtensionNetworkURL"] as? String).flatMap { URL(string: $0) })
        #expect(url.scheme == "https")
        #expect(info["NSExtensionPointIdentifier"] as? String == "com.apple.identitylookup.message-filter")
        #expect(info["NSExtensionPrincipalClass"] as? String == "$(PRODUCT_MODULE_NAME).\(FilterExtension.self)")
        let host = try #require(url.host)
        for name in ["App/App.entitlements", "FilterExtension/FilterExtension.entitlements"] {
            let entitlements = try propertyList(name)
            let domains = try #require(entitlements["com.apple.developer.associated-domains"] as? [String])
            #expect(domains.contains("messagefilter:\(host)"))
            #expect(entitlements["com.apple.security.application-groups"] as? [String] == ["group.test.example.filter"])
        }
    }

    @Test func propertyListsSayWhereReportsGo() throws {
        let info = try #require(try propertyList("ReportExtension/Info.plist")["NSExtension"] as? [String: Any])
        #expect(info["NSExtensionPointIdentifier"] as? String == "com.apple.identitylookup.classification-ui")
        #expect(info["NSExtensionPrincipalClass"] as? String == "$(PRODUCT_MODULE_NAME).ReportExtension")
        let attributes = try #require(info["NSExtensionAttributes"] as? [String: Any])
        let destination = attributes["ILClassificationExtensionNetworkReportDestination"] as? String
        let url = try #require(destination.flatMap { URL(string: $0) })
        #expect(url.scheme == "https")
        for name in ["App/App.entitlements", "ReportExtension/ReportExtension.entitlements"] {
            let domains = try propertyList(name)["com.apple.developer.associated-domains"] as? [String]
            #expect(domains?.contains("classificationreport:\(try #require(url.host))") == true)
        }
    }

    /// A person types a number as Messages shows it. The system hands over another form.
    @Test(arguments: [
        ("010-1234-5678", "KR", "+821012345678"), ("+82 10 1234 5678", "US", "+821012345678"),
        ("(408) 555-0001", "US", "+14085550001"), ("14085550001", "US", "+14085550001"), ("600 11 22 33", "ES", "+34600112233"),
        ("1588", "KR", "1588"), ("MyBank", "KR", "MyBank"), ("a@b.example", "KR", "a@b.example"), ("", "KR", ""),
        ("010-1234-5678", nil, "010-1234-5678"),
    ])
    func aTypedSenderIsKeptAsTheSystemWritesIt(typed: String, country: String?, written: String) {
        #expect(typed.asTheSystemWritesIt(receiverCountry: country) == written)
    }

    @Test func theLastWordOnASenderCounts() throws {
        var settings = FilterSettings()
        settings.decide(.junk, sender: "010-1234-5678", receiverCountry: "KR")
        settings.decide(.junk, sender: "MYBANK", receiverCountry: "KR")
        settings.decide(.allow, sender: "+82 10-1234-5678", receiverCountry: "KR")
        settings.decide(.junk, sender: " ", receiverCountry: "KR")
        #expect(settings.allow == [try #require(Rule(.allow, sender: "+821012345678"))])
        #expect(settings.deny == [try #require(Rule(.junk, sender: "MYBANK"))])
        let folder = try TemporaryFolder(model: sampleModel(), settings)
        for sender in ["+821012345678", "821012345678"] {
            let message = Message(body: Texts.junk, sender: sender, receiverCountry: "KR")
            #expect(FilterHandler(folder.filter).offlineAnswer(to: message).answer == Answer(.allow))
        }
    }
}
