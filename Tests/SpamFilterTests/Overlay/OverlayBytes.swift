// Overlay files for the tests: opened, damaged and sealed again, and messages to learn.

import Testing

@testable import SpamFilter

/// The file with its checksum made right, as an attacker would make it.
func sealedOverlay(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard file.count >= OverlayLayout.headSize else { return file }
    let checksum = file.withUnsafeBytes { Checksum.of($0, besides: OverlayLayout.checksum) }
    file.replaceSubrange(OverlayLayout.checksum..<OverlayLayout.checksum + 4, with: little(UInt64(checksum), 4))
    return file
}

/// What opening says of a file; `nil` when it opens.
func overlayError(_ file: [UInt8]) -> OverlayError? {
    do throws(OverlayError) {
        _ = try PersonalOverlay(bytes: file)
        return nil
    } catch {
        return error
    }
}

/// An overlay of these counts in some slots, and zeros in all others, with a right checksum.
func overlay(
    junk: UInt8, wanted: UInt8, examples: (junk: Int, wanted: Int), in slots: some Sequence<Int> = 0..<OverlayLayout.slots
) throws -> PersonalOverlay {
    var file = PersonalOverlay(TokenizerSettings()).bytes
    file.replaceSubrange(OverlayLayout.junkExamples..<OverlayLayout.wantedExamples, with: little(UInt64(examples.junk), 2))
    file.replaceSubrange(OverlayLayout.wantedExamples..<OverlayLayout.checksum, with: little(UInt64(examples.wanted), 2))
    for slot in slots {
        file[OverlayLayout.junkCounters + slot] = junk
        file[OverlayLayout.wantedCounters + slot] = wanted
    }
    return try PersonalOverlay(bytes: sealedOverlay(file))
}

/// The slots of a message's features, by division of the high half.
func slots(of message: Message) -> [Int] { features(of: message).map { Int(($0.hash >> 32) * 8160 / 4_294_967_296) } }

/// Those that an example counts in: 510 at most, by the lowest low half in each.
func exampleSlots(of message: Message) -> Set<Int> {
    var ranks: [Int: UInt64] = [:]
    for (slot, feature) in zip(slots(of: message), features(of: message)) {
        ranks[slot] = min(ranks[slot] ?? .max, feature.hash % 4_294_967_296)
    }
    return Set(ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(510).map(\.key))
}

/// Texts of random words, in a script with so many letters that two share next to nothing.
struct RandomTexts {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    mutating func word() -> String {
        // Canadian syllabics, without their marks and their last letters.
        String(String.UnicodeScalarView((0..<5).map { _ in Unicode.Scalar(UInt32.random(in: 0x1405...0x166C, using: &random))! }))
    }

    mutating func words(_ count: Int) -> [String] { (0..<count).map { _ in word() } }

    /// A text with some number of features, a few more or less.
    mutating func text(features: Int) -> Message {
        Message(body: words(max(1, features / RandomTexts.featuresOfAWord)).joined(separator: " "))
    }

    /// A text that differs in one word of eight.
    mutating func variant(of message: Message) -> Message {
        let words = message.body.split(separator: " ").enumerated().map { $0.offset % 8 == 3 ? word() : String($0.element) }
        return Message(body: words.joined(separator: " "))
    }

    /// The word, the pair with the one before, and the n-grams of its letters.
    static let featuresOfAWord: Int = {
        var texts = RandomTexts(seed: 1)
        return SpamFilterTests.features(of: texts.words(100).joined(separator: " ")).count / 100
    }()
}

/// An overlay that learned these messages, each as its kind.
func learnedOverlay(_ junk: some Sequence<Message>, _ wanted: some Sequence<Message> = []) throws -> PersonalOverlay {
    var own = PersonalOverlay(TokenizerSettings())
    for message in junk { try own.learn(message, as: .junk) }
    for message in wanted { try own.learn(message, as: .allow) }
    return own
}

/// A model whose features no message has: log-odds of junk are the bias, everywhere.
func indifferentModel(
    _ labels: [Label] = [.allow, .junk], junkLogOdds: Float = -2, policy: DecisionPolicy = .evenOdds
) -> ModelContent {
    var content = ModelContent.sample(labels: labels, policy: policy).withFeatures([])
    for i in content.classes.indices {
        content.classes[i].slope = 1
        content.classes[i].offset = 0
        for v in content.classes[i].vectors.indices {
            content.classes[i].vectors[v].bias = content.classes[i].label == .junk ? junkLogOdds : 0
        }
    }
    return content
}

/// Messages of a few kinds, written for these tests.
enum OwnMessages {
    /// Variants of one scam.
    static let parcels = (1...9).map {
        Message(
            body: "Your parcel \(4300 + 7 * $0) waits at the depot. Pay the customs fee of \($0).90 at depot-pay.example/\($0)k")
    }
    /// What a person gets else.
    static let wanted = [
        "Are we still on for dinner tonight? I could be there at eight.", "Your code is 482913. Do not share it with anyone.",
        "Mum called, she asks whether you bring the cake on Sunday.", "Payment of 23.40 at Corner Bakery. Balance 1,204.11.",
        "The dentist expects you on Tuesday at 9:30. Reply C to confirm.",
        "Running late, the train stands still. Start without me!",
        "Thanks for yesterday, the kids had a lot of fun :)", "Your order 55120 was shipped and arrives tomorrow before noon.",
        "내일 회의 시간이 오후 세 시로 바뀌었어요. 자료 부탁드려요.", "Can you send me the address of the new flat please",
    ].map { Message(body: $0) }
    static let scams = [
        "Free gold! Answer now and win 5000 today", "You won the lottery of the week, claim at win.example/now",
        "Cheap loans without any check, call 010-1234-0000", "오늘 대출 승인 지금 바로 신청하세요",
    ].map { Message(body: $0) }
}
