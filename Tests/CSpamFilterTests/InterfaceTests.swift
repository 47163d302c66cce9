// The header and what implements it must say the same: functions, numbers, names, layouts.

import CSpamFilter
import CSpamFilterHeader
import Foundation
import SpamFilter
import Testing

@Suite struct InterfaceTests {
    /// Compiles only where both have one type.
    private func areAlike<Function>(_ implemented: Function, _ declared: Function) -> Bool { true }

    @Test func functionsHaveTheTypesOfTheHeader() {
        #expect(areAlike(spamfilterOpen, spamfilter_open))
        #expect(areAlike(spamfilterOpenBytes, spamfilter_open_bytes))
        #expect(areAlike(spamfilterClose, spamfilter_close))
        #expect(areAlike(spamfilterClassify, spamfilter_classify))
        #expect(areAlike(spamfilterClassifyText, spamfilter_classify_text))
        #expect(areAlike(spamfilterClassifyBatch, spamfilter_classify_batch))
        #expect(areAlike(spamfilterLogOdds, spamfilter_log_odds))
        #expect(areAlike(spamfilterExplain, spamfilter_explain))
        #expect(areAlike(spamfilterFeatures, spamfilter_features))
        #expect(areAlike(spamfilterBytes, spamfilter_bytes))
        #expect(areAlike(spamfilterLabels, spamfilter_labels))
        #expect(areAlike(spamfilterSequence, spamfilter_sequence))
        #expect(areAlike(spamfilterLabelName, spamfilter_label_name))
        #expect(areAlike(spamfilterVersion, spamfilter_version))
    }

    /// A program that was compiled before must run with the library of now.
    @Test func structsKeepTheirLayout() {
        #expect(MemoryLayout<spamfilter_options>.size == 40)
        #expect(MemoryLayout<spamfilter_options>.offset(of: \.overlay_path) == 32)
        #expect(MemoryLayout<spamfilter_message>.size == 48)
        #expect(MemoryLayout<spamfilter_verdict>.size == 96)
        #expect(MemoryLayout<spamfilter_verdict>.offset(of: \.junk_log_odds) == 24)
        #expect(MemoryLayout<spamfilter_verdict>.offset(of: \.probabilities) == 32)
        #expect(MemoryLayout<spamfilter_clue>.size == 72)
        #expect(MemoryLayout<spamfilter_clue>.offset(of: \.kind) == 28)
        #expect(MemoryLayout<spamfilter_feature>.size == 16)
        #expect(MemoryLayout<spamfilter_explanation>.size == 136)
        #expect(MemoryLayout<spamfilter_explanation>.offset(of: \.clue_count) == 128)
    }

    static let actions = [
        (SPAMFILTER_NONE, Action.none), (SPAMFILTER_ALLOW, .allow), (SPAMFILTER_JUNK, .junk), (SPAMFILTER_PROMOTION, .promotion),
        (SPAMFILTER_TRANSACTION, .transaction),
    ]
    static let subActions = [
        (SPAMFILTER_TRANSACTION_OTHERS, SubAction.transactionalOthers), (SPAMFILTER_TRANSACTION_FINANCE, .transactionalFinance),
        (SPAMFILTER_TRANSACTION_ORDERS, .transactionalOrders), (SPAMFILTER_TRANSACTION_REMINDERS, .transactionalReminders),
        (SPAMFILTER_TRANSACTION_HEALTH, .transactionalHealth), (SPAMFILTER_TRANSACTION_WEATHER, .transactionalWeather),
        (SPAMFILTER_TRANSACTION_CARRIER, .transactionalCarrier), (SPAMFILTER_TRANSACTION_REWARDS, .transactionalRewards),
        (SPAMFILTER_TRANSACTION_PUBLIC_SERVICES, .transactionalPublicServices), (SPAMFILTER_PROMOTION_OTHERS, .promotionalOthers),
        (SPAMFILTER_PROMOTION_OFFERS, .promotionalOffers), (SPAMFILTER_PROMOTION_COUPONS, .promotionalCoupons),
    ]

    @Test func numbersAreThoseOfSwift() {
        #expect(InterfaceTests.actions.count == Action.allCases.count)
        for (number, action) in InterfaceTests.actions { #expect(number == action.rawValue) }
        #expect(InterfaceTests.subActions.count + 1 == SubAction.allCases.count)
        for (number, subAction) in InterfaceTests.subActions { #expect(number == subAction.rawValue) }
        let tiers = [
            (SPAMFILTER_BY_ALLOW, RuleTier.allow), (SPAMFILTER_BY_DENY, .deny), (SPAMFILTER_BY_ALLOW_LIST, .allowLists),
            (SPAMFILTER_BY_DENY_LIST, .denyLists), (SPAMFILTER_BY_RULE, .groups),
        ]
        #expect(tiers.count + 1 == RuleTier.allCases.count && SPAMFILTER_BY_MODEL == 0)
        for (number, tier) in tiers { #expect(number == Int(tier.rawValue) + 1) }
        #expect(Int(SPAMFILTER_CLASSES) == SIMD16<Float>.scalarCount)
    }

    @Test func everyLabelHasAName() {
        for (number, action) in InterfaceTests.actions { #expect(name(number) == action.name) }
        for (number, subAction) in InterfaceTests.subActions {
            #expect(name(number) == Label.all.first { $0.subAction == subAction }?.description)
        }
        for number in [-1, 5, 9_999, 10_009, 20_003, Int(Int32.max), Int(Int32.min)] { #expect(name(number) == nil) }
    }

    private func name(_ number: Int) -> String? {
        spamfilterLabelName(Int32(number)).map { String(cString: $0) }
    }

    /// A clue keeps the kind's name in 44 bytes, the last of which is NUL.
    @Test func kindsOfFeaturesHaveRoom() {
        let names =
            HidingTrick.allCases.map { FeatureKind.hidden($0).name }
            + SenderKind.allCases.flatMap { [SenderFeature.length($0, 15).name, SenderFeature.country($0, 0x4742).name] }
            + [SenderFeature.ownCallingCode.name, SenderFeature.headerClass(0x70).name]
            + [FeatureKind.digits(16), .length(log2: 31), .address, .otherNumber].map(\.name)
        for name in names { #expect(name.utf8.count < 44, "\(name)") }
    }

    @Test func versionIsThatOfTheRelease() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
        let release = try String(contentsOf: sources.appendingPathComponent("SpamFilter/Version.swift"), encoding: .utf8)
        let version = try #require(spamfilterVersion().map { String(cString: $0) })
        #expect(release.contains("releaseVersion: StaticString { \"\(version)\" }"))
    }
}
