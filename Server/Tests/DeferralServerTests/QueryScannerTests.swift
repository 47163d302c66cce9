// The scanner reads what the codec reads, or leaves it to the codec.

import Foundation
import MessageFilterExtension
import Testing

@testable import DeferralServer

@Suite struct QueryScannerTests {
    /// Text and sender; `nil` where the scanner leaves the query alone.
    private func scanned(_ json: [UInt8]) -> [String]? {
        var scanner = QueryScanner()
        guard json.withUnsafeBufferPointer({ scanner.read($0) }) else { return nil }
        return [scanner.text, scanner.sender].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            (#"{"_version":1,"query":{"sender":"1","message":{"text":"a"}},"app":{"version":"1.1"}}"#, "a", "1"),
            (#" { "app" : {"version":""}, "query":{"message":{ "text":"a" },"sender":"b"},"_version":1 } "#, "a", "b"),
            (#"{"query":{"message":{"text":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}}}"#, "\"\\/\u{8}\u{C}\n\r\té😀", ""),
            (#"{"query":{"message":{"text":"무료 쿠폰 免费"},"sender":"은행"}}"#, "무료 쿠폰 免费", "은행"),
            ("{}", "", ""), (#"{"query":{}}"#, "", ""), (#"{"query":{"message":{}}}"#, "", ""),
        ] as [(String, String, String)])
    func theUsualFormIsRead(json: String, text: String, sender: String) {
        #expect(scanned(Array(json.utf8)) == [text, sender])
    }

    @Test(arguments: [
        #"{"_version":1,"_version":1}"#, #"{"_version":10}"#, #"{"_version":1.0}"#, #"{"query":{"sender":null}}"#,
        #"{"query":{"message":{"text":"a","lang":"en"}}}"#, #"{"app":{"version":1}}"#, #"{"query":{"sender":"\ud800"}}"#,
        #"{"query":{"sender":"\udc00"}}"#, #"{"query":{"sender":"\u00zz"}}"#, #"{"query":{"sender":"a"}}x"#, "{", "", "[]", "{},",
        "{\"query\":{\"sender\":\"a\nb\"}}", #"{"query":{"sender":"a"},}"#, #"{"query":{"sender":"\x"}}"#, #"{"\u0071uery":{}}"#,
    ])
    func everythingElseIsLeftToTheCodec(json: String) {
        #expect(scanned(Array(json.utf8)) == nil)
    }

    @Test func damagedBytesAreLeftToTheCodec() {
        #expect(scanned(Array(#"{"query":{"sender":""#.utf8) + [0xFF] + Array(#""}}"#.utf8)) == nil)
    }

    /// Random edits of queries: whatever the scanner accepts, the codec reads the same.
    @Test func whatIsAcceptedIsReadAsTheCodecReadsIt() throws {
        let seeds = [
            #"{"_version":1,"query":{"sender":"14085550001","message":{"text":"Your \u0041\n code"}},"app":{"version":"1.1"}}"#,
            #"{"query":{"message":{"text":"무료\ud83d\ude00"},"sender":""}}"#,
        ].map { Array($0.utf8) }
        let pieces = ["\"", "\\", "{", "}", ":", ",", "\\u0000", "\\ud83d", "null", "1", " ", "\u{0}", "é", "\"text\":\"b\","].map
        {
            Array($0.utf8)
        }
        var generator = SystemRandomNumberGenerator(), accepted = 0
        for _ in 0..<4000 {
            var json = seeds.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0..<json.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: json.remove(at: place)
                case 1: json[place] = UInt8.random(in: 0...255, using: &generator)
                default: json.insert(contentsOf: pieces.randomElement(using: &generator)!, at: place)
                }
                if json.isEmpty { json = [0x20] }
            }
            guard let found = scanned(json) else { continue }
            accepted += 1
            let query = try NetworkQuery(json: Data(json))
            #expect(found == [query.text ?? "", query.sender ?? ""], "\(String(decoding: json, as: UTF8.self))")
        }
        #expect(accepted > 500)
    }
}
