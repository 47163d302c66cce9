// Fuzzing: any bytes as a message. A trap, a feature outside the body, too many features, or other
// features when it is read again end the run.

import SpamFilter

/// How an input is divided: a byte that chooses the settings, two of the country, one of the
/// sender's length, the sender, and the body. `seeds` writes the same.
struct Input {
    let settings: Int
    let country: UnsafeBufferPointer<UInt8>
    let sender: UnsafeBufferPointer<UInt8>
    let body: UnsafeBufferPointer<UInt8>

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        settings = Int(bytes[0])
        country = UnsafeBufferPointer(rebasing: bytes[1..<(bytes[1] == 0 ? 1 : 3)])
        let bodyStart = min(bytes.count, 4 + Int(bytes[3] & 31))
        sender = UnsafeBufferPointer(rebasing: bytes[4..<bodyStart])
        body = UnsafeBufferPointer(rebasing: bytes[bodyStart...])
    }
}

/// All valid settings.
let everySettings: [TokenizerSettings] = {
    var all: [TokenizerSettings] = []
    for words in UInt8(1)...2 {
        for syllables in UInt8(1)...3 {
            for shortest in UInt8(0)...5 {
                for longest in UInt8(0)...5 {
                    let settings = TokenizerSettings(
                        wordNgrams: words, shortestNgram: shortest, longestNgram: longest, cjkNgrams: syllables,
                        simplifiesHan: all.count % 2 == 0)
                    if settings.isValid { all.append(settings) }
                }
            }
        }
    }
    return all
}()

/// Checks the place of every feature, and makes one number of all.
struct FeatureCheck: FeatureSink {
    let bodyCount: UInt32
    var inBody = true
    var count = 0
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ body: UnsafeBufferPointer<UInt8>) { bodyCount = UInt32(body.count) }

    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        precondition(batch.count < mostFeatures, "a full batch: features may have been dropped")
        for feature in batch { add(feature.hash, start: feature.start, end: feature.end) }
    }

    private mutating func add(_ feature: UInt64, start: UInt32, end: UInt32) {
        if inBody {
            let isWhole = start == wholeMessage && end == wholeMessage
            precondition(isWhole || start <= end && end <= bodyCount, "a feature outside of the body")
        } else {
            precondition(start == outsideBody && end == outsideBody, "a feature of the sender inside the body")
        }
        count += 1
        for part in [feature, UInt64(start), UInt64(end)] { digest = (digest ^ part) &* 0x100_0000_01B3 }
    }
}

func read(_ input: Input, _ reader: inout MessageReader) -> FeatureCheck {
    var check = FeatureCheck(input.body)
    reader.readBody(input.body, into: &check)
    // A byte folds to six scalars at most (U+FDFA: 18 of three), and a scalar ends some ten
    // features at most.
    precondition(check.count <= 64 * input.body.count, "too many features")
    check.inBody = false
    let ofBody = check.count
    reader.readSender(input.sender, receiverCountry: input.country, into: &check)
    precondition(check.count - ofBody <= 16, "too many features of the sender")
    return check
}

/// A reader for each settings that has read all earlier inputs: their traces must not show.
final class UsedReader {
    nonisolated(unsafe) static var all: [UsedReader] = everySettings.map(UsedReader.init)
    var reader: MessageReader

    init(_ settings: TokenizerSettings) { reader = MessageReader(settings) }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let input = Input(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    let choice = input.settings % everySettings.count
    var fresh = MessageReader(everySettings[choice])
    let first = read(input, &fresh)
    let again = read(input, &UsedReader.all[choice].reader)
    precondition(first.digest == again.digest && first.count == again.count, "other features when read again")
    Judge.only.check(input.body)

    // The same as strings, where the bytes are UTF-8.
    guard let body = String(validating: input.body, as: UTF8.self), let sender = String(validating: input.sender, as: UTF8.self),
        let country = String(validating: input.country, as: UTF8.self)
    else { return 0 }
    var check = StringCheck()
    let message = Message(body: body, sender: sender, receiverCountry: country)
    fresh.read(message, into: &check)
    precondition(check.digest == first.digest, "other features as a string")
    Judge.only.check(message)
    return 0
}

/// Letters of many scripts one by one, so that the model knows many features of the inputs.
enum Judge {
    nonisolated(unsafe) static var only = KnowingClassifier(wordsOf: [
        "Free gold! a b c d e f g h i j k l m n o p q r s t u v w x y z", "오늘 대출 승인 가 나 다 금 ㅋㅋ", "免费领取88元 加微信 ガパ",
        "1 22 333 1,000 $5 #",
        "see http://gold.example/x www.a.com me@gold.example", "\u{FFFC} 😀 !! … \u{FFFD}", "да нет αβγ مبروك",
    ])
}

/// The size of a window's batch of features: 8.25 for each of 376 scalars.
let mostFeatures = 33 * 376 / 4

/// The digest of `FeatureCheck` alone: a string's body and sender are read in one.
struct StringCheck: FeatureSink {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    mutating func add(_ batch: UnsafeBufferPointer<Feature>) {
        for feature in batch {
            for part in [feature.hash, UInt64(feature.start), UInt64(feature.end)] { digest = (digest ^ part) &* 0x100_0000_01B3 }
        }
    }
}
