// Every warning and note on the case that raises it, as a page to be read:
// `Tests/Fixtures/warnings.txt`. A block is a title, the commands, and what they say on standard
// error.

import Foundation
import Testing

@Suite struct WarningPageTests {
    private static let page = Workbench.project.appending(path: "Tests/Fixtures/warnings.txt")

    /// `rows 40 'junk\tfree prize %d'` prints 40 lines, each with its number: near duplicates.
    /// `unlike junk 40 za 1` prints 40 lines of eight made-up words that begin with za, drawn by
    /// the seed 1.
    private static let functions = #"""
        rows() { for i in $(seq $1); do printf "$2\n" $i; done; }
        unlike() {
            local seed=$4 letters=bcdfghjklmnpqrst text i j
            for i in $(seq $2); do
                text=
                for j in 1 2 3 4 5 6 7 8; do
                    seed=$(((seed * 1103515245 + 12345) % 2147483648))
                    text="$text $3${letters:$((seed / 65536 % 14)):1}o${letters:$((seed / 4194304 % 14)):1}"
                done
                printf '%s\t%s\n' "$1" "$text"
            done
        }
        """#

    /// The commands of a block, and all of the block as it should be.
    private static func run(_ block: Substring) throws -> String {
        let bench = try Workbench()
        var lines: [String] = []
        for line in block.split(separator: "\n") where line.hasPrefix("# ") || line.hasPrefix("$ ") {
            lines.append(String(line))
            guard line.hasPrefix("$ ") else { continue }
            let said = try bench.run("\(functions)\n{ \(line.dropFirst(2)); } > /dev/null").errors
            lines += said.split(separator: "\n").map(String.init)
        }
        return lines.joined(separator: "\n")
    }

    /// `SPAMKIT_RECORD_GOLDEN=1 make test FILTER=WarningPageTests`, then read the difference.
    @Test func everyWarningIsOnThePage() async throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let blocks = text.split(separator: "\n\n").map { $0.drop { $0 == "\n" } }
        let found = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (place, block) in blocks.enumerated() { group.addTask { (place, try Self.run(block)) } }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        let page = blocks.indices.map { found[$0]! }.joined(separator: "\n\n") + "\n"
        if ProcessInfo.processInfo.environment["SPAMKIT_RECORD_GOLDEN"] == "1" { try Data(page.utf8).write(to: Self.page) }
        for (place, block) in blocks.enumerated() {
            #expect(found[place] == block.trimmingCharacters(in: .newlines), "record the page again, and read the difference")
        }
        // One says all of its warnings, the others the worst three.
        for block in page.components(separatedBy: "\n\n") where !block.contains("--verbose\n") {
            #expect(
                block.split(separator: "\n").count { $0.hasPrefix("Warning: ") } <= 3
                    * block.split(separator: "\n").count { $0.hasPrefix("$ ") })
        }
    }

    @Test func theWorstThreeWarningsAreTold() throws {
        let bench = try Workbench()
        try bench.write(
            "text,label,country,lang,sender\nhome,ham,zz,qq,4.4E+11\nprize,spam,zz,qq,4.4E+11\n", to: "a.csv")
        let command = "spamkit train a.csv --folds 0 --min-df 1 --out m.spam"
        let few = try bench.run(command).errors, all = try bench.run("\(command) --verbose").errors
        #expect(few.components(separatedBy: "Warning: ").count == 4 && few.contains("1 more warning: --verbose\n"), "\(few)")
        #expect(all.components(separatedBy: "Warning: ").count > 4 && !all.contains("more warning"), "\(all)")
        // The record has all of them, those of reading too.
        struct Record: Decodable { let warnings: [String] }
        let record = try bench.run("\(command) --json -").output
        let recorded = try JSONDecoder().decode(Record.self, from: Data(record.utf8)).warnings
        #expect(recorded.count == all.components(separatedBy: "Warning: ").count - 1, "\(recorded)")
    }
}
