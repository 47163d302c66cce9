// Bad input gets one clear line, the right exit code, and nothing half-written.

import Foundation
import Testing

@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let file: String?
        let command: String
        let status: Int32
        /// What the error must say: where, what was expected or found, what to do.
        let says: [String]
        var testDescription: String { name }
    }

    static let good = "ham\tsee you at home\nspam\tfree prize call now\nham\tat home now\nspam\tfree call\n"
    static let train = "spamkit train in.tsv --out out.spam"

    static let cases: [Case] = [
        Case(name: "missing file", file: nil, command: train, status: 1, says: ["in.tsv", "expected a file", "check the path"]),
        Case(
            name: "row without a tab", file: "ham\thello there\nspam win a prize\n", command: train, status: 1,
            says: ["in.tsv:2", "expected label<TAB>text", "(--skip-bad-rows"]),
        Case(
            name: "unknown label", file: "ham\thello there\nblah\twin a prize\nblah\twin again\n", command: train, status: 1,
            says: ["in.tsv:2", "expected known labels", "\"blah\"", "(--label-map blah=LABEL; LABEL: allow, junk"]),
        Case(name: "empty corpus", file: "", command: train, status: 1, says: ["empty", "give a file"]),
        Case(
            name: "one class only", file: "ham\thello there\nham\thow are you\n", command: train, status: 1,
            says: ["one class", "2 messages", "allow", "add messages"]),
        Case(
            name: "no place for the model", file: good, command: "spamkit train in.tsv --out missing/out.spam", status: 1,
            says: ["missing/out.spam", "No such file", "check the path"]),
        Case(
            name: "too small a model", file: good, command: "\(train) --max-bytes 100", status: 1,
            says: ["100 bytes", "expected at least", "(--max-bytes)"]),
        Case(name: "no corpus", file: nil, command: "spamkit train --out out.spam", status: 64, says: ["corpus"]),
        Case(
            name: "wrong share", file: good, command: "\(train) --max-false-junk 2", status: 64,
            says: ["--max-false-junk", "is 2% meant?"]),
        Case(
            name: "cost of the wrong trainer", file: good, command: "\(train) --trainer nb --regularization-c 1", status: 64,
            says: ["--trainer blend, lr and nblr"]),
        Case(
            name: "weights of no label", file: good, command: "\(train) --class-weight mail=2", status: 64,
            says: ["--class-weight", "mail=2"]),
        Case(
            name: "a weight of a label twice", file: good, command: "\(train) --class-weight junk=2,junk=3", status: 64,
            says: ["each once", "junk=3"]),
        Case(
            name: "a weight below 0", file: good, command: "\(train) --source-weight in.tsv=-1", status: 64,
            says: ["--source-weight", "0 to 1000"]),
        Case(
            name: "a source twice", file: good, command: "\(train) --source-weight in.tsv=1 --source-weight in.tsv=2", status: 64,
            says: ["each source once"]),
        Case(
            name: "word n-grams that are too long", file: good, command: "\(train) --word-ngrams 3", status: 64,
            says: ["--word-ngrams: expected 1 or 2, found 3"]),
        Case(
            name: "CJK n-grams that are too long", file: good, command: "\(train) --cjk-ngrams 4", status: 64,
            says: ["--cjk-ngrams: expected 1 to 3, found 4"]),
        Case(
            name: "character n-grams of length 1", file: good, command: "\(train) --char-ngrams 1-3", status: 64,
            says: ["--char-ngrams"]),
        Case(
            name: "a scale of the wrong trainer", file: good, command: "\(train) --trainer nb --char-ngram-scale 0.5", status: 64,
            says: ["--char-ngram-scale is for --trainer blend, lr and nblr"]),
        Case(
            name: "a scale of no n-grams", file: good, command: "\(train) --char-ngrams none --char-ngram-scale 0.5", status: 64,
            says: ["--char-ngrams none"]),
        Case(
            name: "features of more messages than there are", file: good, command: "\(train) --min-df 99", status: 1,
            says: ["of 2 groups or more, found none", "(--min-df)"]),
        Case(
            name: "a weight of a source that is not there", file: good, command: "\(train) --source-weight chat=2", status: 1,
            says: ["expected a source of the corpus, found chat", "in.tsv"]),
        Case(
            name: "a weight of a label that is not there", file: good, command: "\(train) --class-weight promotion=2", status: 1,
            says: ["no message of promotion", "or --class-weight names it; a --background may have such messages)"]),
        Case(
            name: "a weight that is none", file: "label\ttext\tweight\nham\thello there\theavy\n", command: train, status: 1,
            says: ["in.tsv:2", "expected a weight of 0 to 1000", "--skip-bad-rows"]),
        Case(
            name: "a test set that was trained on", file: good, command: "\(train) --validate in.tsv", status: 1,
            says: ["in.tsv", "of one template", "measure anyway with spamkit evaluate"]),
        Case(
            name: "costs that decide nothing", file: good, command: "\(train) --cost falseJunk=10", status: 64,
            says: ["missedJunk above 0"]),
        Case(
            name: "not a model", file: good, command: "spamkit inspect in.tsv", status: 1,
            says: ["in.tsv", "not a spamkit model", "spamkit train"]),
        Case(
            name: "missing model", file: nil, command: "spamkit classify none.spam", status: 1,
            says: ["none.spam", "check the path"]),
        Case(
            name: "empty test set", file: good, command: "\(train) && : > none.tsv && spamkit evaluate out.spam none.tsv",
            status: 1,
            says: ["none.tsv", "expected labelled messages", "give a file"]),
        Case(
            name: "page on standard output", file: good, command: "spamkit evaluate out.spam in.tsv --html -", status: 64,
            says: ["--html", "expected the path of a file"]),
        Case(
            name: "words of a page without a page", file: good, command: "spamkit evaluate out.spam in.tsv --show-text",
            status: 64,
            says: ["--show-text", "expected --html"]),
        Case(
            name: "costs beyond all measure", file: good,
            command: "spamkit evaluate out.spam in.tsv --cost falseJunk=1e18,missedJunk=1",
            status: 64, says: ["--cost", "0 to 1000000000", "falseJunk=1e18"]),
        Case(
            name: "Markdown on standard output", file: good, command: "spamkit evaluate out.spam in.tsv --markdown -", status: 64,
            says: ["--markdown", "expected the path of a file"]),
        Case(
            name: "a bound that no recall can keep", file: good,
            command: "spamkit evaluate out.spam in.tsv --require 'recall>=90'",
            status: 64, says: ["in 0...1", "is 90% meant?"]),
        Case(
            name: "nothing to leave out", file: "ham\tsee you at home\n", command: "spamkit crossval in.tsv", status: 1,
            says: ["in.tsv", "one class only: expected two or more, found 1 message", "the corpus"]),
        Case(
            name: "no messages to poison", file: good,
            command: "\(train) && : > none.tsv && spamkit attack out.spam in.tsv --poison none.tsv",
            status: 1, says: ["none.tsv", "expected labelled messages"]),
        Case(
            name: "one class to poison", file: good,
            command: "\(train) && grep ham in.tsv > none.tsv && spamkit attack out.spam in.tsv --poison none.tsv", status: 1,
            says: ["none.tsv", "expected messages that a model can be trained on", "one class"]),
        Case(
            name: "features of another kind", file: good,
            command: "\(train) && spamkit evaluate out.spam in.tsv --html out.html --include in.tsv", status: 1,
            says: ["in.tsv, line 1", "expected the head feature", "train --features or attack --json"]),
        Case(
            name: "an attack of another kind", file: good,
            command: "\(train) && echo '{}' > none.tsv && spamkit evaluate out.spam in.tsv --html p.html --include none.tsv",
            status: 1, says: ["none.tsv", "spamkit attack --json"]),
        Case(
            name: "two lists of features", file: good,
            command:
                "\(train) && \(train) --features none.tsv && spamkit evaluate out.spam in.tsv --html p.html --include none.tsv --include none.tsv",
            status: 64, says: ["--include: expected one list of features and one of tricks, found none.tsv as a second one"]),
    ]

    @Test(arguments: cases)
    func isToldInOneLine(_ bad: Case) throws {
        let bench = try Workbench()
        if let file = bad.file { try bench.write(file, to: "in.tsv") }
        let before = try bench.files()
        let result = try bench.run(bad.command)
        #expect(result.status == bad.status, "\(result.errors)")
        for word in bad.says { #expect(result.errors.contains(word), "expected \(word) in: \(result.errors)") }
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
        #expect(lines.count == 1, "\(result.errors)")
        let left = try bench.files().filter { !before.contains($0) && $0 != "none.tsv" }
        #expect(left == (bad.command.hasPrefix("\(BadInputTests.train) &&") ? ["out.spam"] : []), "half-written files")
    }

    @Test func anUnreadableEncodingNamesLineAndNextStep() throws {
        let bench = try Workbench()
        // The encoding of a file is guessed.
        let result = try bench.run("printf 'ham\\thello\\nspam\\tprize \\xb0\\xa1\\n' | spamkit train - --out out.spam")
        #expect(result.status == 1)
        for word in ["standard input:2", "expected UTF-8", "--encoding", "spamkit import"] {
            #expect(result.errors.contains(word), "\(result.errors)")
        }
        #expect(!result.errors.contains("prize"), "an error must not print a message")
    }

    struct Damage: Sendable {
        /// What happens to a model on its way, and what the tool says of it.
        let how: String
        let says: String
    }

    static let damages = [
        Damage(how: "head -c 200 out.spam > bad.spam", says: "cut off"),
        Damage(how: "cp out.spam bad.spam; printf x >> bad.spam", says: "bytes behind its end"),
        Damage(
            how: "cp out.spam bad.spam; printf '\\x07' | dd of=bad.spam bs=1 seek=8 conv=notrunc status=none",
            says: "format version 7"),
        Damage(
            how: "cp out.spam bad.spam; printf '\\x55' | dd of=bad.spam bs=1 seek=244 conv=notrunc status=none",
            says: "was altered"),
        Damage(how: ": > bad.spam", says: "is empty"),
        Damage(how: "cp in.tsv bad.spam", says: "not a spamkit model"),
    ]

    /// Even if only a single weight is wrong.
    @Test(arguments: damages, ["inspect bad.spam --verify", "classify bad.spam --text hello", "evaluate bad.spam in.tsv"])
    func aDamagedModelIsRefused(_ damage: Damage, command: String) throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let result = try bench.run("\(BadInputTests.train) --folds 0 >/dev/null && \(damage.how) && spamkit \(command)")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("bad.spam: ") && result.errors.contains(damage.says), "\(result.errors)")
    }

    /// Huge costs and figures out of range are printed or refused, and never crash the tool.
    @Test func hugeNumbersAreNoTrap() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let made = try bench.run(
            "\(BadInputTests.train) --folds 0 && spamkit attack out.spam in.tsv --trick zero-width --json a.json")
        #expect(made.status == 0, "\(made.errors)")
        let dear = try bench.run(
            "spamkit evaluate out.spam in.tsv --cost falseJunk=1e9,missedJunk=1e9,unsure=1e9 --html p.html --markdown m.md --require 'cost<0'"
        )
        #expect(dear.status == 1 && dear.errors.contains("cost<0: found"), "\(dear.errors)")
        for share in ["meanRecall", "meanCleanRecall"] {
            let altered = try bench.run(
                "sed -E 's/\"\(share)\" : [0-9.e-]+/\"\(share)\" : 1e300/' a.json > b.json; grep -c 1e300 b.json; spamkit evaluate out.spam in.tsv --html p.html --include b.json"
            )
            // One of each strength.
            #expect(altered.output == "3\n" && altered.status == 1, "\(altered.errors)")
            #expect(altered.errors.contains("b.json: expected the figures that spamkit attack --json writes"))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full on this system"))
    func resultsThatDoNotArriveAreAnError() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        for command in [
            "classify out.spam in.tsv", "evaluate out.spam in.tsv", "inspect out.spam", "explain out.spam --text hello",
        ] {
            let result = try bench.run("\(BadInputTests.train) --folds 0 >/dev/null && spamkit \(command) > /dev/full")
            #expect(result.status == 1 && result.errors.contains("Error: standard output: "), "\(command): \(result.errors)")
        }
    }

    static let overwrites = [
        ("evaluate out.spam in.tsv --json in.tsv", "--json: expected another file than those that are read, found in.tsv"),
        ("evaluate out.spam in.tsv --markdown ./out.spam", "--markdown: expected another file than those that are read"),
        ("evaluate out.spam in.tsv --html link.tsv", "--html: expected another file than those that are read"),
        ("evaluate out.spam in.tsv --trained-on more.tsv --json more.tsv", "--json: expected another file"),
        ("evaluate out.spam in.tsv --html p.html --include more.tsv --json more.tsv", "--json: expected another file"),
        ("evaluate out.spam in.tsv --json r --markdown ./r", "--markdown: expected another file than that of --json, found ./r"),
        ("evaluate out.spam in.tsv --markdown r --html r", "--html: expected another file than that of --markdown"),
        ("compare out.spam more.tsv in.tsv --json more.tsv", "--json: expected another file"),
        ("compare out.spam more.tsv in.tsv --json in.tsv", "--json: expected another file"),
        ("attack out.spam in.tsv --json in.tsv", "--json: expected another file"),
        ("attack out.spam in.tsv --poison more.tsv --json more.tsv", "--json: expected another file"),
        ("crossval in.tsv --json in.tsv", "--json: expected another file"),
        ("tune in.tsv --json in.tsv", "--json: expected another file"),
        ("import in.tsv --into s.sqlite --json in.tsv", "--json: expected another file"),
        ("counts in.tsv --out a.counts --json in.tsv", "--json: expected another file"),
        ("tune in.tsv --out more.tsv --journal more.tsv", "--journal: expected another file than that of --out"),
    ]

    @Test(arguments: overwrites)
    func figuresReplaceNothingThatIsRead(command: String, says: String) throws {
        let bench = try Workbench()
        for name in ["in.tsv", "more.tsv", "out.spam"] { try bench.write(BadInputTests.good, to: name) }
        let result = try bench.run("ln -s in.tsv link.tsv; spamkit \(command)")
        #expect(result.status == 64 && result.errors.contains(says), "\(result.errors)")
        #expect(
            try bench.run("cat in.tsv more.tsv out.spam").output == BadInputTests.good + BadInputTests.good + BadInputTests.good)
        #expect(try bench.files() == ["in.tsv", "link.tsv", "more.tsv", "out.spam"])
    }

    /// The corpus is worth more than any model.
    @Test func aModelDoesNotReplaceACorpusOrAPipe() throws {
        let bench = try Workbench()
        try bench.write(BadInputTests.good, to: "in.tsv")
        let same = try bench.run(
            "ln -s in.tsv link.tsv; spamkit train in.tsv --out link.tsv; spamkit train in.tsv --out ./in.tsv; cat in.tsv")
        #expect(same.output == BadInputTests.good)
        #expect(same.errors.components(separatedBy: "this is the corpus itself").count == 3, "\(same.errors)")
        let twice = try bench.run(
            "spamkit train in.tsv --out a.spam --features ./a.spam; echo $?; spamkit train in.tsv --out -; echo $?; ls | grep -c spam"
        )
        #expect(twice.output == "64\n64\n0\n", "\(twice.output)")
        #expect(twice.errors.contains("expected another file than --out") && twice.errors.contains("expected the path of a file"))
        let features = try bench.run(
            "spamkit train in.tsv --out a.spam --features f.tsv >/dev/null && head -1 f.tsv && wc -l < f.tsv")
        #expect(features.status == 0 && features.output.hasPrefix("feature\tmessages\tjunk\tkind\ttext\n"), "\(features.errors)")
        let pipe = try bench.run("mkfifo pipe && spamkit train in.tsv --out pipe")
        #expect(pipe.status == 1 && pipe.errors.contains("pipe: "), "\(pipe.errors)")
    }
}
