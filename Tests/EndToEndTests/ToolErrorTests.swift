// Each error of the tool itself: what was expected, what was found, the next step.

import Foundation
import Testing

@Suite struct ToolErrorTests {
    /// A shell line that makes files beside `in.tsv`, the command, and words of its error.
    private static let cases: [(make: String, command: String, words: String)] = [
        (":", "train in.tsv --out in.tsv", "expected a place for the model, found that this is the corpus itself"),
        (": > none.tsv", "evaluate m.spam none.tsv", "expected labelled messages, found none"),
        (
            ":", "train in.tsv --source-weight chat=2 --out n.spam",
            "expected a source of the corpus, found chat; name one of in.tsv"
        ),
        (":", "crossval in.tsv --by source", "--by source: expected messages of 2 to 100 sources, found all of in.tsv"),
        (
            "cp in.tsv other.tsv", "train in.tsv --validate other.tsv --min-df 1 --out n.spam",
            "other.tsv: expected messages unlike those trained on, found "
        ),
        (":", "classify m.spam hello", "expected a file of messages, found nothing by this name"),
        (":", "classify m.spam in.tsv > /dev/full", "expected all results to be written, found No space left on device"),
        (":", "explain m.spam hello", "expected the message by --text, found it without; write --text 'MESSAGE'"),
        (":", "evaluate m.spam in.tsv --where lang=xx", "expected messages with lang=xx, found none"),
        (
            ":", "train in.tsv --label-map 1=ham 2=spam --out m.spam",
            "2=spam: expected a file, found words for --label-map; divide them by commas: --label-map 1=ham,2=spam"
        ),
        (":", "import --into c.sqlite --label-map 1=ham 2=spam", "divide them by commas: --label-map 1=ham,2=spam"),
    ]

    @Test(arguments: cases.indices)
    func errorsSayWhatWasExpected(index: Int) throws {
        let (make, command, words) = Self.cases[index]
        let bench = try Workbench()
        try bench.write(OptionHintTests.good, to: "in.tsv")
        #expect(try bench.run("spamkit train in.tsv --folds 0 --min-df 1 --out m.spam").status == 0)
        let result = try bench.run("\(make); spamkit \(command)")
        #expect(result.status != 0 && result.errors.contains(words), "\(command): \(result.errors)")
    }

    /// Who stops a command is told what became of it.
    @Test(arguments: [
        ("train - --out m.spam", "stopped; nothing was written"), ("crossval -", "stopped; nothing was written"),
        (
            "import - --into old.sqlite",
            "stopped; only whole files are imported; to list them: spamkit corpus imports old.sqlite"
        ),
        ("import - --into c.sqlite", "stopped; nothing was imported"),
        ("attack old.spam - --messages m.jsonl", "stopped; nothing was written"),
    ])
    func aCommandThatIsStoppedSaysSo(command: String, words: String) throws {
        let bench = try Workbench()
        try bench.write(OptionHintTests.good, to: "in.tsv")
        _ = try bench.run("spamkit import in.tsv --into old.sqlite; spamkit train in.tsv --folds 0 --min-df 1 --out old.spam")
        // The command waits for rows. Ctrl-C may be blocked or ignored where tests run.
        try bench.write(
            """
            import signal, subprocess, sys, time
            def heed():
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
                signal.signal(signal.SIGINT, signal.SIG_DFL)
            tool = subprocess.Popen(["spamkit"] + sys.argv[1:], stdin=subprocess.PIPE, preexec_fn=heed)
            def waits():
                try:
                    lines = open(f"/proc/{tool.pid}/status").read().splitlines()
                    return int([l for l in lines if l.startswith("SigCgt")][0].split()[1], 16) & 2
                except FileNotFoundError:
                    time.sleep(3)
                    return True
            while not waits(): time.sleep(0.05)
            tool.send_signal(signal.SIGINT)
            print(tool.wait())
            """, to: "stop.py")
        let result = try bench.run("python3 stop.py \(command)")
        #expect(result.output == "-2\n" && result.errors.contains(words + "\n"), "\(result.output) \(result.errors)")
        let left = try bench.files()
        let news = left.filter { name in ["m.spam", "c.sqlite", "m.jsonl"].contains { name.hasPrefix($0) } }
        #expect(news.isEmpty && left.contains("old.sqlite"), "\(left)")
    }

    /// Who waits for another writer is told so.
    @Test func aWaitForAnotherWriterIsTold() throws {
        let bench = try Workbench()
        try bench.write(OptionHintTests.good, to: "in.tsv")
        let result = try bench.run(
            """
            spamkit import in.tsv --into c.sqlite
            python3 -c "
            import sqlite3, time
            c = sqlite3.connect('c.sqlite', isolation_level=None)
            c.execute('BEGIN IMMEDIATE')
            open('held', 'w').close()
            time.sleep(1.5)
            c.execute('ROLLBACK')" &
            while [ ! -e held ]; do sleep 0.05; done
            spamkit corpus relabel c.sqlite 1 junk
            wait
            """)
        #expect(result.errors.contains("waiting for another spamkit that writes to c.sqlite\n"), "\(result.errors)")
        #expect(result.output.contains("c.sqlite: 1 now junk"))
    }

    @Test func completionOffersValuesAndFiles() throws {
        let script = try Workbench().run("spamkit --generate-completion-script bash").output
        for value in ["blend", "nblr", "train-fold1", "fasttext", "transaction/finance", "codes", "lang", "csv"] {
            #expect(script.contains("'\(value)'"), "\(value)")
        }
        // No option that takes a file is without its completion.
        let lines = script.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let options = [
            "'--ids')", "'--html')", "'--json')", "'--features')", "'--journal')", "'--background')", "'--predictions')",
        ]
        for option in options {
            let bodies = lines.indices.filter { lines[$0].hasPrefix(option) }.map { lines[$0 + 1] }
            #expect(!bodies.isEmpty && bodies.allSatisfy { $0 == "__spamkit_add_completions -f" }, "\(option) \(bodies)")
        }
    }
}
