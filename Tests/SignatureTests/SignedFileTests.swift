import Foundation
import SpamFilterIO
import Testing

@testable import SpamFilter

@Suite struct SignedFileTests {
    private let owner: Signer
    private let stranger: Signer
    private let signed: [UInt8]

    init() throws {
        owner = try Signer(seed: 10)
        stranger = try Signer(seed: 11)
        signed = try owner.sign(FileParts.model, sequence: 7)
    }

    @Test func aSignedModelIsTheSameModelWithANumberAndASigner() throws {
        #expect(signatureError(signed, [owner.key]) == nil)
        #expect(signatureError(signed, [stranger.key, owner.key, stranger.key]) == nil)
        try signed.withUnsafeBytes { bytes in
            let view = try ModelView(bytes)
            #expect(view.sequence == 7 && view.signer == owner.key.id)
            try view.verify()
        }
        let before = FileParts(FileParts.model).sections, after = FileParts(signed).sections
        #expect(Array(after.prefix(before.count)) == before && after.map(\.kind) == before.map(\.kind) + [9, 8])
        #expect(FileParts(signed).file == signed)
    }

    @Test(arguments: [1, 255, 256, UInt64.max])
    func numbersAreKept(_ sequence: UInt64) throws {
        let file = try owner.sign(FileParts.model, sequence: sequence)
        #expect(try file.withUnsafeBytes { try ModelView($0).sequence } == sequence)
    }

    @Test func aModelWithoutThemHasNumber0AndNoSigner() throws {
        try FileParts.model.withUnsafeBytes { bytes in
            let view = try ModelView(bytes)
            #expect(view.sequence == 0 && view.signer == nil)
        }
        #expect(signatureError(FileParts.model, [owner.key]) == .unsigned)
        let unnumbered = try owner.sign(FileParts.model)
        #expect(signatureError(unnumbered, [owner.key]) == nil)
        #expect(try unnumbered.withUnsafeBytes { try ModelView($0).sequence } == 0)
    }

    @Test func signingAgainDropsTheOldSignature() throws {
        let again = try stranger.sign(signed)
        #expect(signatureError(again, [stranger.key]) == nil && again.count == signed.count)
        #expect(signatureError(again, [owner.key]) == .otherSigner(expected: [owner.key.id], found: stranger.key.id))
        #expect(try again.withUnsafeBytes { try ModelView($0).sequence } == 7)
        #expect(signatureError(try owner.sign(again, sequence: 8), [owner.key]) == nil)
    }

    @Test func otherKeysAreRefused() throws {
        #expect(signatureError(signed, []) == .otherSigner(expected: [], found: owner.key.id))
        #expect(signatureError(signed, [stranger.key]) == .otherSigner(expected: [stranger.key.id], found: owner.key.id))
        // Whoever cannot sign may still write another's id.
        var parts = FileParts(try stranger.sign(FileParts.model, sequence: 7))
        parts[8].replaceSubrange(8..<16, with: FileParts(signed)[8][8..<16])
        #expect(signatureError(parts.file, [owner.key]) == .wrongSignature(owner.key.id))
    }

    @Test func whatIsSignedIsAsDocumented() throws {
        var holes = signed
        let entry = 32 + 16 * (number(signed, 12, 4) - 1)
        for hole in [24..<28, entry + 12..<entry + 16, signed.count - 64..<signed.count] {
            holes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count))
        }
        let message =
            Array("spamkit file signature, scheme 1".utf8)
            + withUnsafeBytes(of: holes.withUnsafeBytes { SHA512.of($0) }) { Array($0) }
        #expect(try signed.withUnsafeBytes { try SignedFile($0).message } == message)
        #expect(verdict(owner.key.bytes, message, signed.suffix(64)) == true)
    }

    /// No byte may differ, whether or not the one who changed it makes the checksums right.
    @Test func everyChangeIsFound() {
        let firstOfSignature = signed.count - 80
        for i in signed.indices {
            var altered = signed
            altered[i] ^= 0x40
            #expect(signatureError(altered, [owner.key]) != nil, "byte \(i)")
            let isChecksumOfHead = (24..<28).contains(i)
            guard !isChecksumOfHead, i < 176 ? i % 3 == 0 : i >= firstOfSignature ? i % 5 == 0 : i % 11 == 0 else { continue }
            // Through the parts, where they still can be told: all checksums right.
            let file = i < 32 + 16 * 8 ? sealed(altered) : FileParts(altered).file
            if file != signed { #expect(signatureError(file, [owner.key]) != nil, "byte \(i), checksums right") }
        }
    }

    @Test func sectionsCannotBeExchanged() throws {
        let newer = FileParts(try owner.sign(FileParts.model, sequence: 8))
        var parts = FileParts(signed)
        parts[9] = newer[9]
        #expect(signatureError(parts.file, [owner.key]) == .wrongSignature(owner.key.id))
        parts[8] = newer[8]
        #expect(signatureError(parts.file, [owner.key]) == nil)
        parts.sections.removeAll { $0.kind == 9 }
        #expect(signatureError(parts.file, [owner.key]) == .wrongSignature(owner.key.id))
        parts = FileParts(signed)
        parts.sections.swapAt(0, 1)
        #expect(signatureError(parts.file, [owner.key]) == .wrongSignature(owner.key.id))
        parts = FileParts(signed)
        parts.sections.insert(.init(kind: 999, flags: 0, bytes: [1]), at: 2)
        #expect(signatureError(parts.file, [owner.key]) == .wrongSignature(owner.key.id))
    }

    @Test func theSignatureSectionIsChecked() throws {
        func error(_ change: (inout FileParts) -> Void) -> ModelError? {
            var parts = FileParts(signed)
            change(&parts)
            return signatureError(parts.file, [owner.key])
        }
        #expect(error { $0.sections.swapAt(6, 7) } == .section(.signature, reason: "it is not the last one; sign the file again"))
        #expect(error { $0[8] = [] } == .section(.signature, reason: "it has no byte"))
        for size in [1, 16, 79, 81, 96, 4096] {
            #expect(
                error { $0[8] = Array(($0[8] + [UInt8](repeating: 0, count: 4096)).prefix(size)) }
                    == .section(.signature, reason: "expected 80 bytes, found \(size)"))
        }
        for scheme in [UInt8(0), 2, 255] {
            #expect(error { $0[8][0] = scheme } == .signatureScheme(expected: 1, found: scheme))
        }
        // A later scheme may have another length; who asks for no signature opens the file.
        #expect(error { $0[8] = [2] + [UInt8](repeating: 9, count: 3000) } == .signatureScheme(expected: 1, found: 2))
        for i in 1..<8 { #expect(error { $0[8][i] = 1 } == .section(.signature, reason: "its reserved byte \(i) is not zero")) }
    }

    @Test func theReleaseSectionIsCheckedWhenAModelOpens() throws {
        func error(_ release: [UInt8]) -> ModelError? {
            var parts = FileParts(signed)
            parts[9] = release
            return signatureError(parts.file, [owner.key])
        }
        for size in [0, 8, 15, 17, 32] {
            let release = [UInt8](repeating: 0, count: size)
            #expect(error(release) == .section(.release, reason: "expected 16 bytes, found \(size)"))
        }
        for i in 8..<16 {
            var release = FileParts(signed)[9]
            release[i] = 1
            #expect(error(release) == .section(.release, reason: "its reserved byte \(i) is not zero"))
        }
    }

    /// With keys, an unsigned model is none, and its path is named.
    @Test func aModelFileIsOpenedForItsSignersAlone() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).spam").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for loading in [FileLoading.mapped, .copied] {
            try writeAtomically(signed, to: path)
            #expect(try ModelFile(path, loading, signedBy: [stranger.key, owner.key]).view.sequence == 7)
            let other = ModelError.otherSigner(expected: [stranger.key.id], found: owner.key.id)
            #expect(openingError(path, loading, [stranger.key]) == .content(path: path, other))
            #expect(openingError(path, loading, []) == .content(path: path, .otherSigner(expected: [], found: owner.key.id)))
            try writeAtomically(FileParts.model, to: path)
            #expect(openingError(path, loading, nil) == nil)
            #expect(openingError(path, loading, [owner.key]) == .content(path: path, .unsigned))
        }
    }

    private func openingError(_ path: String, _ loading: FileLoading, _ keys: [PublicKey]?) -> ModelFileError? {
        do throws(ModelFileError) {
            _ = try ModelFile(path, loading, signedBy: keys)
            return nil
        } catch {
            return error
        }
    }

    /// Rules have another magic and other sections, and the same signature.
    @Test func everyFileOfTheFamilyIsSignedAlike() throws {
        let parts = FileParts(
            magic: "SPAMRUL", sections: [.init(kind: 20, flags: 1, bytes: [1, 2, 3]), .init(kind: 21, flags: 1, bytes: [])])
        let file = try owner.sign(parts.file, sequence: 3)
        #expect(Array(FileParts(file).sections.prefix(2)) == parts.sections && FileParts(file).head == parts.head)
        try file.withUnsafeBytes { bytes in
            let signed = try SignedFile(bytes)
            #expect(signed.sequence == 3 && signed.keyID == owner.key.id)
            try signed.verify(signedBy: [owner.key])
            #expect(throws: ModelError.otherSigner(expected: [stranger.key.id], found: owner.key.id)) {
                try signed.verify(signedBy: [stranger.key])
            }
        }
    }
}
