import SpamFilter
import Testing

/// Any bytes give a typed error, or a file that is sound.
@Suite struct HostileSignatureTests {
    @Test func damagedFilesAreNeitherSignedNorTrusted() throws {
        let owner = try Signer(seed: 20)
        let signed = try owner.sign(FileParts.model, sequence: 1)
        var random = SeededNumbers(seed: 21), taken = 0
        for _ in 0..<3000 {
            var file = signed
            for _ in 0...Int.random(in: 0...3, using: &random) {
                // Most where lengths and offsets are.
                let place = Int.random(in: 0..<(Bool.random(using: &random) ? 176 : file.count), using: &random)
                file[place] = [0, 1, 0xFF, UInt8(truncatingIfNeeded: random.next())].randomElement(using: &random)!
            }
            if Int.random(in: 0..<4, using: &random) == 0 { file.removeLast(Int.random(in: 0..<file.count, using: &random)) }
            if file.count >= 32, Bool.random(using: &random) { file = sealed(file) }
            guard file != signed else { continue }
            do throws(ModelError) {
                _ = try UnsignedFile(file, sequence: 2, key: owner.key.id)
                taken += 1
            } catch {}
            file.withUnsafeBytes { bytes in
                #expect(throws: ModelError.self) { try SignedFile(bytes).verify(signedBy: [owner.key]) }
            }
        }
        #expect(taken < 1500)
    }

    @Test func everyTruncationIsATypedError() throws {
        let owner = try Signer(seed: 22)
        let signed = try owner.sign(FileParts.model, sequence: 1)
        for length in signed.indices {
            #expect(throws: ModelError.self) { try UnsignedFile(Array(signed[..<length]), sequence: 2, key: owner.key.id) }
            Array(signed[..<length]).withUnsafeBytes { bytes in
                #expect(throws: ModelError.self) { try SignedFile(bytes).verify(signedBy: [owner.key]) }
            }
        }
    }

    /// A file has 64 sections at most, with the new ones.
    @Test func aFullFileIsNotSigned() throws {
        let owner = try Signer(seed: 23)
        for count in [62, 63, 64] {
            let sections = (0..<count).map { FileParts.Section(kind: UInt16(100 + $0), flags: 0, bytes: [UInt8($0)]) }
            let file = FileParts(magic: "SPAMRUL", sections: sections).file
            if count == 62 {
                #expect(try FileParts(owner.sign(file, sequence: 1)).sections.count == 64)
            } else {
                #expect(throws: ModelError.tooManySections(most: 64, found: count + 2)) { try owner.sign(file, sequence: 1) }
            }
        }
    }
}
