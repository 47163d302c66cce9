// A store from the command line: files in, a model and files out.

import Foundation
import Testing

@Suite struct StoreTests {
    /// Invented messages of two kinds, each with a number of its own.
    private static func messages(_ count: Int) -> String {
        (0..<count).map { i in
            i % 2 == 0
                ? "ham\tdinner at home tomorrow, train number \(i), see you\n"
                : "spam\tclaim your prize loan now, urgent code \(i * 37)\n"
        }.joined()
    }

    @Test func storeStandsWhereverACorpusDoes() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(200), to: "a.tsv")
        #expect(try bench.run("spamkit import a.tsv --into c.sqlite").output == "a.tsv: 200 rows, 200 added\n")
        #expect(
            try bench.run("spamkit split c.sqlite --by random --test 0.25").output
                == "all: 150 train, 50 test (25.0 %), by random (equal texts together)\nallow: 75 train, 25 test\njunk: 75 train, 25 test\n"
        )
        let trained = try bench.run("spamkit train c.sqlite --part train --min-df 1 --folds 0 --out m.spam")
        #expect(trained.status == 0 && trained.output.contains("150 messages: "), "\(trained.errors)")
        let measured = try bench.run("spamkit evaluate m.spam c.sqlite --part test")
        #expect(measured.output.contains("50 messages: 25 wanted, 25 junk"), "\(measured.output)")
        #expect(
            try bench.run("spamkit classify m.spam c.sqlite --part test | wc -l").output.trimmingCharacters(in: .whitespaces)
                == "50\n")
        #expect(try bench.run("spamkit corpus stats c.sqlite").output.contains("model runs  1\n"))
        // The store and the exported file are the same corpus; only the card names the part.
        #expect(try bench.run("spamkit corpus export c.sqlite --part train > t.jsonl").status == 0)
        let same = try bench.run(
            "spamkit train t.jsonl --min-df 1 --folds 0 --out n.spam && for m in m n; do spamkit classify $m.spam t.jsonl > $m.out; done; "
                + "cmp m.out n.out && spamkit inspect m.spam")
        #expect(same.status == 0 && same.output.contains("part of the store: train of main"), "\(same.errors)\(same.output)")
    }

    /// Groups that were made before an import say nothing of its messages.
    @Test func groupsCountTheMessagesThatTheyWereMadeOf() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(200), to: "a.tsv")
        try bench.write("ham\tshall we meet at the old mill tomorrow\n", to: "b.tsv")
        let counted = try bench.run(
            """
            spamkit import a.tsv --into c.sqlite -q; spamkit split c.sqlite > split.txt; spamkit import b.tsv --into c.sqlite -q
            spamkit corpus stats c.sqlite; spamkit corpus duplicates c.sqlite > groups.txt; spamkit corpus stats c.sqlite
            """
        ).output.split(separator: "\n").filter { $0.hasPrefix("groups ") }
        #expect(counted.count == 2 && counted[0].contains(" of 200 messages (corpus duplicates finds"), "\(counted)")
        #expect(!counted[1].contains(" of "), "\(counted)")
    }

    /// What a person says of a label holds for a store as for a file.
    @Test func labelMapsHoldForStores() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(200) + "promotion\tsale today\n", to: "a.tsv")
        #expect(try bench.run("spamkit import a.tsv --into c.sqlite").status == 0)
        let mapped = try bench.run(
            "spamkit train c.sqlite --label-map promotion=-,junk=promotion --min-df 1 --folds 0 --out m.spam --verbose")
        #expect(mapped.errors.contains("c.sqlite: 1 message left out, as --label-map says"), "\(mapped.errors)")
        #expect(mapped.output.contains("promotion") && !mapped.output.contains("junk 100"), "\(mapped.output)")
        let unused = try bench.run("spamkit train c.sqlite --label-map fraud=junk --min-df 1 --folds 0 --out m.spam --verbose")
        #expect(unused.errors.contains("no row has the label fraud"), "\(unused.errors)")
    }

    /// Without names of templates, by the groups of the store.
    @Test func theTestPartOfASplitByTemplateSharesNoneWithTheTrainingPart() throws {
        let bench = try Workbench()
        let made = try bench.run(
            """
            head -6000 Datasets/starter/train.jsonl | sed -E 's/"template":"[^"]*",//' > in.jsonl
            spamkit import in.jsonl --into c.sqlite && spamkit split c.sqlite --by template && spamkit train c.sqlite \
            --part train --validate c.sqlite --trainer nb --folds 0 --out m.spam
            """)
        #expect(made.status == 0, "\(made.errors)")
        let measured = try bench.run("spamkit evaluate m.spam c.sqlite --part test --trained-on c.sqlite --json -")
        #expect(measured.output.contains(#/"seenAlike" : \{\s*"count" : 0,/#), "\(measured.output.prefix(300))")
        // Files know no groups of a store, and names tell as much.
        let files = try bench.run(
            """
            spamkit import Datasets/starter/test.jsonl --into n.sqlite && spamkit split n.sqlite --by template
            for part in train test; do spamkit corpus export n.sqlite --part $part > $part.jsonl; done
            spamkit evaluate m.spam test.jsonl --trained-on train.jsonl --json -
            """)
        #expect(files.output.contains(#/"seenAlike" : \{\s*"count" : 0,/#), "\(files.errors)")
    }

    /// Two versions of one corpus are no two sources.
    @Test func sourcesThatShareMessagesAreTold() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(120), to: "a.tsv")
        try bench.write(StoreTests.messages(110), to: "b.tsv")
        let shared = try bench.run("spamkit crossval a.tsv b.tsv")
        #expect(shared.errors.contains("share a template with a training message (column seen)"), "\(shared.errors)")
        #expect(!shared.errors.contains("Expect figures like these"))
        // A source that leaves one class only to train on is not measured, and not counted.
        _ = try bench.run("grep ham a.tsv > c.tsv")
        let partly = try bench.run("spamkit crossval a.tsv c.tsv")
        #expect(partly.status == 0 && partly.output.contains("not measured"), "\(partly.errors)\(partly.output)")
    }

    @Test func partsThatAreNotThereAreNamed() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(10), to: "a.tsv")
        try bench.write(StoreTests.messages(10), to: "b.tsv")
        _ = try bench.run("spamkit import a.tsv --into c.sqlite")
        let missing = try bench.run("spamkit train c.sqlite --part train --out m.spam")
        #expect(missing.status == 1 && missing.errors.contains("expected a split named main, found none"), "\(missing.errors)")
        let plain = try bench.run("spamkit train a.tsv --part train --out m.spam")
        #expect(plain.status == 64 && plain.errors.contains("expected a store, found a.tsv"), "\(plain.errors)")
        // A file is no store that is split instead.
        #expect(try bench.run("spamkit train c.sqlite b.tsv --part train --out m.spam").errors.contains("a split named main"))
        #expect(try bench.run("spamkit split c.sqlite").status == 0)
        let mixed = try bench.run("spamkit train c.sqlite b.tsv --part train --out m.spam")
        #expect(mixed.status == 0 && mixed.errors.contains("b.tsv is no store and is read whole; --part divides stores only"))
        #expect(mixed.errors.components(separatedBy: "no store").count == 2)
        #expect(try bench.run("spamkit train c.sqlite --part half --out m.spam").status == 64)
        #expect(try bench.run("spamkit corpus stats none.sqlite").errors.contains("expected a store, found nothing by this name"))
        #expect(try bench.run("printf 'SQLite format 3\\0garbage' > d.sqlite; spamkit corpus stats d.sqlite").status == 1)
    }

    /// Whole sources on one side may leave the other without what is to be measured.
    @Test func splitWithoutJunkToTestSaysSo() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(40), to: "a.tsv")
        try bench.write((0..<20).map { "ham\tsee you at \($0)\n" }.joined(), to: "b.tsv")
        _ = try bench.run("spamkit import a.tsv b.tsv --into c.sqlite")
        var said: Set<String> = []
        for seed in 1...12 {
            let split = try bench.run("spamkit split c.sqlite --by source --test 0.3 --seed \(seed) --name s\(seed)")
            let parts = split.output.split(separator: "\n").dropFirst()
            let missing =
                parts.allSatisfy { $0.hasSuffix(" 0 test") }
                ? "no message" : parts.last!.hasSuffix(" 0 test") ? "no message of junk" : nil
            #expect(
                split.status == 0 && split.errors.contains("the test part has \(missing ?? "")") == (missing != nil), "\(split)")
            said.insert(missing ?? "all")
        }
        #expect(said.count > 1, "\(said)")
    }

    /// Without write permission everything can be read, and reading changes no file.
    @Test func storesAreReadWhereNothingCanBeWritten() throws {
        let bench = try Workbench()
        try bench.write(StoreTests.messages(60), to: "a.tsv")
        _ = try bench.run("spamkit import a.tsv --into c.sqlite && spamkit split c.sqlite --by random --test 0.5")
        _ = try bench.run("spamkit train c.sqlite --part train --min-df 1 --folds 0 --out m.spam")
        let commands = [
            "corpus stats S", "corpus conflicts S", "corpus export S --part test --to svmlight", "corpus search S dinner home",
            "evaluate m.spam S --part test", "classify m.spam S",
        ]
        let before = try bench.run("mkdir ro && cp c.sqlite ro/ && cksum < ro/c.sqlite && ls ro").output
        let asked = try commands.map { try bench.run("spamkit " + $0.replacing("S", with: "c.sqlite")).output }
        // Root can write everywhere, so another user reads.
        let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        _ = try bench.run("chmod 755 . && chmod 444 ro/c.sqlite m.spam && chmod 555 ro")
        for (command, output) in zip(commands, asked) {
            let read = try bench.run(user + "$(command -v spamkit) " + command.replacing("S", with: "ro/c.sqlite"))
            #expect(read.status == 0 && read.output.replacing("ro/", with: "") == output, "\(command): \(read.errors)")
        }
        let refused = try bench.run(user + "$(command -v spamkit) import a.tsv --again --into ro/c.sqlite")
        #expect(refused.status == 1 && refused.errors.contains("read only"), "\(refused.errors)")
        #expect(try bench.run("cksum < ro/c.sqlite; ls ro").output == before)
        let writable = try bench.run(
            "cksum < c.sqlite; spamkit corpus stats c.sqlite > s.txt; spamkit corpus export c.sqlite > e.txt; cksum < c.sqlite")
        #expect(Set(writable.output.split(separator: "\n")).count == 1, "\(writable.output)")
        _ = try bench.run("chmod 755 ro")
    }

    /// The advice is of options that import has.
    @Test func importThatTakesNothingFails() throws {
        let bench = try Workbench()
        try bench.write("maybe\tone\nmaybe\ttwo\n", to: "a.tsv")
        let none = try bench.run("spamkit import a.tsv --into c.sqlite")
        #expect(none.status == 1 && none.output.isEmpty, "\(none.output)")
        #expect(none.errors.contains("found none among 2 (tsv, UTF-8, tab"), "\(none.errors)")
        try bench.write("text,label,sender\none,ham,x\ntwo,ham\nthree,,y\n", to: "b.csv")
        let some = try bench.run("spamkit import b.csv --into c.sqlite")
        #expect(some.status == 0 && some.errors.contains("1 row left out: expected 3 columns"), "\(some.errors)")
        #expect(!(none.errors + some.errors).contains("--skip-bad-rows"))
    }

    @Test func messagesAreShownOnlyToWhoAsks() throws {
        let bench = try Workbench()
        try bench.write(
            "ham\tsecret words \u{1B}[31m here\nspam\tsecret words \u{1B}[31m here\nmaybe\tsecret words again\n", to: "a.tsv")
        let imported = try bench.run("spamkit import a.tsv --into c.sqlite")
        #expect(imported.output == "a.tsv: 3 rows, 2 added, 1 left out\n" && !imported.errors.contains("secret"))
        for command in ["stats c.sqlite", "duplicates c.sqlite", "conflicts c.sqlite", "search c.sqlite secret"] {
            let quiet = try bench.run("spamkit corpus \(command)")
            #expect(quiet.status == 0 && !quiet.output.contains("words"), "\(command)")
        }
        let shown = try bench.run("spamkit corpus conflicts c.sqlite --show-text").output
        #expect(shown.contains("#1 allow, #2 junk  secret words") && !shown.contains("\u{1B}"))
    }

    /// Nor do long texts fill a screen: a terminal gets a line of each.
    @Test func exactRepeatsAreOneLineOfAConflict() throws {
        let bench = try Workbench()
        let text = String(repeating: "free prize ", count: 20)
        try bench.write(
            "label,text,sender\n" + ["ham,\(text),A", "spam,\(text),B", "spam,\(text),C"].joined(separator: "\n"), to: "a.csv")
        #expect(try bench.run("spamkit import a.csv --into c.sqlite").output == "a.csv: 3 rows, 3 added\n")
        let command = "spamkit corpus conflicts c.sqlite --show-text"
        let shown = try bench.run(command).output
        #expect(shown.contains("\n#1  #1 allow, #2 junk ×2  \(text.dropLast())"), "\(shown)")
        let way = "spamkit corpus relabel c.sqlite 1 junk"
        #expect(try bench.run(command).errors.contains("is right for the first text: \(way)\n"))
        #expect(try bench.run("\(command) --json -").output.components(separatedBy: "\"label\" : \"junk\"").count == 3)
        guard let onScreen = try bench.runOnTerminal(command) else { return }
        let line = try #require(onScreen.output.split(separator: "\n").first { $0.contains("#2 junk") })
        #expect(line.hasSuffix("…") && line.drop { $0 != "#" }.count <= 80, "\(line)")
    }

    /// The encoding of a pipe is guessed like that of a file, even if only its last byte tells.
    @Test(arguments: ["WINDOWS-1252", "CP949", "GB18030", "UTF-8"])
    func pipesAreReadAsFilesAre(encoding: String) throws {
        let bench = try Workbench()
        let last = ["CP949": "오늘 저녁 같이 먹어요", "GB18030": "您好，请保持手机畅通，谢谢"][encoding] ?? "déjà arrivé à l'école, ça va"
        let text = (0..<3000).map { "ham\tplain message number \($0)\n" }.joined() + "spam\t\(last)\n"
        try bench.write(text, to: "u.tsv")
        #expect(try bench.run("iconv -f UTF-8 -t \(encoding) u.tsv > a.tsv").status == 0)
        for source in ["cat a.tsv | spamkit import -", "spamkit import - < a.tsv", "spamkit import <(cat a.tsv)"] {
            let piped = try bench.run("rm -f c.sqlite; \(source) --into c.sqlite")
            #expect(piped.output.hasSuffix(": 3,001 rows, 3,001 added\n"), "\(source): \(piped.output)\(piped.errors)")
            #expect(piped.errors.contains(encoding), "\(piped.errors)")
            #expect(try bench.run("spamkit corpus export c.sqlite --to tsv | tail -1").output == "junk\t\(last)\n")
        }
        // What was read by others before is not read again.
        let rest = try bench.run("rm c.sqlite; (read line; read line; spamkit import - --into c.sqlite) < a.tsv")
        #expect(rest.output.hasSuffix(": 2,999 rows, 2,999 added\n"), "\(rest.output)")
    }

    @Test func encodingsAreReadByTrainingToo() throws {
        let bench = try Workbench()
        let text = "ham\t오늘 저녁 같이 먹어요\nspam\t무료 대출 상담\n"
        try Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(
            to: bench.folder.appendingPathComponent("a.tsv"))
        #expect(
            try bench.run("spamkit train a.tsv --min-df 1 --folds 0 --encoding UTF-16LE --out m.spam").output.contains(
                "2 messages: 1 wanted, 1 junk"))
        #expect(
            try bench.run("cat a.tsv | spamkit import - --encoding UTF-16LE --into c.sqlite").output
                == "standard input: 2 rows, 2 added\n")
    }

    /// A full disk changes nothing.
    @Test func aFullDiskIsNamed() throws {
        let bench = try Workbench()
        try bench.write((0..<2000).map { "ham\tplain message number \($0)\n" }.joined(), to: "many.tsv")
        let result = try bench.run("(ulimit -f 8; spamkit import many.tsv --into c.sqlite 2>&1) | cat")
        #expect(
            result.output.contains("c.sqlite: expected room to write, found a full disk; nothing was changed"), "\(result.output)"
        )
    }
}
