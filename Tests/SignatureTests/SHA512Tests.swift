import Testing

@testable import SpamFilter

@Suite struct SHA512Tests {
    /// Every length about the ends of blocks, against hashlib.
    @Test func digestsAreThoseOfHashlib() throws {
        let rows = try ReferenceFile.rows("sha512.tsv")
        #expect(rows.count > 200)
        for row in rows {
            let message = (0..<Int(row[0])!).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
            #expect(digest(message) == bytes(hex: row[1]), "\(row[0]) bytes")
        }
    }

    /// However a message is cut, zeros among its pieces.
    @Test func piecesGiveTheDigestOfTheWhole() {
        var random = SeededNumbers(seed: 1)
        for _ in 0..<300 {
            var hash = SHA512(), whole: [UInt8] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let count = Int.random(in: 0...300, using: &random)
                if Bool.random(using: &random) {
                    hash.addZeros(count)
                    whole += [UInt8](repeating: 0, count: count)
                } else {
                    let piece = random.bytes(count)
                    piece.withUnsafeBytes { hash.add($0) }
                    whole += piece
                }
            }
            #expect(withUnsafeBytes(of: hash.finish()) { Array($0) } == digest(whole))
        }
    }

    private func digest(_ message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: message.withUnsafeBytes { SHA512.of($0) }) { Array($0) }
    }
}
