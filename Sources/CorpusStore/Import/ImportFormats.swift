// Store: the table of all formats, those of whole files among them.

import Corpus

extension FormatTable {
    /// Every format that a corpus may have. A new one is one line here.
    public static let all = FormatTable.rows.adding([PhoneDatabase.self, XMLMessages.self])
}
