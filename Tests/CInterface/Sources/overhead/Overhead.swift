// What a warm decision takes in Swift, and through C, on the same messages:
//     overhead swift|c MODEL MESSAGES
// Prints nanoseconds of processor time, and the sum of the bits of all log-odds, which must be the
// same. The quickest of many short rounds counts, which other programs disturbed least. Each way
// has a process of its own: by turns, each finds the caches as the other left them.

import Foundation
import Library
import SpamFilter
import SpamFilterIO

@main
struct Program {
    static func main() throws {
        let (way, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let texts = try Texts(path: CommandLine.arguments[3])
        let result = way == "swift" ? try inSwift(path, texts.messages) : throughC(path, texts.asC)
        print("\(Int(result.nanoseconds)) \(String(result.bits, radix: 16))")
    }

    static func inSwift(_ path: String, _ messages: [MessageBytes]) throws -> Result {
        let file = try ModelFile(path, .copied)
        var classifier = Classifier(file.view)
        return Result(messages.count) {
            var bits: UInt64 = 0
            for message in messages { bits &+= classifier.classify(message).junkLogOdds.bitPattern }
            return bits
        }
    }

    static func throughC(_ path: String, _ messages: [spamfilter_message]) -> Result {
        var model: OpaquePointer?
        guard spamfilter_open(path, nil, &model) == SPAMFILTER_OK else { fatalError(String(cString: spamfilter_last_error())) }
        defer { spamfilter_close(model) }
        return Result(messages.count) {
            var bits: UInt64 = 0
            var verdict = spamfilter_verdict()
            for message in messages {
                withUnsafePointer(to: message) { _ = spamfilter_classify(model, $0, &verdict) }
                bits &+= verdict.junk_log_odds.bitPattern
            }
            return bits
        }
    }
}

struct Result {
    /// For each message.
    private(set) var nanoseconds = Double.infinity
    private(set) var bits: UInt64 = 0

    init(_ messages: Int, _ decide: () -> UInt64) {
        for _ in 0..<201 {
            let start = Result.now
            bits = decide()
            nanoseconds = min(nanoseconds, (Result.now - start) / Double(messages))
        }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
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
