// A file that can be signed: a model, or rules.

import Corpus
import Foundation
import SpamFilter
import SpamFilterIO

/// The bytes of a model or of rules, copied, so that no change of the file can end the tool.
struct SignableFile: ~Copyable {
    let path: String
    private let file: FileBytes

    init(_ path: String) throws {
        // An offset of a section has 32 bits.
        let file = try FileBytes(path, .copied, most: Int(UInt32.max))
        let isModel = file.bytes.starts(with: FileSignature.model.bytes)
        let bytes = file.bytes
        guard isModel || bytes.starts(with: FileSignature.rules.bytes) else { throw SignableFile.unfit(path) }
        if isModel {
            try ModelFileError.checking(path) { () throws(ModelError) in try ModelView(bytes).verify() }
        } else {
            try RuleFileOpenError.checking(path) { () throws(RuleFileError) in try RuleView(bytes).verify() }
        }
        self.path = path
        self.file = file
    }

    var bytes: [UInt8] { Array(file.bytes) }

    /// 0 for a file without one.
    var sequence: UInt64 { (try? SignedFile(file.bytes).sequence) ?? 0 }

    /// - Returns: the sequence number and the key that signed.
    func verify(signedBy keys: [PublicKey]) throws(ModelFileError) -> (sequence: UInt64, signer: KeyID) {
        let bytes = file.bytes
        return try ModelFileError.checking(path) { () throws(ModelError) in
            let signed = try SignedFile(bytes)
            try signed.verify(signedBy: keys)
            return (signed.sequence, signed.keyID)
        }
    }

    /// The file with a signature, which is checked before anybody gets it.
    ///
    /// - Parameter sequence: `nil` leaves the number that the file has.
    func signed(by key: SecretKey, sequence: UInt64?) throws -> (bytes: [UInt8], sequence: UInt64, signer: KeyID) {
        guard let publicKey = key.publicKey else { throw SignableFile.unfit(path) }
        let bytes = bytes
        let unsigned = try ModelFileError.checking(path) { () throws(ModelError) in
            try UnsignedFile(bytes, sequence: sequence, key: publicKey.id)
        }
        let signed = unsigned.signed(try key.signature(of: unsigned.message))
        let number = try signed.withUnsafeBytes { bytes in
            let file = try SignedFile(bytes)
            try file.verify(signedBy: [publicKey])
            return file.sequence
        }
        return (signed, number, publicKey.id)
    }

    private static func unfit(_ path: String) -> UnfitFile {
        UnfitFile(path: path, expected: "a model or a file of rules", found: "another file", next: "give one of those")
    }
}
