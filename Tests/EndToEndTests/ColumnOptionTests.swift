// The option that says which column of a file is what.

import Foundation
import Testing

@Suite struct ColumnOptionTests {
    @Test(arguments: [
        ("--column body=text", "expected one of the roles text, label, sender"),
        ("--column snder=from", "found snder; did you mean sender?"),
        ("--column message_body", "expected ROLE=NAME such as text=body, found message_body"),
        ("--column text=", "expected a name or number of a column after text=, found none"),
        ("--column text=message_body --column text=3", "expected each role once, found text twice"),
    ])
    func aColumnIsOfOneRole(options: String, says: String) throws {
        let bench = try Workbench()
        try bench.write(ReadingTests.feed, to: "feed.csv")
        let refused = try bench.run("spamkit import feed.csv --into c.sqlite \(options)")
        #expect(refused.status == 64 && refused.errors.contains(says), "\(refused.errors)")
    }

    /// A name may hold a comma, and a column has a number too.
    @Test func columnsHaveNamesAndNumbers() throws {
        let bench = try Workbench()
        try bench.write("\"Body, as sent\";Kind;Batch\nsee you;ham;a\nwin a prize;spam;b\n", to: "feed.csv")
        for columns in ["text=Body, as sent,label=kind,template=Batch", "group=3,text=1,label=kind", "lang=Batch,label=2,text=1"]
        {
            let made = try bench.run("spamkit import feed.csv --into c.sqlite --again --column '\(columns)'")
            #expect(
                made.status == 0 && made.errors.contains("text = column 1") && made.errors.contains("label = column 2"),
                "\(made.errors)")
        }
        let shown = try bench.run("spamkit corpus show c.sqlite 1 2 --json shown.json && cat shown.json")
        #expect(shown.output.hasPrefix("#1\n") && shown.output.contains("\"template\" : \"b\""), "\(shown.output)")
    }
}
