// Fuzzing: any bytes as a counts file. Opening must give a typed error, or
// counts that give the same bytes when written again, that can be added, subtracted and learned
// from. A trap or a read outside the bytes ends the run.

import SpamFilter
import SpamTraining

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
    guard let view = try? CountsView(bytes) else { return }
    precondition(view.messageCount == view.messagesOfLabel.values.reduce(0, +), "messages that no label has")
    precondition(try! CountsSum.bytes(of: [view]) == Array(bytes), "counts that are others when they are written")
    let nothing = try? CountsSum.bytes(of: [view], minus: [view])
    precondition(
        nothing?.withUnsafeBytes { try? CountsView($0).messageCount } == 0, "something is left of counts less themselves")
    if let twice = try? CountsSum.bytes(of: [view, view]) {
        precondition(
            twice.withUnsafeBytes { try? CountsView($0).messageCount } == 2 * view.messageCount, "counts that do not add up")
    }
    var settings = TrainingSettings()
    settings.trainer = NaiveBayes()
    settings.minDocumentFrequency = 1
    settings.maxBytes = 16 << 10
    guard let model = try? CountedCorpus([view]).train(settings) else { return }
    precondition(model.bytes.withUnsafeBytes { (try? ModelView($0)) != nil }, "a model that does not open")
}

/// Writes the file's length and checksum (Models/COUNTS.md); false where there is no head.
func seal(_ file: UnsafeMutableRawBufferPointer) -> Bool {
    guard file.count >= 40 else { return false }
    file.storeBytes(of: UInt64(file.count).littleEndian, toByteOffset: 24, as: UInt64.self)
    file.storeBytes(of: 0, toByteOffset: 20, as: UInt32.self)
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in file {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    file.storeBytes(of: (~checksum).littleEndian, toByteOffset: 20, as: UInt32.self)
    return true
}
