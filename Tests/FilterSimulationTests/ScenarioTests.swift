// Each rule of the system's flow has a file of events, one a line, with the expected outcome under
// `expect`. A message is what its first word says: junk, allow, none, offers, coupons or finance.

import Foundation
import MessageFilterExtension
import SpamFilter
import Testing

@testable import FilterSimulation

/// A filter that does what a message's first word says, whatever else may be in it.
private func answer(_ word: Substring?) -> Answer {
    switch word {
    case "junk": Answer(.junk)
    case "allow": Answer(.allow)
    case "offers": Answer(.promotion, .promotionalOffers)
    case "coupons": Answer(.promotion, .promotionalCoupons)
    case "finance": Answer(.transaction, .transactionalFinance)
    default: .none
    }
}

private struct Scenario {
    let events: [(event: ThreadEvent, expected: String?)]

    init(_ name: String) throws {
        let url = try #require(Bundle.module.url(forResource: "Scenarios", withExtension: nil)).appendingPathComponent(
            name + ".jsonl")
        events = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { line in
            let event = try Array(line).withUnsafeBufferPointer { try ThreadEvent(json: $0) }
            let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            return (event, object?["expect"] as? String)
        }
    }

    enum Filter {
        case plain
        /// Its server reads the second word.
        case deferring
        /// Declares more sub-actions than the system takes.
        case declaringMany
    }

    static func flow(_ filter: Filter = .plain, junkSticks: Bool = true) -> SystemFlow {
        let first: (Message) -> Answer = { answer($0.body.split(separator: " ").first) }
        let installed =
            switch filter {
            case .plain: InstalledFilter(declared: [.promotionalOffers, .transactionalFinance], answer: first)
            case .deferring: InstalledFilter(declared: [.promotionalOffers], defersToNetwork: true, answer: first)
            case .declaringMany:
                InstalledFilter(declared: Array(SubAction.allCases[1...6]) + [.promotionalOffers], answer: first)
            }
        return SystemFlow(
            installed,
            server: { answer($0.text?.split(separator: " ").dropFirst().first) }, junkSticks: junkSticks)
    }
}

extension Delivery {
    /// `folder/sub-folder way`, and what else there is to say.
    fileprivate var words: String {
        folder.rawValue + (answer.subAction == .none ? "" : "/" + answer.subAction.name) + " " + way.name
            + (isStuck ? " stuck" : "")
            + (moved.all > 0 ? " moved \(moved.all)" : "")
            + (deferral == .notMade ? "" : " " + deferral.rawValue)
    }
}

@Suite struct ScenarioTests {
    @Test(
        arguments: [
            ("contacts", .plain), ("imessage", .plain), ("replies", .plain), ("restored", .plain), ("sticky", .plain),
            ("began-with-a-transaction", .plain), ("deleted", .plain), ("folders", .plain), ("switched-on-later", .plain),
            ("pictures", .plain), ("deferral", .deferring),
            ("network-down", .deferring), ("too-many-sub-actions", .declaringMany),
        ] as [(String, Scenario.Filter)])
    fileprivate func everyRuleHasItsOutcome(name: String, filter: Scenario.Filter) throws {
        let scenario = try Scenario(name)
        var flow = Scenario.flow(filter)
        var checked = 0
        for (i, (event, expected)) in scenario.events.enumerated() {
            let delivery = flow.happen(event)
            #expect(delivery?.words == expected, "\(name), line \(i + 1)")
            if expected != nil { checked += 1 }
        }
        #expect(checked >= 3)
    }

    @Test func withoutStickingEachMessageIsJudgedAlone() throws {
        var flow = Scenario.flow(junkSticks: false)
        for (event, expected) in try Scenario("sticky").events {
            let delivery = flow.happen(event)
            #expect(delivery?.isStuck != true)
            if expected?.contains("stuck") == true { #expect(delivery?.folder == .inbox) }
        }
        // The thread is where its last message went, and all of the other sender's is back.
        #expect(FlowReport(flow).putInJunk.all == 3 && FlowReport(flow).moved.all == 5 && FlowReport(flow).restored.all == 3)
    }

    @Test func theReportCountsWhatTheUserWouldHaveSeen() throws {
        var flow = Scenario.flow()
        for (event, _) in try Scenario("restored").events { flow.happen(event) }
        let report = FlowReport(flow)
        #expect(report.messages == JunkCounts(wanted: 5, junk: 2, unlabeled: 1))
        #expect(report.byWay == ["iMessage": 0, "contact": 0, "replied": 2, "off": 0, "filter": 6])
        #expect(report.byAction == ["none": 0, "allow": 2, "junk": 4, "promotion": 0, "transaction": 0])
        // Five were in Junk. Two came back with their thread, and one wanted message is lost.
        #expect(report.putInJunk == JunkCounts(wanted: 3, junk: 1, unlabeled: 1) && report.stuck == JunkCounts(wanted: 1))
        #expect(report.restored == JunkCounts(wanted: 2))
        #expect(report.moved == JunkCounts())
        #expect(report.lostMessages == 1 && report.lostThreads == 1)
        #expect(report.junkSeen == 1 && report.notificationsSpared == 1)
    }

    @Test func whatIsDeletedInJunkIsLost() throws {
        var flow = Scenario.flow()
        for (event, _) in try Scenario("deleted").events { flow.happen(event) }
        let report = FlowReport(flow)
        // One was shown before its thread went to Junk, two are still there.
        #expect(report.moved == JunkCounts(wanted: 1) && report.restored == JunkCounts())
        #expect(report.lostMessages == 3 && report.lostThreads == 2)
    }

    /// A sender is one thread in any spelling, and a thread that comes back is shown in whole.
    @Test func threadsAreOfSendersAsRulesCompareThem() throws {
        var flow = Scenario.flow()
        func deliver(_ sender: String, _ text: String) -> Delivery? {
            flow.happen(.message(IncomingMessage(thread: sender, Message(body: text, sender: sender), label: .allow)))
        }
        for sender in ["+82 10-0000-0000", "821000000000", "MYBANK"] { _ = deliver(sender, "junk") }
        #expect(FlowReport(flow).lostMessages == 3 && FlowReport(flow).lostThreads == 2)
        for thread in ["+821000000000", "82 10 0000 0000", "821000000000"] { flow.happen(.reply(thread: thread)) }
        #expect(FlowReport(flow).lostMessages == 1 && FlowReport(flow).restored == JunkCounts(wanted: 2))
        #expect(deliver("+821000000000", "junk")?.folder == .inbox)
        #expect(deliver("mybank", "allow")?.isStuck == true)
    }
}
