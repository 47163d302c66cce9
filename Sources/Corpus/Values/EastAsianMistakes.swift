// Corpus: texts of East Asia whose bytes were read as another encoding. Bytes in, a judgement out.

extension CodedText {
    /// Signs that such a mistake makes again and again, and that texts have seldom: a fifth of the
    /// characters beyond ASCII, and two of them.
    static func isReadAsEastAsian(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var characters = 0, found = 0, place = 0
        while place + 2 < bytes.count {
            guard bytes[place] >= 0xE0 else {
                place += 1
                continue
            }
            characters += 1
            // Most letters of East Asia begin with another byte than those signs.
            guard [0xE6, 0xE7, 0xE9, 0xEC].contains(bytes[place]) else {
                place += 3
                continue
            }
            switch UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) {
            // 쏙옙 and 锟斤.
            case 0xEC8F99 where bytes[(place + 3)...].starts(with: [0xEC, 0x98, 0x99]): found += 3
            case 0xE9949F where bytes[(place + 3)...].starts(with: [0xE6, 0x96, 0xA4]): found += 3
            // 縺 繧 繝, which Shift-JIS has for the first bytes of kana.
            case 0xE7B8BA, 0xE7B9A7, 0xE7B99D: found += 1
            // 锛 銆 鐨 鎴 鏄 鍦 鏈 杩 鎮 鍙 浣 鍐 鎭 銇 銈 銉, which GBK has for those of 我, 的, kana and signs.
            case 0xE9949B, 0xE98A86, 0xE990A8, 0xE98EB4, 0xE98F84, 0xE98DA6, 0xE98F88, 0xE69DA9, 0xE98EAE, 0xE98D99,
                0xE6B5A3, 0xE98D90, 0xE98EAD, 0xE98A87, 0xE98A88, 0xE98A89:
                found += 1
            default: break
            }
            place += 3
        }
        return found > 1 && 5 * found >= characters
    }
}
