// Files that earlier releases wrote: this one opens them, and says of them what those said.

import Foundation
import Testing

@Suite struct ReleasedFilesTests {
    private static let fixtures = Workbench.project.appendingPathComponent("Tests/Fixtures")

    /// A folder each, with its files and a document of commands.
    static let releases: [String] = {
        let found = try? FileManager.default.contentsOfDirectory(atPath: fixtures.appendingPathComponent("releases").path)
        return (found ?? []).sorted()
    }()

    @Test func thereIsAFolderOfTheFirstRelease() { #expect(ReleasedFilesTests.releases.contains("0.1.0")) }

    @Test(arguments: releases)
    func filesOfAReleaseSayWhatTheySaid(release: String) throws {
        let bench = try Workbench()
        // Copies, as commands write into stores.
        for (from, to) in [("releases/\(release)", "released"), ("models", "models")] {
            try FileManager.default.copyItem(
                at: ReleasedFilesTests.fixtures.appendingPathComponent(from), to: bench.folder.appendingPathComponent(to))
        }
        let commands = try DocumentedCommand.all(in: "Tests/Fixtures/releases/\(release)/README.md")
        #expect(commands.count >= 10)
        for command in commands {
            let result = try bench.run(command.command)
            #expect(result.status == 0, "\(release): \(command.command): \(result.errors)")
            let missing = command.firstLineMissing(in: result.output)
            #expect(missing == nil, "\(release): \(command.command) no longer prints: \(missing ?? "")\nbut:\n\(result.output)")
        }
    }
}
