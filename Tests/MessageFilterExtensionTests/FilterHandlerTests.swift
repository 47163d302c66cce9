// The handler in both forms, over every fate of a query. Each completion is called once.

import Foundation
import IdentityLookupShim
import SpamFilter
import SpamFilterIO
import Testing

@testable import MessageFilterExtension

@Suite struct FilterHandlerTests {
    static let rules = [
        Rule(.allow, sender: "MYBANK")!, Rule(.junk, senderPrefix: "+82", contains: "[Web발신]")!, Rule(.junk, hasImage: true)!,
    ]

    private func request(_ body: String?, from sender: String? = nil) -> ILMessageFilterQueryRequest {
        ILMessageFilterQueryRequest(sender: sender, messageBody: body, receiverISOCountryCode: "KR")
    }

    /// Asks in both forms and expects the same of both.
    private func expect(
        _ expected: Answer, _ handler: FilterHandler, _ request: ILMessageFilterQueryRequest, _ network: Network = .junk,
        asked: Int = 0, location: SourceLocation = #_sourceLocation
    ) async {
        let counter = Counter()
        let (answer, count) = await answers(handler, request, network, asked: counter)
        #expect(answer == expected && count == 1, sourceLocation: location)
        let response = await handler.handle(request, context: network.context(asked: counter))
        #expect(Answer(response) == expected, sourceLocation: location)
        #expect(counter.count == 2 * asked, sourceLocation: location)
    }

    @Test(
        arguments: [
            (Texts.junk, nil, Answer(.junk)), (Texts.unsure, nil, .none), (Texts.unknown, nil, Answer(.allow)),
            (Texts.offers, nil, Answer(.promotion, .promotionalOffers)),
            (Texts.finance, nil, Answer(.transaction, .transactionalFinance)), (Texts.junk, "MyBank", Answer(.allow)),
            ("[Web발신] \(Texts.unknown)", "+82 10-0000-0000", Answer(.junk)),
            ("[Web발신] \(Texts.unknown)", "010-0000-0000", Answer(.junk)),
            (Texts.unknown, "+82 10-0000-0000", Answer(.allow)), ("look \u{FFFC}", nil, Answer(.junk)),
            (nil, nil, .none), (nil, "MYBANK", Answer(.allow)), ("", "+1 555 0100", .none),
        ] as [(String?, String?, Answer)])
    func rulesThenModelAnswer(body: String?, sender: String?, expected: Answer) async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(rules: FilterHandlerTests.rules))
        await expect(expected, FilterHandler(folder.filter), request(body, from: sender))
    }

    @Test(arguments: Network.allCases)
    func whatTheNetworkSaysIsTheAnswerAndEverythingElseNone(network: Network) async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        let handler = FilterHandler(folder.filter) { _ in }
        await expect(network.answer, handler, request(Texts.unsure), network, asked: 1)
        // What is known offline is not asked: the one deferral there is was made before.
        await expect(Answer(.junk), handler, request(Texts.junk), network, asked: network == .redundant ? 1 : 0)
    }

    /// Codes and what to do, and nothing of the answer.
    @Test(
        arguments: [
            (.system, "deferral error 1, system:"), (.invalidURL, "deferral error 2, invalidNetworkURL: give one https URL"),
            (.unauthorized, "deferral error 3, networkURLUnauthorized: check the host's apple-app-site-association"),
            (.failed, "deferral error 4, networkRequestFailed: check that the server answers"),
            (.redundant, "deferral error 5, redundantNetworkDeferral: let one handler"),
            (.wrongStatus, "status 404 of the server, expected 200"), (.garbage, "the server's answer cannot be read: expected"),
            (.nothing, "no answer and no error"), (.junk, nil), (.coupons, nil),
        ] as [(Network, String?)])
    func aDeferralWithoutAnAnswerIsLogged(network: Network, expected: String?) async throws {
        let folder = try TemporaryFolder(model: sampleModel(), FilterSettings(defersToNetwork: true))
        let lines = Locked<[String]>([])
        let handler = FilterHandler(folder.filter) { line in lines.withLock { $0.append(line) } }
        _ = await answers(handler, request(Texts.unsure), network)
        let logged = lines.withLock { $0 }
        #expect(logged.count == (expected == nil ? 0 : 1) && logged.allSatisfy { !$0.contains("<html>") })
        if let expected { #expect(logged.first?.hasPrefix(expected) == true, "\(logged)") }
    }

    /// As the extension sees the App Group: it may read and not write.
    @Test func aFolderThatMayNotBeWrittenIsReadAlone() throws {
        let folder = try TemporaryFolder(
            model: sampleModel(), FilterSettings(defersToNetwork: true, rules: FilterHandlerTests.rules))
        try folder.filter.install(rules: RuleContent(deny: [try #require(Rule(.junk, sender: "MYSHOP"))]).encoded())
        var own = PersonalOverlay(TokenizerSettings())
        try own.learn(Message(body: Texts.offers), as: .allow)
        try folder.filter.save(overlay: own)
        let path = folder.filter.path, before = try folder.files()
        chmod(path, 0o555)
        defer { chmod(path, 0o755) }
        let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        withoutRoot(owning: before.map { "\(path)/\($0)" }) {
            #expect(throws: InstallError.self) { try folder.filter.save(FilterSettings()) }
            let handler = FilterHandler(folder.filter)
            let expected: [(String, String?, Answer)] = [
                (Texts.junk, nil, Answer(.junk)), (Texts.junk, "MyBank", Answer(.allow)),
                (Texts.unknown, "MyShop", Answer(.junk)), (Texts.unsure, nil, .none),
            ]
            for (body, sender, action) in expected {
                let (answer, defers) = handler.offlineAnswer(to: Message(body: body, sender: sender, receiverCountry: "KR"))
                #expect(answer == action && defers == (action == .none), "\(body)")
            }
            handler.handle(ILMessageFilterCapabilitiesQueryRequest(), context: Network.junk.context()) { response in
                #expect(response.transactionalSubActions == [.transactionalFinance])
            }
        }
        #expect(try folder.files() == before)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == changed)
    }

    /// Without the entitlement the container has no path: nothing is written anywhere else.
    @Test func withoutAnAppGroupTheBundledModelAnswers() async throws {
        let bundle = try TemporaryFolder()
        try bundle.write(sampleModel(), to: "shipped.spam")
        let folder = FilterFolder("", bundledModel: "\(bundle.filter.path)/shipped.spam")
        let handler = FilterHandler(folder)
        await expect(Answer(.junk), handler, request(Texts.junk))
        await expect(.none, handler, request(Texts.unsure), asked: 0)
        #expect(throws: InstallError.self) { try folder.save(FilterSettings()) }
        #expect(throws: InstallError.noFolder) { try folder.install(model: sampleModel(finance: .junk)) }
    }

    @Test func nothingIsDeferredUnlessTheAppSaysSo() async throws {
        for settings in [nil, FilterSettings(), FilterSettings(rules: FilterHandlerTests.rules)] {
            let folder = try TemporaryFolder(model: sampleModel(), settings)
            await expect(.none, FilterHandler(folder.filter), request(Texts.unsure), asked: 0)
        }
    }

    @Test func onlyDeclaredSubActionsAreAnswered() async throws {
        let rules = ["transaction/finance", "transaction/orders"].map { Rule(Label($0)!, sender: $0)! }
        let handled = try TemporaryFolder(model: sampleModel(), FilterSettings(rules: rules))
        let handler = FilterHandler(handled.filter)
        await expect(Answer(.transaction, .transactionalFinance), handler, request("a", from: "transaction/finance"))
        await expect(Answer(.transaction), handler, request("a", from: "transaction/orders"))
    }

    @Test func withoutAModelRulesAnswerAndTheRestIsNone() async throws {
        let folder = try TemporaryFolder(FilterSettings(rules: FilterHandlerTests.rules))
        let handler = FilterHandler(folder.filter)
        await expect(.none, handler, request(Texts.junk))
        await expect(Answer(.allow), handler, request(Texts.junk, from: "MYBANK"))
        await expect(.none, FilterHandler(FilterFolder("/nowhere/\u{0}")), request(Texts.junk))
        await expect(.none, FilterHandler(FilterFolder("")), request(nil))
    }

    @Test func aModelIsSwappedAndRemovedUnderneath() async throws {
        let folder = try TemporaryFolder()
        let handler = FilterHandler(folder.filter)
        await expect(.none, handler, request(Texts.finance))
        try folder.filter.install(model: sampleModel())
        await expect(Answer(.transaction, .transactionalFinance), handler, request(Texts.finance))
        try folder.filter.install(model: sampleModel(finance: .junk))
        await expect(Answer(.junk), handler, request(Texts.finance))
        // Damaged on the way: the one before answers.
        try folder.write(Array(sampleModel().dropLast(16)), to: "model-3.spam")
        await expect(Answer(.junk), handler, request(Texts.finance))
        for file in try folder.files() { try folder.remove(file) }
        await expect(.none, handler, request(Texts.finance))
    }

    @Test func capabilitiesAreTheModelsDeclaredSubActions() async throws {
        let folder = try TemporaryFolder()
        let handler = FilterHandler(folder.filter)
        for isThere in [false, true] {
            if isThere { try folder.filter.install(model: sampleModel()) }
            let request = ILMessageFilterCapabilitiesQueryRequest()
            let counter = Counter()
            handler.handle(request, context: Network.junk.context()) { response in
                counter.add()
                #expect(response.transactionalSubActions == (isThere ? [.transactionalFinance] : []))
                #expect(response.promotionalSubActions == (isThere ? [.promotionalOffers] : []))
            }
            #expect(counter.count == 1)
            let response = await handler.handle(request, context: Network.junk.context())
            #expect(response.transactionalSubActions.count == (isThere ? 1 : 0))
        }
    }
}
