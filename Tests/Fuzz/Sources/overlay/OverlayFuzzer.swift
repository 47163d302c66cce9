// Fuzzing: any bytes as a person's own examples. Opening must give a typed error, or examples that
// move no message further than is said, and that can be learned and forgotten.

import SpamFilter

/// A model that knows nothing: log-odds of junk are 0, whatever is read.
let model = ModelContent(
    settings: TokenizerSettings(), weighting: .lengthNormalized,
    classes: [.init(label: .allow), .init(label: .junk, bias: 0, scale: 1)], features: [], weights: [], policy: .evenOdds
).encoded()

let messages = [
    Message(body: ""), Message(body: "Free gold!", sender: "+82 10 0000 0000", receiverCountry: "KR"),
    Message(body: "오늘 대출 승인 免费领取88元 ガパ"), Message(body: String(repeating: "you, me and 1,000 ", count: 9)),
]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    open(input)
    changed.withChanges(input) { file in
        open(file)
        if count % 8 == 0 { learn(Message(body: String(decoding: input, as: UTF8.self)), beside: file) }
    }
    return 0
}

/// libFuzzer calls from one thread.
nonisolated(unsafe) let changed = ChangedFile()

/// A whole file with some changed bytes and a right checksum. Of whole files as inputs almost all
/// would be refused by their checksum, and few could be tried a second.
final class ChangedFile {
    private let file: UnsafeMutableRawBufferPointer
    /// What the file holds without changes.
    private let plain: [UInt8]
    /// What changing a bit changes of the checksum: a CRC is linear.
    private let changes: [UInt32]
    private let checksum: UInt32

    init() {
        var own = PersonalOverlay(TokenizerSettings())
        for message in messages {
            for label in [Label.junk, .allow, .junk] { try? own.learn(message, as: label) }
        }
        plain = own.bytes
        file = .allocate(byteCount: plain.count, alignment: 16)
        file.copyBytes(from: plain)
        file.storeBytes(of: 0, toByteOffset: 24, as: UInt32.self)
        let checksum = Checksum.of(UnsafeRawBufferPointer(file))
        var changes = [UInt32](repeating: 0, count: 8 * plain.count)
        // Backwards: the change of a bit a byte earlier is that of a bit here, one zero byte later.
        let size = plain.count
        file[size - 1] ^= 1
        for bit in 0..<8 {
            file[size - 1] = plain[size - 1] ^ 1 << UInt8(bit)
            changes[8 * (size - 1) + bit] = Checksum.of(UnsafeRawBufferPointer(file)) ^ checksum
        }
        file[size - 1] = plain[size - 1]
        let low = changes[8 * (size - 1)..<8 * size]
        for place in stride(from: 8 * (size - 1) - 1, through: 0, by: -1) {
            let later = changes[place + 8]
            // A zero byte more: shift by eight, with the remainders of what is shifted out.
            var change = later >> 8
            for bit in 0..<8 where later >> UInt32(bit) & 1 != 0 { change ^= low[low.startIndex + bit] }
            changes[place] = change
        }
        self.changes = changes
        self.checksum = checksum
    }

    /// - Parameter input: 20 bytes that change the head, then changes of three bytes: where, and
    ///   what.
    func withChanges(_ input: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var checksum = checksum
        var places: [Int] = []
        func change(_ place: Int, by bits: UInt8) {
            guard !(24..<28).contains(place) else { return }
            file[place] ^= bits
            places.append(place)
            for bit in 0..<8 where bits >> UInt8(bit) & 1 != 0 { checksum ^= changes[8 * place + bit] }
        }
        for (i, bits) in input.prefix(20).enumerated() where bits != 0 { change(i < 16 ? 8 + i : 12 + i, by: bits) }
        for i in stride(from: 20, to: input.count - 2, by: 3) {
            change((Int(input[i]) | Int(input[i + 1]) << 8) % file.count, by: input[i + 2])
        }
        file.storeBytes(of: checksum.littleEndian, toByteOffset: 24, as: UInt32.self)
        body(UnsafeRawBufferPointer(file))
        for place in places { file[place] = plain[place] }
    }
}

func open(_ bytes: UnsafeRawBufferPointer) {
    let overlay: OverlayView
    do throws(OverlayError) {
        overlay = try OverlayView(bytes)
    } catch {
        if case .checksum = error, bytes.baseAddress == nil { preconditionFailure("a checksum of nothing") }
        return
    }
    model.withUnsafeBytes { file in
        guard let model = try? ModelView(file) else { preconditionFailure("the model does not open") }
        guard var classifier = try? Classifier(model, overlay: overlay) else {
            precondition(model.settings != overlay.settings, "refused without a reason")
            return
        }
        func most(_ examples: Int) -> Double { 10 * Double(examples) / Double(examples + 2) }
        for message in messages {
            let moved = classifier.classify(message).junkLogOdds
            precondition(
                moved <= most(overlay.junkExamples) + 1e-9 && moved >= -most(overlay.wantedExamples) - 1e-9,
                "a message was moved too far")
        }
        let explanation = classifier.explain(messages[1])
        precondition(
            explanation.verdict.junkLogOdds == classifier.classify(messages[1]).junkLogOdds, "explained otherwise than decided")
    }
}

/// Learning and forgetting leaves the examples as they were.
func learn(_ message: Message, beside bytes: UnsafeRawBufferPointer) {
    guard let view = try? OverlayView(bytes) else { return }
    var own = PersonalOverlay(view)
    let before = own
    for label in [Label.junk, .allow] {
        guard (try? own.learn(message, as: label)) != nil else { continue }
        precondition(own != before && (try? PersonalOverlay(bytes: own.bytes)) == own, "learned other bytes")
        precondition((try? own.unlearn(message, as: label)) != nil && own == before, "not forgotten")
    }
    // What was never learned is refused, or leaves counts that are possible.
    if (try? own.unlearn(message, as: .junk)) != nil {
        precondition((try? PersonalOverlay(bytes: own.bytes)) == own, "impossible counts")
    } else {
        precondition(own == before, "changed by an error")
    }
}
