// Store: whether there is anything to label.

import GRDB

extension CorpusStore {
    /// Whether any message has no label.
    ///
    /// - Complexity: O(messages log labels) where all have one.
    public func hasUnlabelled() throws(StoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM message
                        WHERE (SELECT label FROM label WHERE messageID = message.id ORDER BY revision DESC LIMIT 1) IS NULL)
                    """) ?? false
        }
    }
}
