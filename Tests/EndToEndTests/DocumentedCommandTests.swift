// Every command that a document shows is run, and must print the output that the document shows.

import Foundation
import Testing

/// A line that begins with `$` in a fenced block, with the output shown below it.
struct DocumentedCommand {
    let command: String
    var output: [String] = []

    static func all(in document: String) throws -> [DocumentedCommand] {
        let text = try String(contentsOf: Workbench.project.appendingPathComponent(document), encoding: .utf8)
        var commands: [DocumentedCommand] = []
        var inBlock = false, isShown = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                inBlock.toggle()
                isShown = false
            } else if inBlock, line.hasPrefix("$ ") {
                commands.append(DocumentedCommand(command: String(line.dropFirst(2))))
                isShown = true
            } else if isShown {
                commands[commands.count - 1].output.append(line)
            }
        }
        return commands
    }

    /// The first shown line that `printed` lacks; lines must come in order. `…` means lines left
    /// out, or at the end of a line the rest of it.
    func firstLineMissing(in printed: String) -> String? {
        var left = printed.components(separatedBy: "\n")[...]
        for shown in output where shown != "…" && !shown.isEmpty {
            guard
                let found = left.firstIndex(where: { line in
                    shown.hasSuffix("…") ? line.hasPrefix(shown.dropLast()) : line == shown
                })
            else { return shown }
            left = left[(found + 1)...]
        }
        return nil
    }
}

extension DocumentedCommand {
    /// Lines of more than 80 columns, but for those that programs read: JSON, tables with tabs, a
    /// command to copy, and what `grep -o` finds.
    func linesTooWide(in printed: String) -> [String] {
        guard !command.contains("grep -o") else { return [] }
        return printed.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map(String.init).filter { line in
            let isForPrograms = line.hasPrefix("{") || line.contains("\t") || line.hasPrefix("spamkit ")
            return !isForPrograms && line.count > 80
        }
    }
}

@Suite struct DocumentedCommandTests {
    /// Those with commands. The documents of `docs` are found by themselves. Commands to a server
    /// are run by `Server/Tests/Checks`.
    static let documents: [String] = {
        let docs = Workbench.project.appendingPathComponent("docs").path
        let found = (try? FileManager.default.contentsOfDirectory(atPath: docs)) ?? []
        return ["README.md", "Models/README.md", "Models/FORMAT.md", "Models/COUNTS.md"]
            + found.filter { $0.hasSuffix(".md") && $0 != "server.md" }.sorted().map { "docs/\($0)" }
    }()

    /// Whoever copies a command sees what the document shows, within the width of a terminal.
    @Test(arguments: documents)
    func documentsPrintWhatTheToolPrints(document: String) throws {
        let commands = try DocumentedCommand.all(in: document)
        #expect(commands.count >= 1 || document.hasPrefix("docs/"))
        let bench = try Workbench()
        let hasXxd = try bench.run("command -v xxd").status == 0
        for command in commands where hasXxd || !command.command.hasPrefix("xxd") {
            let result = try bench.runAsTyped(command.command)
            #expect(result.status == 0, "\(command.command): \(result.output)\(result.errors)")
            let wide = command.linesTooWide(in: result.output)
            #expect(wide.isEmpty, "\(command.command): \(wide)")
            let missing = command.firstLineMissing(in: result.output)
            #expect(missing == nil, "\(command.command) no longer prints: \(missing ?? "")\nbut:\n\(result.output)")
        }
    }

    /// On a few messages, which a debug build trains on in seconds.
    @Test func theDemoRunsToItsEnd() throws {
        let bench = try Workbench()
        let result = try bench.run(
            """
            mkdir few && head -n 400 Datasets/starter/test.jsonl > few/train.jsonl \
            && tail -n 100 Datasets/starter/test.jsonl > few/test.jsonl \
            && bash Datasets/demo/demo.sh "$(command -v spamkit)" few demo.spam
            """)
        #expect(result.status == 0, "\(result.errors)")
        let evaluated = #/\n\$ spamkit evaluate demo.spam few\/test.jsonl --html demo.html --show-text\n\d+ of \d+ wanted /#
        #expect(result.output.contains(evaluated), "\(result.output)")
        #expect(result.output.contains(" a second, by a file of ") && !result.output.contains("\u{1B}"))
        // Six scenes, each of one paragraph.
        let scenes = ("\n" + result.output).components(separatedBy: "\n\n").filter { $0.contains(#/^[1-6]\. /#) }
        #expect(scenes.count == 6)
    }
}
