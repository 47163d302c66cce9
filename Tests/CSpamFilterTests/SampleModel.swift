// A model that knows the features of some invented messages, open in Swift and through C.

import CSpamFilter
import CSpamFilterHeader
import SpamFilter

struct SampleModel: ~Copyable {
    static let bodies: [[UInt8]] =
        [
            "", "a", "hello, my friend", "You won a FREE prize! Claim now: http://gold.example/x?a=1",
            "f.r.e.e c@sh, c a l l +1 555 0100", "(광고) 무료 대출 상담 080-000-0000",
            "您的验证码是 1234，请勿告诉他人", "お荷物のご確認はこちら", "Ваша карта заблокирована", "㈜ 😀👩\u{200D}💻 \u{FFFC}",
            "a\0b",
        ].map { Array($0.utf8) } + damagedBodies
    private static let damagedBodies: [[UInt8]] = [
        [0xFF, 0x61, 0xC3, 0x28, 0x20, 0xE0, 0x80], [0x66, 0xF0, 0x9F, 0x98], Array(repeating: 0x80, count: 700),
    ]
    static let senders = ["", "MYBANK", "+15550100", "010-0000-0000", "106500001", "me@gold.example"]
    static let countries = ["", "KR", "US"]

    let bytes: [UInt8]
    private let memory: UnsafeMutableRawBufferPointer
    let view: ModelView
    let handle: OpaquePointer

    init(_ labels: [Label]) throws {
        bytes = SampleModel.encoded(labels)
        memory = .allocate(byteCount: bytes.count, alignment: 8)
        memory.copyBytes(from: bytes)
        view = try ModelView(UnsafeRawBufferPointer(memory))
        var handle: OpaquePointer?
        let status = spamfilterOpenBytes(memory.baseAddress, memory.count, nil, &handle)
        precondition(status == CInt(SPAMFILTER_OK) && handle != nil)
        self.handle = handle!
    }

    deinit {
        spamfilterClose(handle)
        memory.deallocate()
    }

    static func encoded(_ labels: [Label]) -> [UInt8] {
        var known = KnownFeatures()
        var reader = MessageReader(TokenizerSettings())
        for body in bodies { body.withUnsafeBufferPointer { reader.readBody($0, into: &known) } }
        for sender in senders { reader.read(Message(body: "", sender: sender, receiverCountry: "KR"), into: &known) }
        let features = known.hashes.sorted()
        let classes = labels.enumerated().map { i, label in
            i == 0 ? ModelContent.Class(label: label) : ModelContent.Class(label: label, bias: Float(i) / 9, scale: 1.0 / 32)
        }
        let weights = features.flatMap { feature in
            (1..<UInt64(labels.count)).map { number -> Int8 in
                let product: UInt64 = feature &* number
                return Int8(Int(product >> 33 % 63) - 31)
            }
        }
        return ModelContent(
            settings: TokenizerSettings(), weighting: .lengthNormalized, classes: classes, features: features, weights: weights
        ).encoded()
    }

    /// Calls `use` with every message, in Swift and in C.
    static func forEachMessage(_ use: (MessageBytes, spamfilter_message) -> Void) {
        for (b, body) in bodies.enumerated() {
            for (s, sender) in senders.enumerated() {
                body.withUnsafeBufferPointer { body in
                    Array(sender.utf8).withUnsafeBufferPointer { sender in
                        Array(countries[(b + s) % countries.count].utf8).withUnsafeBufferPointer { country in
                            let bytes = MessageBytes(body: body, sender: sender, receiverCountry: country)
                            use(bytes, spamfilter_message(bytes))
                        }
                    }
                }
            }
        }
    }
}

extension spamfilter_message {
    init(_ bytes: MessageBytes) {
        func text(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
            UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        }
        self.init(
            body: text(bytes.body), body_length: bytes.body.count, sender: text(bytes.sender), sender_length: bytes.sender.count,
            country: text(bytes.receiverCountry), country_length: bytes.receiverCountry.count)
    }
}

private struct KnownFeatures: FeatureSink {
    var hashes: Set<UInt64> = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hashes.insert(feature.hash) }
    }
}
