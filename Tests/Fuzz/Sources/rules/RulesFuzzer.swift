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
    let input = UnsafeRawBufferPointer(start: start, count: count)
    open(input)
    openWhole(changedBy: input)
    // Mutations break checksum and length, and code behind those checks would never be reached.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { copy.deallocate() }
    copy.copyMemory(from: input)
    guard seal(copy) else { return 0 }
    open(UnsafeRawBufferPointer(copy), damaging: copy)
    return 0
}

/// A file with conditions and lists of every kind. Random bytes alone never get past the first
/// checks.
let whole: [UInt8] = {
    let rules = [
        Rule(.allow, sender: "MYBANK"), Rule(.junk, senderPrefix: "+82", hasLink: true), Rule(.junk, contains: "free gold"),
        Rule(.junk, word: "대출", host: "win.example"), Rule(.junk, senderKind: .mobile, senderCountry: "KR", shorterThan: 90),
        Rule(.allow, word: "sale", hasImage: false, longerThan: 3), Rule(.junk, host: "win.example"),
        Rule(.junk, senderSuffix: "5678", contains: "gold", "now"), Rule(.allow, senderDomain: "b.example", word: "you", "me"),
    ].compactMap { $0 }
    let hosts = (0..<300).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    // So many that a look-up begins with a guess.
    let senders = (0..<5_000).map { 821_000_000_000 + UInt64($0) * 97 }
    let lists: [RuleContent.List] = [
        .init(isAllowed: true, name: "senders", bytes: KeyList.encoded(.senders, .exact, senders)),
        .init(isAllowed: false, name: "hosts", bytes: KeyList.encoded(.hosts, .compact, hosts)),
    ]
    return RuleContent(allow: [rules[0]], deny: [rules[2], rules[6]], rules: rules, lists: lists).encoded()
}()

/// Changes the whole file: three bytes of the input say where, and to what.
func openWhole(changedBy input: UnsafeRawBufferPointer) {
    let file = UnsafeMutableRawBufferPointer.allocate(byteCount: whole.count, alignment: 16)
    defer { file.deallocate() }
    file.copyBytes(from: whole)
    for i in stride(from: 0, to: input.count - 2, by: 3) {
        // Half of the changes meet the head and the tables behind it.
        let place = Int(input[i]) | Int(input[i + 1] & 0x7F) << 8
        file[input[i + 1] & 0x80 == 0 ? place % 512 % file.count : place % file.count] = input[i + 2]
    }
    guard seal(file) else { return }
    // Making rules takes most of the time: twice for some inputs only.
    open(UnsafeRawBufferPointer(file), twice: input.count % 8 == 0, damaging: file)
}

/// Opens a file and decides by it, then damages it and decides again: lists are read in place, and
/// bytes that change must not lead a look-up astray.
func open(_ bytes: UnsafeRawBufferPointer, twice: Bool = true, damaging file: UnsafeMutableRawBufferPointer? = nil) {
    guard let view = try? RuleView(bytes) else { return }
    precondition(view.sections.allSatisfy { $0.offset + $0.length <= bytes.count }, "a section outside of the file")
    _ = try? view.verify()
    _ = try? view.rules()
    guard let rules = try? RuleMatcher(file: view) else { return }
    // Arrays grow by doubling.
    precondition(rules.heapBytes <= 4 * RuleMatcher.mostBytes, "rules of more memory than an extension has")
    let counts = RuleTier.allCases.map { rules.count(of: $0) }
    var filter = MessageFilter(rules: rules), decided: [DecidingRule?] = []
    for message in messages {
        decided.append(filter.decide(message).rule)
        if let rule = decided.last! { precondition(counts[Int(rule.place.tier.rawValue)] > 0, "a rule of an empty tier") }
    }
    if twice, let again = try? RuleMatcher(file: view) {
        var other = MessageFilter(rules: again)
        for (message, rule) in zip(messages, decided) {
            precondition(rule == other.decide(message).rule && rule == filter.decide(message).rule, "decided in two ways")
        }
    }
    guard let file, !view.lists.isEmpty else { return }
    for i in stride(from: 32, to: file.count, by: 1 + file.count / 64) { file[i] ^= 0xFF }
    for message in messages { _ = filter.decide(message) }
    _ = try? view.rules()
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
