// What a warm decision takes in Swift and through C, on the same messages:
//     overhead MODEL MESSAGES
// Both are timed by turns, in processor time, and the median of the rounds is printed. Fails where
// one verdict differs in a bit; time fails nothing.

import Foundation
import Library
import SpamFilter
import SpamFilterIO

@main
struct Program {
    static func main() throws {
        let path = CommandLine.arguments[1]
        let texts = try Texts(path: CommandLine.arguments[2])
        let file = try ModelFile(path)
        var classifier = Classifier(file.view)
        var model: OpaquePointer?
        guard spamfilter_open(path, nil, &model) == SPAMFILTER_OK else { fatalError(String(cString: spamfilter_last_error())) }
        defer { spamfilter_close(model) }

        var swift: [Double] = [], c: [Double] = [], strings: [Double] = []
        let messages = texts.messages, asC = texts.asC
        let asText = messages.map { message in
            Message(
                body: String(decoding: message.body, as: UTF8.self), sender: String(decoding: message.sender, as: UTF8.self),
                receiverCountry: String(decoding: message.receiverCountry, as: UTF8.self))
        }
        for _ in 0..<31 {
            var bits: UInt64 = 0, bitsOfC: UInt64 = 0
            swift.append(nanoseconds { for message in messages { bits &+= classifier.classify(message).junkLogOdds.bitPattern } })
            c.append(
                nanoseconds {
                    var verdict = spamfilter_verdict()
                    for message in asC {
                        withUnsafePointer(to: message) { _ = spamfilter_classify(model, $0, &verdict) }
                        bitsOfC &+= verdict.junk_log_odds.bitPattern
                    }
                })
            strings.append(
                nanoseconds { for message in asText where classifier.classify(message).junkLogOdds.isNaN { fatalError() } })
            guard bits == bitsOfC else { fatalError("overhead: verdicts differ") }
        }
        let n = Double(messages.count)
        func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] / n }
        print(
            String(
                format: "overhead: a decision takes %.0f ns in Swift (%.0f ns from strings), %.0f ns through C: %+.0f ns",
                median(swift), median(strings), median(c), median(zip(c, swift).map { $0 - $1 })))
    }

    static func nanoseconds(_ body: () -> Void) -> Double {
        var start = timespec(), end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
    }
}

/// The messages that `samples` wrote, in memory that stays.
struct Texts {
    private(set) var messages: [MessageBytes] = []

    init(path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
        data.copyBytes(to: bytes)
        var at = 0
        func next() -> UnsafeBufferPointer<UInt8> {
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
            at += 4 + count
            return UnsafeRawBufferPointer(rebasing: bytes[at - count..<at]).assumingMemoryBound(to: UInt8.self)
        }
        while at < bytes.count { messages.append(MessageBytes(body: next(), sender: next(), receiverCountry: next())) }
    }

    var asC: [spamfilter_message] {
        func text(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
            UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        }
        return messages.map {
            spamfilter_message(
                body: text($0.body), body_length: $0.body.count, sender: text($0.sender), sender_length: $0.sender.count,
                country: text($0.receiverCountry), country_length: $0.receiverCountry.count)
        }
    }
}
