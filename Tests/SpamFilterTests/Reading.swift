// What the tests look at: folded text as a string, features as a list, and random numbers that
// repeat.

@testable import SpamFilter

/// A feature as the reader gave it.
struct ReadFeature: Hashable {
    var hash: UInt64
    var start: Int
    var end: Int

    /// Whether it is of the whole of a body, or of bytes of it: not `<`, as what ends within the
    /// scalars of one sign, as f does in ﬁ, ends where the sign begins.
    func lies(in bytes: Int) -> Bool {
        start == Int(wholeMessage) ? end == Int(wholeMessage) : start <= end && end <= bytes
    }
}

/// Keeps every feature in the order of reading.
struct FeatureList: FeatureSink {
    var features: [ReadFeature] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        self.features += features.map { ReadFeature(hash: $0.hash, start: Int($0.start), end: Int($0.end)) }
    }
}

/// Only counts, for long messages.
struct FeatureTally: FeatureSink {
    var count = 0
    var lastEnd = 0
    var isInOrder = true

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        count += features.count
        for feature in features where feature.start != wholeMessage {
            isInOrder = isInOrder && feature.start <= feature.end
            lastEnd = max(lastEnd, Int(feature.end))
        }
    }
}

func features(of message: Message, _ settings: TokenizerSettings = TokenizerSettings()) -> [ReadFeature] {
    var reader = MessageReader(settings)
    var list = FeatureList()
    reader.read(message, into: &list)
    return list.features
}

func features(of body: String, _ settings: TokenizerSettings = TokenizerSettings()) -> [ReadFeature] {
    features(of: Message(body: body), settings)
}

func features(ofBytes body: [UInt8], _ settings: TokenizerSettings = TokenizerSettings()) -> [ReadFeature] {
    var reader = MessageReader(settings)
    var list = FeatureList()
    body.withUnsafeBufferPointer { reader.readBody($0, into: &list) }
    return list.features
}

/// The hashes of a body's features in the order of reading.
func hashes(of body: String, _ settings: TokenizerSettings = TokenizerSettings()) -> [UInt64] {
    features(of: body, settings).map(\.hash)
}

/// The n-gram of one to three characters, which must be folded already; `edge` is an edge of a
/// word.
func gramFeature(_ characters: [UInt32]) -> UInt64 {
    FeatureHash.close(characters.reduce(0) { $0 << 21 | UInt64(readAs($1)) }, .gram)
}

/// The 3-grams of a whole word, which must be folded already, both edges counting as characters.
func gramFeatures(_ word: String) -> [UInt64] {
    let characters = [edge] + word.unicodeScalars.map(\.value) + [edge]
    return (0..<characters.count - 2).map { gramFeature(Array(characters[$0..<$0 + 3])) }
}

let edge: UInt32 = 1

/// A digit of a word reads as 0, l as i.
private func readAs(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x30...0x39: 0x30
    case 0x6C: 0x69
    default: scalar
    }
}

/// The feature of a whole word of an alphabet, which must be folded already.
func wordFeature(_ word: String) -> UInt64 { FeatureHash.close(gramFeatures(word).reduce(0, &+), .word) }

/// The feature of a run of Hangul syllables.
func hangulFeature(_ word: String) -> UInt64 {
    FeatureHash.close(word.unicodeScalars.reduce(0) { FeatureHash.roll($0, $1.value) }, .word)
}

/// The feature of one to three neighbours of Han, kana or Hangul.
func syllabicFeature(_ characters: String) -> UInt64 {
    let multipliers = [FeatureHash.m1, FeatureHash.m2, FeatureHash.m3]
    return FeatureHash.close(
        zip(characters.unicodeScalars.reversed(), multipliers).reduce(0) { $0 &+ UInt64($1.0.value) &* $1.1 }, .cjk)
}

/// The feature of a trick in bucket 1 to 4: once, 2-3, 4-7 times, more often.
func signalFeature(_ trick: HidingTrick, _ bucket: Int) -> UInt64 {
    FeatureHash.close(UInt64(trick.rawValue) << 3 | UInt64(bucket), .hidden)
}

/// Which tricks were found in a body, and how often: "spaced 2-3".
func signals(of body: String, _ settings: TokenizerSettings = TokenizerSettings()) -> [String] {
    hashes(of: body, settings).compactMap { signalNames[$0] }
}

/// Every feature of the kind by its name.
let signalNames: [UInt64: String] = Dictionary(
    uniqueKeysWithValues: HidingTrick.allCases.flatMap { trick in
        zip(1...4, ["1", "2-3", "4-7", "8+"]).map { (signalFeature(trick, $0), "\(trick) \($1)") }
    })

/// Every feature of a length by its logarithm.
let lengths: [UInt64: Int] = Dictionary(
    uniqueKeysWithValues: MessageScript.allCases.flatMap { zip($0.lengthFeatures, 0...) })

/// The hashes of a body's features without that of its length.
func textHashes(of body: String, _ settings: TokenizerSettings = TokenizerSettings()) -> [UInt64] {
    hashes(of: body, settings).filter { lengths[$0] == nil }
}

/// Signs of ASCII and 。, alone and between neighbours.
private let signs: Set<UInt64> = {
    var all: Set<UInt64> = []
    for scalar in [UInt32](0x21...0x2F) + [UInt32](0x3A...0x40) + [UInt32](0x5B...0x60) + [UInt32](0x7B...0x7E) + [0x3002] {
        for times in 1...3 {
            all.insert(FeatureHash.run(scalar, times: times))
            for sides in UInt64(0)..<25 { all.insert(FeatureHash.run(scalar, times: times, left: sides / 5, right: sides % 5)) }
        }
    }
    return all
}()

/// The hashes of a body's features without those of signs and of its length.
func signlessHashes(of body: String) -> [UInt64] { textHashes(of: body).filter { !signs.contains($0) } }

/// The hashes of a body's features without those of tricks and of its length.
func plainHashes(of body: String, _ settings: TokenizerSettings = TokenizerSettings()) -> [UInt64] {
    textHashes(of: body, settings).filter { signalNames[$0] == nil }
}

/// One scalar of a folded text.
struct FoldedPart: Equatable {
    var scalar: UInt32
    var kind: ScalarClass
    var start: Int
}

/// The folded scalars of all windows of a text, one window behind the other.
func foldedParts(ofBytes text: [UInt8]) -> [FoldedPart] {
    var window = FoldedWindow(simplifiesHan: true)
    var parts: [FoldedPart] = []
    text.withUnsafeBufferPointer { text in
        var offset = 0
        while offset < text.count {
            offset = window.fill(text, from: offset)
            for i in 0..<window.count {
                parts.append(
                    FoldedPart(scalar: window.scalars[i].scalar, kind: window.scalars[i].kind, start: Int(window.starts[i])))
            }
        }
    }
    return parts
}

func folded(ofBytes text: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    for part in foldedParts(ofBytes: text) { result.append(Unicode.Scalar(part.scalar)!) }
    return String(result)
}

func folded(_ text: String) -> String { folded(ofBytes: Array(text.utf8)) }

/// Whether two strings hold the same scalars; `==` would take NFC and NFD for equal.
func sameScalars(_ a: String, _ b: String) -> Bool { a.unicodeScalars.elementsEqual(b.unicodeScalars) }

/// `61 301`: a text whose look does not tell its scalars.
func scalarNumbers(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
}

/// Sixteen hexadecimal digits.
func hexadecimal(_ n: UInt64) -> String {
    let digits = String(n, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same numbers everywhere.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
