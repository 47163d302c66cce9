// Fuzzing: any bytes as a file of rules. Opening must give a typed error or rules that answer, of
// bounded memory, and alike each time. The file may be damaged while it is in use.

import SpamFilter

let messages = [
    Message(body: "", sender: "MYBANK"), Message(body: "Free gold!", sender: "+82 10 0000 0000", receiverCountry: "KR"),
    Message(body: "오늘 대출 승인 免费领取88元 ガパ sale"),
    Message(body: "see http://m.win.example/x \u{FFFC} 😀 010-1234", sender: "010-1234-5678", receiverCountry: "KR"),
    Message(body: String(repeating: "you, me and 1,000 ", count: 40) + "https://bank.example [Web발신]", sender: "a@b.example"),
]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    open(UnsafeRawBufferPointer(start: start, count: count))
    // Mutations break checksum and length, and code behind those checks would never be reached.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { copy.deallocate() }
    copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
    guard seal(copy) else { return 0 }
    open(UnsafeRawBufferPointer(copy))
    use(whileDamaging: copy)
    return 0
}

func open(_ bytes: UnsafeRawBufferPointer) {
    guard let view = try? RuleView(bytes) else { return }
    precondition(view.sections.allSatisfy { $0.offset + $0.length <= bytes.count }, "a section outside of the file")
    _ = try? view.verify()
    for i in 0..<min(view.ruleCount, 50) { _ = view.rule(i) }
    guard let rules = try? RuleMatcher(file: view), let again = try? RuleMatcher(file: view) else { return }
    // Arrays grow by doubling.
    precondition(rules.heapBytes <= 4 * RuleMatcher.mostBytes, "rules of more memory than an extension has")
    let counts = RuleTier.allCases.map { rules.count(of: $0) }
    var filter = MessageFilter(rules: rules), other = MessageFilter(rules: again)
    for message in messages {
        let rule = filter.decide(message).rule
        precondition(rule == other.decide(message).rule && rule == filter.decide(message).rule, "decided in two ways")
        if let rule { precondition(counts[Int(rule.place.tier.rawValue)] > 0, "a rule of an empty tier") }
    }
}

/// Lists are read in place: bytes that change must not lead a look-up astray.
func use(whileDamaging file: UnsafeMutableRawBufferPointer) {
    guard let view = try? RuleView(UnsafeRawBufferPointer(file)), view.listCount > 0, let rules = try? RuleMatcher(file: view)
    else {
        return
    }
    var filter = MessageFilter(rules: rules)
    for i in stride(from: 32, to: file.count, by: 1 + file.count / 64) { file[i] ^= 0xFF }
    for message in messages { _ = filter.decide(message) }
    for i in 0..<min(view.ruleCount, 50) { _ = view.rule(i) }
}

/// Writes the file's length and its head's checksum (Models/RULES.md); false where there is no
/// head.
func seal(_ file: UnsafeMutableRawBufferPointer) -> Bool {
    guard file.count >= 32 else { return false }
    file.storeBytes(of: UInt64(file.count).littleEndian, toByteOffset: 16, as: UInt64.self)
    file.storeBytes(of: 0, toByteOffset: 24, as: UInt32.self)
    let sections = Int(UInt32(littleEndian: file.load(fromByteOffset: 12, as: UInt32.self)))
    let tableEnd = 32 + sections * 16
    guard sections <= 64, tableEnd <= file.count else { return false }
    let sum = Checksum.of(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(file)[..<tableEnd]))
    file.storeBytes(of: sum.littleEndian, toByteOffset: 24, as: UInt32.self)
    return true
}
