// Decides on thousands of messages and fails when any of that takes memory from the heap.

import CountingAllocator
import SpamFilter

@main
struct Program {
    static func main() throws(ModelError) {
        guard allocations_are_counted() else {
            print("allocations: skipped, only glibc's heap is counted")
            return
        }
        let before = allocation_count()
        let bodies = Bodies.all()
        precondition(allocation_count() > before, "nothing is counted")

        for labels in ["allow junk", "allow junk promotion promotion/offers transaction transaction/finance"] {
            let file = model(labels.split(separator: " ").compactMap { Label(String($0)) }.sorted(), of: bodies)
            // As ModelFile maps it: memory that the classifier neither owns nor copies.
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 8)
            defer { bytes.deallocate() }
            bytes.copyBytes(from: file)
            try check(bodies, ModelView(UnsafeRawBufferPointer(bytes)))
        }
    }

    /// Every body as a message with and without a sender, and as bytes, without a warm-up.
    static func check(_ bodies: [String], _ model: ModelView) {
        let messages = bodies.enumerated().map { i, body in
            Message(
                body: body, sender: Bodies.senders[i % Bodies.senders.count],
                receiverCountry: Bodies.countries[i % Bodies.countries.count])
        }
        var damaged = bodies.map { Array($0.utf8) }
        for i in damaged.indices where i % 3 == 0 && !damaged[i].isEmpty { damaged[i][damaged[i].count / 2] ^= 0xA0 }
        var junk = 0
        var classifier = Classifier(model)

        var before = allocation_count()
        for message in messages where classifier.classify(message).action == .junk { junk += 1 }
        report("messages", messages.count, allocation_count() - before)

        before = allocation_count()
        for bytes in damaged { bytes.withUnsafeBufferPointer { if classifier.classify(utf8: $0).action == .junk { junk += 1 } } }
        report("byte strings", damaged.count, allocation_count() - before)
        precondition(junk > 0 && junk < messages.count + damaged.count, "a model that knows nothing")
    }

    static func report(_ what: String, _ n: Int, _ allocations: UInt) {
        print("allocations: \(allocations) for \(n) \(what)")
        precondition(allocations == 0, "deciding on a message takes memory")
    }

    /// A model that knows every other feature of some of the messages.
    static func model(_ labels: [Label], of bodies: [String]) -> [UInt8] {
        var known = KnownFeatures()
        var reader = MessageReader(TokenizerSettings())
        for body in bodies.prefix(200) { reader.read(Message(body: body), into: &known) }
        let classes = labels.enumerated().map { i, label in
            i == 0 ? ModelContent.Class(label: label) : ModelContent.Class(label: label, bias: 0, scale: 1.0 / 64)
        }
        let weights = (0..<known.features.count * (labels.count - 1)).map { Int8((($0 &* 0x9E37_79B9) >> 8) % 63 - 31) }
        return ModelContent(
            settings: TokenizerSettings(), weighting: .count, classes: classes, features: known.features, weights: weights
        ).encoded()
    }
}

/// Every other feature, once.
struct KnownFeatures: FeatureSink {
    private var seen: Set<UInt64> = []
    private(set) var features: [UInt64] = []

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        for feature in batch where feature.hash & 1 == 1 && seen.insert(feature.hash).inserted { features.append(feature.hash) }
    }
}

/// Invented messages that meet every tokenizer and every trick, short and longer than a window.
enum Bodies {
    static let senders = [
        nil, "", "MYBANK", "+82 10-0000-0000", "1588-0000", "106500001", "someone.with.a.long.name@gold.example",
    ]
    static let countries = [nil, "KR", "CN", "JP", "US", ""]

    private static let pieces = [
        "free", "Gold", "prize", "I", "Straße", "é", "e\u{301}", "ﬁ", "Ａ", "𝐅𝐫𝐞𝐞", "Ⓕⓡⓔⓔ", "frее", "f r e e", "F.R.E.E",
        "f-r-e-e", "fr33", "c@$h",
        "f\u{336}r\u{336}e\u{336}e", "fr\u{200B}ee", "z\u{300}\u{301}\u{302}\u{303}", "заём", "Σας", "مبروك", "זכית", "ยินดี",
        "बधाई", "x", "xx",
        "1", "1,000", "٣", "①", "010-1234-5678", "2026-11-21", "09:30", "£5", "3,000원", "88元", "****", "1234-****", "○○", "!",
        "!!!", "#", "'",
        "대출", "대 출", "대.출", "ㄷㅐㅊㅜㄹ", "\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", "ﾣﾬﾁ", "무\u{3164}료", "ㅋㅋㅋ", "加微信", "加 微 信", "獲得",
        "か\u{3099}", "ｷｬﾝﾍﾟｰﾝ",
        "㈱", "㎏", "[Web발신]", "(광고)", "【示例】", "<URL>", "[PHONE]", "http://gold.example/a?b=1", "gold.example",
        "hxxp://gold[.]example", "gold dot com",
        "http://192.0.2.7:80/x", "xn--80ak6aa92e.example", "me@gold.example", "😀", "👩\u{200D}💻", "🇰🇷", "1\u{FE0F}\u{20E3}",
        "\u{FFFC}", "\u{FFFD}",
        "\u{FDFA}", "\n", "\u{3000}", " ", "…", "→",
    ]

    static func all() -> [String] {
        var state: UInt64 = 2026
        // Knuth's linear congruential numbers: the same on every run, so that a failure repeats.
        func next(below n: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % n
        }
        return (0..<4000).map { i in
            let count = i % 500 == 499 ? 3000 : next(below: 24)
            return (0..<count).map { _ in pieces[next(below: pieces.count)] }.joined(separator: i % 2 == 0 ? " " : "")
        }
    }
}
