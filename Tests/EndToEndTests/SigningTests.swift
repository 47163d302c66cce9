// What keygen, sign and verify promise: keys that are not replaced, files that are trusted or not.

import Foundation
import Testing

@Suite struct SigningTests {
    private let corpus = "ham\tsee you at home\nspam\tfree prize call now\nham\tat home now\nspam\tfree call\n"

    /// A workbench with a model and two pairs of keys.
    private func bench() throws -> Workbench {
        let bench = try Workbench()
        try bench.write(corpus, to: "few.tsv")
        let made = try bench.run(
            "spamkit train few.tsv --out m.spam --folds 0 && spamkit keygen --out key && spamkit keygen --out other")
        #expect(made.status == 0, "\(made.errors)")
        return bench
    }

    @Test func aSignedModelIsVerifiedByItsKeyAlone() throws {
        let bench = try bench()
        let signed = try bench.run("spamkit sign m.spam --key key --sequence 3 --out s.spam")
        #expect(signed.status == 0 && signed.errors.isEmpty && signed.output.contains("sequence number 3, signed by key "))
        let verified = try bench.run("spamkit verify s.spam --key other.pub --key key.pub")
        #expect(verified.status == 0 && verified.output.contains("s.spam: signed by key ") && verified.errors.isEmpty)
        let other = try bench.run("spamkit verify s.spam --key other.pub")
        #expect(other.status == 1 && other.output.isEmpty && other.errors.contains("s.spam: the file says that key "))
        let unsigned = try bench.run("spamkit verify m.spam --key key.pub")
        #expect(unsigned.status == 1 && unsigned.errors.contains("m.spam: the file has no signature"))
        // What the model says of a message is the same.
        let verdicts = try bench.run("diff <(spamkit classify m.spam few.tsv) <(spamkit classify s.spam few.tsv)")
        #expect(verdicts.status == 0, "\(verdicts.output)\(verdicts.errors)")
        let altered = try bench.run(
            """
            cp s.spam a.spam && printf X | dd of=a.spam bs=1 seek=300 conv=notrunc 2>/dev/null
            spamkit verify a.spam --key key.pub
            """)
        #expect(altered.status == 1 && altered.errors.contains("was altered"), "\(altered.errors)")
    }

    @Test func keysAreMadeQuietly() throws {
        let made = try bench().run("spamkit keygen -q --out quiet && ls quiet quiet.pub")
        #expect(made.status == 0 && made.output == "quiet\nquiet.pub\n" && made.errors.isEmpty, "\(made.output)\(made.errors)")
    }

    @Test func inspectShowsNumberAndSigner() throws {
        let bench = try bench()
        let before = try bench.run("spamkit inspect m.spam")
        #expect(!before.output.contains("release") && !before.output.contains("signature"))
        let after = try bench.run(
            """
            spamkit sign m.spam --key key --sequence 12 --out s.spam && spamkit inspect s.spam --verify \
            && spamkit inspect s.spam --json -
            """)
        #expect(after.status == 0, "\(after.errors)")
        #expect(after.output.contains("\nrelease     sequence number 12, claims to be signed by key "))
        #expect(after.output.contains("  signature: 80 bytes at "))
        #expect(after.output.contains("\"sequence\":12") || after.output.contains("\"sequence\" : 12"))
    }

    @Test func numbersStayUnlessOneIsGiven() throws {
        let bench = try bench()
        let none = try bench.run("spamkit sign m.spam --key key --out n.spam")
        #expect(none.status == 0 && none.output.contains("no sequence number"))
        #expect(none.errors.contains("Warning: the file has no sequence number"))
        let kept = try bench.run(
            "spamkit sign m.spam --key key --sequence 5 --out a.spam && spamkit sign a.spam --key other --out b.spam")
        #expect(kept.output.components(separatedBy: "sequence number 5").count == 3 && kept.errors.isEmpty)
        #expect(try bench.run("spamkit verify b.spam --key other.pub").status == 0)
        #expect(try bench.run("spamkit verify b.spam --key key.pub").status == 1)
    }

    @Test func whatAnAppWouldRefuseOrRegretIsWarnedOf() throws {
        let bench = try bench()
        let cases: [(command: String, warning: String?)] = [
            ("spamkit sign m.spam --key key --sequence 6 --out six.spam", nil),
            ("spamkit sign six.spam --key key --sequence 7 --out a.spam", nil),
            ("spamkit sign six.spam --key key --sequence 2 --out b.spam", "Warning: the number was 6 before"),
            (
                "spamkit sign m.spam --key key --sequence 9007199254740993 --out c.spam",
                "no later file can have a higher number than 9007199254740993"
            ),
            ("chmod 640 key; spamkit sign m.spam --key key --sequence 1 --out d.spam", "Warning: other users can read key"),
        ]
        for (command, warning) in cases {
            let result = try bench.run(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(warning.map { result.errors.contains($0) } ?? result.errors.isEmpty, "\(command): \(result.errors)")
        }
    }

    @Test func keysAreForTheirOwnerAndNeverReplaced() throws {
        let bench = try bench()
        let mode = try bench.run("ls -l key key.pub other")
        #expect(mode.output.components(separatedBy: "-rw-------").count == 3 && mode.output.contains("-rw-r--r--"))
        let before = try bench.run("cat key key.pub").output
        for command in ["spamkit keygen --out key", "mv key k; spamkit keygen --out key; mv k key"] {
            let again = try bench.run("\(command)")
            #expect(again.errors.contains("expected no file, found one"), "\(command)")
        }
        #expect(try bench.run("cat key key.pub").output == before)
        #expect(try bench.run("spamkit keygen --out none/key").status == 1)
        #expect(try bench.files() == ["few.tsv", "key", "key.pub", "m.spam", "other", "other.pub"])
    }

    @Test func mistakesAreNamedWithoutTheSecret() throws {
        let bench = try bench()
        let secret = try bench.run("cut -d' ' -f2 key").output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(secret.count == 44)
        let mistakes: [(command: String, status: Int32, error: String)] = [
            ("spamkit sign m.spam --key key.pub --out s.spam", 1, "key.pub: expected a secret key"),
            ("spamkit sign m.spam --key few.tsv --out s.spam", 1, "few.tsv: expected a secret key"),
            ("spamkit sign m.spam --key none --out s.spam", 1, "none: cannot open"),
            ("echo spamkit-secret-key AAAA > short; spamkit sign m.spam --key short --out s.spam", 1, "short: expected 32 bytes"),
            ("spamkit sign few.tsv --key key --out s.spam", 1, "few.tsv: expected a model or a file of rules"),
            ("spamkit sign m.spam --key key --out m.spam", 64, "expected another file than those that are read"),
            ("spamkit sign m.spam --key key --out key", 64, "expected another file than those that are read"),
            ("spamkit sign m.spam --key key --out few.tsv", 1, "few.tsv: expected no file, or one of the kind that is written"),
            ("spamkit sign m.spam --key key --sequence 0 --out s.spam", 64, "expected 1 or more, found 0"),
            ("head -c 500 m.spam > cut; spamkit sign cut --key key --out s.spam", 1, "cut: the model is cut off"),
            ("printf '\\223SPAMRUL' >r; spamkit sign r --key key --out s.spam", 1, "r: the file of rules is cut off"),
            ("spamkit verify r --key key.pub", 1, "r: the file of rules is cut off"),
            ("spamkit verify m.spam --key key", 1, "key: expected a public key"),
            ("spamkit verify m.spam", 64, "--key"),
            ("spamkit verify few.tsv --key key.pub", 1, "few.tsv: expected a model or a file of rules"),
            ("spamkit keygen --out -", 64, "a secret key is not printed"),
        ]
        for mistake in mistakes {
            let result = try bench.run(mistake.command)
            #expect(result.status == mistake.status, "\(mistake.command): \(result.errors)")
            #expect(result.errors.contains(mistake.error), "\(mistake.command): \(result.errors)")
            #expect(!(result.errors + result.output).contains(secret))
        }
        #expect(try bench.run("cat s.spam").status != 0)
        #expect(try bench.run("cat few.tsv").output == corpus)
    }
}
