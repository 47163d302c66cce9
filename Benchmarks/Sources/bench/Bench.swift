// Benchmarks: the program. Arguments in; a table on standard output and rows of a record out.

import Corpus
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining

/// How often each thing is measured.
struct Effort {
    let runs: Int
    let naiveRuns: Int
    let sweeps: Int
    let openings: Int
    let trainings: Int
    /// A run reads at least this many bytes, so that the clock's own time is lost in it.
    private let bytesOfRun: Int
    /// Whether only the answers count, not the times.
    let isQuick: Bool
    /// Only benchmarks whose name holds this, if anything.
    var only: String?

    static let full = Effort(runs: 21, naiveRuns: 5, sweeps: 31, openings: 201, trainings: 5, bytesOfRun: 200_000, isQuick: false)
    static let quick = Effort(runs: 3, naiveRuns: 1, sweeps: 3, openings: 11, trainings: 1, bytesOfRun: 20_000, isQuick: true)

    /// Whether a benchmark of this name was asked for.
    func includes(_ name: String) -> Bool { only.map(name.contains) ?? true }

    func repeats(ofBytes bytes: Int) -> Int { max(1, bytesOfRun / max(bytes, 1)) }
    /// The rival takes some ten times as long.
    func naiveRepeats(ofBytes bytes: Int) -> Int { max(1, repeats(ofBytes: bytes) / 10) }
}

/// Uses a value, so that the compiler cannot drop the work that made it.
@inline(never)
func keep<Value>(_ value: Value) {}

@main
enum Bench {
    static let usage = """
        usage: bench [--quick] [--only TEXT] [--commit NAME] [--root DIR] [--records DIR]
               bench --counted MODEL [--root DIR]
               bench --decide MODEL --corpus FILE
          --quick    some 7 s: asserts every answer, appends nothing
          --only     benchmarks whose name holds TEXT, say decide/english under a profiler; appends nothing
          --commit   what the record says was measured; else the environment's SPAMKIT_COMMIT
          --counted  nothing but work for callgrind, with the model in this file: see instructions.py
          --decide   nothing but the time of decisions by the model in this file on the messages of --corpus
          --root     the repository, where Datasets/starter is; that of this source file by default
          --records  the folder of dated CSV files; Benchmarks/records by default
        """

    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func flag(_ name: String) -> Bool {
            guard let i = arguments.firstIndex(of: name) else { return false }
            arguments.remove(at: i)
            return true
        }
        func value(_ name: String) -> String? {
            guard let i = arguments.firstIndex(of: name), i + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(i...i + 1) }
            return arguments[i + 1]
        }
        let isQuick = flag("--quick"), only = value("--only")
        let commit = value("--commit") ?? ProcessInfo.processInfo.environment["SPAMKIT_COMMIT"] ?? "unknown"
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
        let root = value("--root") ?? package.appendingPathComponent("..").standardized.path
        let records = value("--records") ?? package.appendingPathComponent("records").path
        let counted = value("--counted"), decided = value("--decide"), corpus = value("--corpus")
        guard arguments.isEmpty else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
        if let counted { return try countWork(model: counted, root: root) }
        if let decided, let corpus { return try timeDecisions(model: decided, corpus: corpus, sweeps: Effort.full.sweeps) }
        let occasion = Occasion(commit: commit)
        var effort = isQuick ? Effort.quick : .full
        effort.only = only
        let measurements = try measure(root: root, effort)
        print(
            "\(occasion.machine), \(occasion.cores) cores, load \(occasion.loadAverage), Swift \(occasion.swiftVersion), commit \(commit)"
        )
        print(table(measurements))
        if !isQuick, only == nil { print("appended to \(try append(measurements, occasion, to: records))") }
    }

    private static func rows(_ path: String) throws -> [CorpusRow] {
        let reader = try CorpusReader(path: path)
        var rows: [CorpusRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private static func measure(root: String, _ effort: Effort) throws -> [Measurement] {
        let training = try rows(root + "/Datasets/starter/train.jsonl").compactMap(LabeledMessage.init)
        let test = try rows(root + "/Datasets/starter/test.jsonl")
        // Two classes, as the peers decide them, and all the folders that the corpus knows.
        let binary = training.map { row in
            var row = row
            row.label = row.label.action == .junk ? .junk : .allow
            return row
        }
        let fixtures = Fixture.scripts(test) + Fixture.lengths() + Fixture.pathological()
        checkFeatures(fixtures)
        let naive = NaiveFilter(training)

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spamkit-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var found = readingBenchmarks(fixtures, effort) + pathologicalBenchmarks(effort)
        let trainer = LogisticRegression()
        for (kind, rows) in [("decide", binary), ("decide-folders", training)] {
            let path = folder.appendingPathComponent(kind + ".spam").path
            let bytes = train(rows, trainer, folds: 4)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let model = try ModelFile(path)
            let counts = checkVerdicts(model.view, test.map { ($0.message, $0.label?.action == .junk) })
            print(
                "\(kind): \(bytes.count) bytes, junk found \(counts.found), wanted called junk \(counts.falseJunk) of \(test.count) rows, digest \(counts.digest)"
            )
            found += decidingBenchmarks(fixtures, model.view, kind: kind, naive: naive, effort)
            if kind == "decide" {
                found += try openingBenchmarks(
                    path, test[0].message, naive: naive, naivePath: folder.appendingPathComponent("naive.tsv").path, effort)
                let shared = folder.appendingPathComponent("shared").path
                try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
                found += try extensionBenchmarks(fixtures[0], model: bytes, folder: shared, effort)
                for fixture in fixtures.prefix(2) {
                    found += try ruleBenchmarks(fixture, model: bytes, folder: folder.path, effort)
                }
            }
        }
        found += trainingBenchmarks(binary, labels: "two-classes", effort)
        if !effort.isQuick { found += trainingBenchmarks(training, labels: "folders", effort) }
        return try found + phraseBenchmarks(effort) + listBenchmarks(effort) + evaluationBenchmarks(effort)
    }
}
