// Libraries name no options of the tool. The tool adds those that mend an error, in parentheses.

import Foundation
import Testing

@Suite struct OptionHintTests {
    static let good = "ham\tsee you at home\nspam\tfree prize call now\nham\tat home now\nspam\tfree call\n"

    /// A shell line that makes `in.tsv`, the command, and the remedy.
    static let cases: [(make: String, command: String, remedy: String)] = [
        ("printf 'no format at all\\n' > in", "train in --out m.spam", "(--format "),
        (":", "train in.tsv --format text --out m.spam", "(--format jsonl, json, fasttext, tsv or csv)"),
        ("echo '[{\"label\":\"ham\",\"text\":\"hi\"}]' > in", "train in --format jsonl --out m.spam", "(--format json"),
        ("printf 'label,text\\n\"a\"b,c\\n' > in.csv", "train in.csv --out m.spam", "(--format tsv)"),
        ("printf 'label\\ttext\\nham\\n' > in.tsv", "train in.tsv --out m.spam", "(--skip-bad-rows"),
        (
            "printf 'ham\\thi\\nspam\\tprize \\xb0\\xa1\\n' > in.tsv", "train - --out m.spam < <(cat in.tsv)",
            "(--encoding, such as CP949"
        ),
        (
            "printf 'ham\\thi\\nblah\\tyou\\nblah\\tme\\n' > in.tsv", "train in.tsv --out m.spam",
            "(--label-map blah=LABEL; LABEL: allow"
        ),
        (":", "train in.tsv --label-map x --out m.spam", "(--label-map)"),
        ("spamkit counts in.tsv --out in.counts", "counts in.counts --out x.counts", "(spamkit merge or spamkit train)"),
        (":", "train in.tsv --max-bytes 100 --out m.spam", "(--max-bytes)"),
        (":", "train in.tsv --min-df 99 --out m.spam", "(--min-df)"),
        (
            ":", "train in.tsv --declare transaction/orders --out m.spam",
            "(--protect, --declare or --class-weight names it; a --background"
        ),
        (":", "train in.tsv --declare others --out m.spam", "; write promotion/others or transaction/others"),
        (":", "crossval in.tsv --by time", "(--by template or source)"),
        (":", "corpus stats none.sqlite", "(spamkit import FILE --into none.sqlite)"),
        (
            "spamkit import in.tsv --into s.sqlite", "train s.sqlite --part train --out m.spam",
            "(spamkit split s.sqlite --name "
        ),
        ("spamkit import in.tsv --into s.sqlite; spamkit split s.sqlite", "split s.sqlite", "(--name)"),
        ("spamkit import in.tsv --into s.sqlite", "split s.sqlite --by time", "; --by template, source or random)"),
        (
            "spamkit import in.tsv --into s.sqlite --mask", "import Datasets/starter/test.jsonl --into s.sqlite",
            "(--mask, or another store with --into)"
        ),
        (
            "head -c 500 in.tsv > x", "merge x --out y.counts", "(spamkit counts and spamkit merge write counts)"
        ),
        (":", "inspect in.tsv", "(spamkit train writes models)"),
        (
            "spamkit train in.tsv --folds 0 --out m.spam; echo '{\"text\":5,\"sender\":\"A\"}' > t",
            "simulate m.spam t", "(spamkit simulate --help)"
        ),
    ]

    @Test(arguments: cases.indices)
    func theToolAddsWhatMendsAnError(index: Int) throws {
        let (make, command, remedy) = OptionHintTests.cases[index]
        let bench = try Workbench()
        try bench.write(OptionHintTests.good, to: "in.tsv")
        _ = try bench.run(make)
        let result = try bench.run("spamkit \(command)")
        #expect(result.status != 0, "\(command)")
        #expect(result.errors.contains(remedy), "expected \(remedy) of \(command) in: \(result.errors)")
    }
}
