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
            _ = file.withUnsafeBytes { bytes in
                #expect(throws: ModelError.self) { try SignedFile(bytes).verify(signedBy: [owner.key]) }
            }
        }
        #expect((1..<1500).contains(taken))
    }

    @Test func everyTruncationIsATypedError() throws {
        let owner = try Signer(seed: 22)
        let signed = try owner.sign(FileParts.model, sequence: 1)
        for length in signed.indices {
            #expect(throws: ModelError.self) { try UnsignedFile(Array(signed[..<length]), sequence: 2, key: owner.key.id) }
            _ = Array(signed[..<length]).withUnsafeBytes { bytes in
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

    /// Sections that share bytes would take memory again and again.
    @Test func overlappingSectionsAreNotSigned() throws {
        let owner = try Signer(seed: 24)
        var sections = (0..<62).map { FileParts.Section(kind: UInt16(100 + $0), flags: 0, bytes: []) }
        sections[0].bytes = [UInt8](repeating: 7, count: 1000)
        let apart = FileParts(magic: "SPAMRUL", sections: sections).file
        #expect(try FileParts(owner.sign(apart, sequence: 1)).sections.count == 64)
        var shared = apart
        for i in 1..<62 { shared.replaceSubrange(32 + 16 * i + 4..<32 + 16 * i + 16, with: apart[36..<48]) }
        #expect(throws: ModelError.hole(atByte: number(apart, 36, 4))) { try owner.sign(sealed(shared), sequence: 1) }
        // By a byte, and in another order.
        var byOne = apart
        byOne.replaceSubrange(52..<56, with: little(number(apart, 36, 4) + 999, 4))
        #expect(throws: ModelError.hole(atByte: number(apart, 36, 4) + 999)) { try owner.sign(sealed(byOne), sequence: 1) }
    }

    /// Offsets have 32 bits.
    @Test func longFilesAreNotSigned() throws {
        let most = Int(UInt32.max)
        #expect(try UnsignedFile.byteCount(ofSections: [1, 80]) == 64 + 16 + 80)
        #expect(try UnsignedFile.byteCount(ofSections: [most - 48]) == most)
        for lengths in [[most - 47], [most], [most - 64, 1], Array(repeating: 70_000_000, count: 62)] {
            #expect(throws: ModelError.self) { try UnsignedFile.byteCount(ofSections: lengths) }
        }
    }
}
