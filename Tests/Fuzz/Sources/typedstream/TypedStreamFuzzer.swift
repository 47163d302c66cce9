// Fuzzing: any bytes as the text with attributes of an sms.db. Reading must give a text that is in
// the bytes, or none.

import CorpusStore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let text = AttributedBody.text(of: bytes) else { return 0 }
    let utf8 = Array(text.utf8)
    precondition(utf8.isEmpty || (0...(count - utf8.count)).contains { bytes[$0..<$0 + utf8.count].elementsEqual(utf8) })
    return 0
}
