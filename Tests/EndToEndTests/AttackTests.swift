// What attack promises: the same figures every time, no words of messages unless asked for, and
// clear errors.

import Foundation
import Testing

@Suite struct AttackTests {
    private static let setUp = """
        awk 'NR % 36 == 1' Datasets/starter/train.jsonl > train.jsonl
        awk 'NR % 40 == 1' Datasets/starter/test.jsonl > test.jsonl
        spamkit train train.jsonl --out a.spam --folds 0 > /dev/null
        """

    @Test func anAttackTellsTheSameEveryTimeAndNamesNoWords() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            \(Self.setUp)
            spamkit attack a.spam test.jsonl --trick jamo --trick signs --trick good-words --json figures.json --poison train.jsonl
            spamkit attack a.spam test.jsonl --trick jamo --trick signs --trick good-words --json - --poison train.jsonl | cmp - figures.json
            """)
        #expect(result.status == 0, "\(result.errors)")
        for phrase in ["signs", "good-words", "Models trained with flipped labels", "10 %", "full: mean recall"] {
            #expect(result.output.contains(phrase), "\(result.output)")
        }
        let data = try Data(contentsOf: bench.folder.appendingPathComponent("figures.json"))
        let figures = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let tricks = try #require(figures["tricks"] as? [[String: Any]])
        #expect(tricks.map { $0["trick"] as? String } == ["signs", "jamo", "good-words"].flatMap { [$0, $0, $0] })
        #expect(tricks.prefix(3).map { $0["strength"] as? String } == ["light", "medium", "full"])
        #expect(tricks.allSatisfy { ($0["words"] as? [Any])?.isEmpty == true })
        #expect((figures["poisoning"] as? [Any])?.count == 4)
        let shown = try bench.run("spamkit attack a.spam test.jsonl --trick good-words --show-text")
        #expect(shown.status == 0 && shown.output.contains("the words that lowered log-odds most"), "\(shown.output)")
    }

    @Test func theAttackedMessagesCanBeHadAndGiveTheSameFigures() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            \(Self.setUp)
            spamkit attack a.spam test.jsonl --trick full-width --messages attacked.jsonl --json figures.json > report.txt
            grep '"strength":"full"' attacked.jsonl > full.jsonl; spamkit evaluate a.spam full.jsonl --json own.json > page.txt
            spamkit attack a.spam test.jsonl --messages test.jsonl; echo $?
            """)
        #expect(result.output.hasSuffix("64\n") && result.errors.contains("--messages"), "\(result.output) \(result.errors)")
        func object(_ name: String) throws -> [String: Any] {
            let data = try Data(contentsOf: bench.folder.appendingPathComponent(name))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        /// How many wanted messages were put in Junk, of how many.
        func falseJunk(_ figures: [String: Any]?) -> [Int]? {
            (figures?["falseJunk"] as? [String: Any]).flatMap { [$0["count"] as? Int, $0["of"] as? Int] as? [Int] }
        }
        let attacked = try #require(falseJunk((try object("figures.json")["tricks"] as? [[String: Any]])?.last))
        #expect(falseJunk(try object("own.json")) == attacked && attacked[0] > 0)
        let text = try String(contentsOf: bench.folder.appendingPathComponent("attacked.jsonl"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.contains(#""strength":"full""#) } > attacked[1])
        #expect(lines.allSatisfy { $0.contains(#""trick":"full-width""#) })
    }

    @Test func anUnknownTrickIsToldWithThoseThereAre() throws {
        let bench = try Workbench()
        let result = try bench.run("spamkit attack a.spam test.jsonl --trick jammo")
        #expect(result.status == 64)
        for word in ["--trick", "jammo", "jamo", "good-words"] { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    @Test func nothingToAttackIsAnError() throws {
        let bench = try Workbench()
        let result = try bench.run("\(Self.setUp)\n: > none.tsv; spamkit attack a.spam none.tsv")
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("expected labelled messages"))
    }
}
