import Foundation
import Testing

@testable import SpamFilter

@Suite struct GoldenTests {
    /// Every feature of every golden message, byte for byte. After a change that is meant:
    /// `SPAMKIT_RECORD_GOLDEN=1 make test FILTER=GoldenTests`, then read the difference.
    @Test func featuresAreThoseOfTheListing() throws {
        let listings = try GoldenMessage.all().map(GoldenFile.listing)
        if ProcessInfo.processInfo.environment["SPAMKIT_RECORD_GOLDEN"] == "1" {
            try GoldenFile.record(listings.joined(separator: "\n"), "features.txt")
            return
        }
        let recorded = try GoldenFile.text("features.txt").split(separator: "\n\n").map {
            $0.hasSuffix("\n") ? String($0) : $0 + "\n"
        }
        let changed = zip(listings, recorded).first { $0 != $1 }
        #expect(
            listings.count == recorded.count && changed == nil,
            """
            Messages are read into other features than before. If that is meant, bump TokenizerSettings.version, which keeps models made \
            for the old ones from being used with the new, and record again with SPAMKIT_RECORD_GOLDEN=1.
            read now:
            \(changed?.0 ?? "\(listings.count) messages")
            recorded:
            \(changed?.1 ?? "\(recorded.count) messages")
            """)
    }

    @Test func namesAreUniqueAndThereAreEnough() throws {
        let names = try GoldenMessage.all().map(\.name)
        #expect(names.count >= 400)
        #expect(Set(names).count == names.count)
    }

    @Test func placesLieInTheMessage() throws {
        for message in try GoldenMessage.all() {
            for feature in features(of: message.body) {
                #expect(feature.lies(in: message.body.utf8.count), "\(message.name)")
            }
        }
    }

    /// Messages that are one and the same to a reader of features, but for the tricks that made
    /// them so.
    @Test(arguments: [
        ("Free gold", "FREE  gold"), ("Ｆree gold", "free gold"), ("fr\u{200B}ee gold", "free gold"), ("Ⓕree", "free"),
        ("대출", "\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}"), ("대출", "ㄷㅐㅊㅜㄹ"), ("ガパ", "ｶﾞﾊﾟ"), ("caf\u{E9}", "cafe\u{301}"),
        ("인증번호 482913", "인증번호 109377"), ("1,000원", "9,999원"), ("!!!", "!!!!!!!"),
        ("http://gold.example/a1", "http://gold.example/b2"),
        ("尾号1234", "尾号xxxx"), ("1234-5678", "****-5678"), ("b4", "b2"), ("ill", "lil"),
    ])
    func lookAlikesGiveTheSameFeatures(_ pair: (String, String)) {
        #expect(plainHashes(of: pair.0) == plainHashes(of: pair.1))
    }

    @Test(arguments: [
        ("free", "gold"), ("free gold", "gold free"), ("!", "!!"), ("1,000", "1.000"), ("1000", "10000"),
        ("gold.example", "gold example"),
        ("http://gold.example", "gold.example"), ("£5", "$5"), ("😀", "😁"), ("a \u{FFFC}", "a \u{FFFD}"), ("대출", "출대"),
    ])
    func differencesOfMeaningAreSeen(_ pair: (String, String)) {
        #expect(Set(hashes(of: pair.0)) != Set(hashes(of: pair.1)))
    }
}
