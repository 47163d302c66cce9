// Rows of the starter corpus in the encodings of their languages: a store has the same of them as
// of a copy in UTF-8, or the question is asked.

import Corpus
import Foundation
import Testing

@testable import CorpusStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite struct EncodedCopiesTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Datasets/starter/test.jsonl")
    private static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    private struct Row: Decodable {
        let text, label, lang: String
        let country: String?
    }

    private static let rows: [String: [Row]] = {
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return Dictionary(grouping: lines.compactMap { try? JSONDecoder().decode(Row.self, from: Data($0.utf8)) }, by: \.lang)
    }()

    private static let western = "WINDOWS-1252 ISO-8859-15 MACINTOSH CP850"
    private static let encodings = [
        ("ko", "CP949 EUC-KR"), ("ja", "CP932 EUC-JP ISO-2022-JP"), ("zh-Hans", "GB18030 GBK"), ("zh-Hant", "BIG5-HKSCS BIG5"),
        ("de", western), ("fr", western), ("es", western), ("pt", western), ("id", western), ("en", western),
        ("tr", "WINDOWS-1254 ISO-8859-9 CP857"), ("vi", "WINDOWS-1258"), ("th", "CP874"),
    ]

    /// The bytes of a text; `nil` where the encoding lacks a character, such as ’, or has another
    /// one in its place.
    private static func bytes(_ text: String, as encoding: String) -> [UInt8]? {
        guard let bytes = converted(Array(text.utf8), from: "UTF-8", to: encoding), let name = TextEncoding(encoding)?.name else {
            return nil
        }
        return converted(bytes, from: name, to: "UTF-8") == Array(text.utf8) ? bytes : nil
    }

    private static func converted(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
        guard let conversion = iconv_open(to, from), Int(bitPattern: conversion) != -1 else { return nil }
        defer { iconv_close(conversion) }
        var source = bytes.map { CChar(bitPattern: $0) }, target = [CChar](repeating: 0, count: source.count * 4 + 16)
        var left = source.count, free = target.count, lost = 0
        source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var input = source.baseAddress, output = target.baseAddress
                lost = iconv(conversion, &input, &left, &output, &free)
                _ = iconv(conversion, nil, nil, &output, &free)
            }
        }
        return left == 0 && lost == 0 ? target.dropLast(free).map { UInt8(bitPattern: $0) } : nil
    }

    /// A file of CSV as a store exports it; `nil` where the encoding is asked about.
    private static func exported(_ bytes: [UInt8]) throws -> String? {
        let folder = try StoreFolder()
        do {
            try folder.store.imports.add(file: folder.write(bytes, to: "a.csv"))
        } catch StoreError.corpus(.unknownEncoding) {
            return nil
        }
        var text = ""
        _ = try folder.store.curation.export(.csv) { text += $0 }
        return text
    }

    /// What is right at few rows is right or asked about; three hundred tell the usual one.
    @Test(.enabled(if: isThere, "a package without Datasets/starter"), arguments: encodings)
    func aCopyIsReadAsItsOriginalOrAskedAbout(language: String, encodings: String) throws {
        let all = Self.rows[language] ?? []
        #expect(all.count > 300, "\(language)")
        for encoding in encodings.split(separator: " ").map(String.init) where TextEncoding(encoding) != nil {
            let rows = all.compactMap { row in
                let line = [row.text, row.label, row.country ?? ""].map(WrittenField.csv).joined(separator: ",") + "\n"
                return Self.bytes(line, as: encoding).map { (line: line, bytes: $0) }
            }
            for (count, first) in [(2, 0), (2, 50), (10, 20), (40, 60), (300, 0)] {
                let some = rows.dropFirst(first).prefix(count), header = "text,label,country\n"
                guard some.contains(where: { !$0.line.utf8.allSatisfy { $0 < 0x80 } }) else { continue }
                let copy = try Self.exported(Array(header.utf8) + some.flatMap(\.bytes))
                let original = try Self.exported(Array((header + some.map(\.line).joined()).utf8))
                #expect(copy == nil || copy == original, "\(language) \(encoding) \(first) + \(count)")
                // Of these two few letters are beyond ASCII.
                if count == 300, encodings.hasPrefix(encoding), !["en", "id"].contains(language) {
                    #expect(copy != nil, "\(language) \(encoding)")
                }
            }
        }
    }
}
