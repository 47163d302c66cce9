// Fuzzing: any bytes as a model file. Opening must give a typed error or a model that answers. A
// trap, a read outside the bytes (by the address sanitizer) or an invalid answer ends the run.

import SpamFilter

/// The messages for every model that opens: they use each tokenizer and the sender.
let messages = [
    Message(body: ""), Message(body: "Free gold!", sender: "+82 10 0000 0000", receiverCountry: "KR"),
    Message(body: "오늘 대출 승인 免费领取88元 ガパ"), Message(body: "see http://gold.example/x \u{FFFC} 😀 010-1234", sender: "GOLD"),
    Message(body: String(repeating: "you, me and 1,000 ", count: 40)),
]

/// Test 1 of RFC 8032, section 7.1. The seeds have its id.
let keys = [PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")].compactMap { $0 }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    open(UnsafeRawBufferPointer(start: start, count: count))
    // Mutations break checksum and length, and code behind those checks would never be reached.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
    defer { copy.deallocate() }
    copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
    if seal(copy) { open(UnsafeRawBufferPointer(copy)) }
    return 0
}

func open(_ bytes: UnsafeRawBufferPointer) {
    guard let model = try? ModelView(bytes) else { return }
    precondition(model.byteCount == bytes.count && model.labels.count >= 2, "not the file that was opened")
    precondition(model.card.count <= bytes.count && model.sections.allSatisfy { $0.offset + $0.length <= bytes.count })
    _ = try? model.verify()
    _ = model.signer
    _ = try? model.verify(signedBy: keys)
    var classifier = Classifier(model)
    for message in messages {
        let verdict = classifier.classify(message)
        precondition(isSound(verdict, model), "a verdict that is none")
        let explanation = classifier.explain(message)
        precondition(explanation.verdict.action == verdict.action, "explained otherwise than decided")
        for clue in explanation.clues {
            if let bytes = clue.bytes {
                precondition(!bytes.isEmpty && bytes.upperBound <= message.body.utf8.count, "a clue elsewhere")
            }
        }
    }
}

/// Probabilities are in 0...1, no number is NaN, and the label is an action.
func isSound(_ verdict: Verdict, _ model: ModelView) -> Bool {
    var sum: Float = 0
    for (i, label) in model.labels.enumerated() {
        let p = verdict.probabilities[i]
        guard p >= 0, p <= 1 else { return false }
        if label.subAction == .none { sum += p }
    }
    return abs(sum - 1) < 1e-5 && !verdict.junkLogOdds.isNaN && verdict.label.action != .none
}

/// Writes the file's length and its head's checksum (Models/FORMAT.md); false where there is no
/// head.
func seal(_ file: UnsafeMutableRawBufferPointer) -> Bool {
    guard file.count >= 32 else { return false }
    file.storeBytes(of: UInt64(file.count).littleEndian, toByteOffset: 16, as: UInt64.self)
    file.storeBytes(of: 0, toByteOffset: 24, as: UInt32.self)
    let sections = Int(UInt32(littleEndian: file.load(fromByteOffset: 12, as: UInt32.self)))
    guard sections <= 64, 32 + sections * 16 <= file.count else { return false }
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in file[..<(32 + sections * 16)] {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    file.storeBytes(of: (~checksum).littleEndian, toByteOffset: 24, as: UInt32.self)
    return true
}
