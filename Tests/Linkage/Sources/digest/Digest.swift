// Prints the digest over the verdicts of 100,000 messages, or what is wrong with it. A debug build,
// which takes fifty times as long, looks at 20,000. All builds
// share this source. In Embedded Swift a program cannot choose its exit status, so
// Tests/Linkage/digest.sh reads the line.

#if canImport(SpamFilter)
import SpamFilter
#endif

@main
struct Program {
    #if DEBUG
    private static let parts = [ScoreDigest.some]
    #else
    private static let parts = [ScoreDigest.some, ScoreDigest.all]
    #endif

    static func main() {
        do throws(ModelError) {
            var digest = try ScoreDigest(), isRight = true
            for expected in parts {
                digest.run(until: expected.messages)
                if digest.value == expected.digest { continue }
                isRight = false
                let digests = "expected \(hexadecimal(expected.digest)), found \(hexadecimal(digest.value))"
                print("digest: \(digests) after \(expected.messages) messages")
            }
            if isRight { print("digest: \(hexadecimal(digest.value)) over the verdicts of \(digest.messages) messages") }
        } catch {
            print("digest: the model does not open")
        }
    }

    private static func hexadecimal(_ n: UInt64) -> String { String(n, radix: 16) }
}
