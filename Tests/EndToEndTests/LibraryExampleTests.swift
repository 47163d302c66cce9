// The example on the front page of the decision core's documentation: the code that it shows runs
// here, and must print what it shows.

import Foundation
import SpamFilter
import SpamFilterIO
import Testing

@Suite struct LibraryExampleTests {
    private static let page = "Sources/SpamFilter/SpamFilter.docc/SpamFilter.md"

    /// The lines of the first fenced block of a kind.
    private func block(_ kind: String) throws -> [String] {
        let text = try String(contentsOf: Workbench.project.appending(path: Self.page), encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "```" + kind)) + 1
        let end = try #require(lines[start...].firstIndex(of: "```"))
        return Array(lines[start..<end])
    }

    @Test func showsTheCodeBelow() throws {
        let shown = try block("swift").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let own = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        var left = own[...]
        for line in shown {
            let place = left.firstIndex(of: line)
            #expect(place != nil, "the page shows a line that the test does not run: \(line)")
            left = left[((place ?? left.startIndex - 1) + 1)...]
        }
    }

    @Test func printsWhatItShows() throws {
        let bench = try Workbench()
        #expect(try bench.run(block("").joined(separator: "\n")).status == 0)
        var lines: [String] = []
        func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        let path = bench.folder.appending(path: "quick.spam").path

        let model = try ModelFile(path)
        var classifier = Classifier(model.view)
        let message = Message(
            body: "Your parcel waits: pay the fee at post-kr.example/x9", sender: "+15550100", receiverCountry: "US")

        let verdict = classifier.classify(message)
        print(verdict.action.name, verdict.junkLogOdds)

        let explanation = classifier.explain(message)
        for clue in explanation.clues.sorted(by: { $0.contribution > $1.contribution }).prefix(3) {
            let words = clue.bytes.map { String(decoding: Array(message.body.utf8)[$0], as: UTF8.self) }
            print(words ?? "(sender)", clue.kind.name, clue.contribution)
        }

        let shown = try block("text")
        #expect(lines == shown, "printed:\n\(lines.joined(separator: "\n"))")
    }
}
