// Reference/: tables by Python's own numbers and from RFC 8032; see signatures.py.

import Foundation
import Testing

enum ReferenceFile {
    /// The rows of a table, in columns.
    static func rows(_ name: String) throws -> [[String]] {
        let file = try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Reference"))
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
