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
        #expect(info["NSExtensionPrincipalClass"] as? String == "$(PRODUCT_MODULE_NAME).\(FilterExtension.self)")
        let host = try #require(url.host)
        for name in ["App/App.entitlements", "FilterExtension/FilterExtension.entitlements"] {
            let entitlements = try propertyList(name)
            let domains = try #require(entitlements["com.apple.developer.associated-domains"] as? [String])
            #expect(domains.contains("messagefilter:\(host)"))
            #expect(entitlements["com.apple.security.application-groups"] as? [String] == ["group.test.example.filter"])
        }
        let report = try propertyList("ReportExtension/ReportExtension.entitlements")
        #expect(report["com.apple.developer.associated-domains"] as? [String] == ["classificationreport:\(host)"])
    }
}
