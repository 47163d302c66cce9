// Rules: a file of rules, read in place. In: its bytes, mapped or loaded, never trusted. Out: its
// rules and lists. Opening checks all that a later read depends on.

/// A file of rules. The bytes must outlive the view, and every `MessageFilter` that uses its lists.
public struct RuleView {
    private let bytes: UnsafeRawBufferPointer
    private let sectionCount: Int
    private let conditions: UnsafeRawBufferPointer
    /// Which of two files is newer; 0 where the file has no number. See `ModelView.sequence`.
    public let sequence: UInt64
    /// How many rules the file has, of all tiers.
    public let ruleCount: Int
    /// The lists in the order of the file, of either label.
    public let lists: [List]

    /// A list of the file, opened in place.
    public struct List {
        /// Whether the list lets through, rather than denies.
        public let isAllowed: Bool
        /// Shown to people; may be empty.
        public let name: String
        /// The entries, read in place.
        public let keys: KeyList
        /// What the list takes of the file, in bytes.
        public let byteCount: Int
        /// The country of its short codes and national numbers, as `countryCode`; 0 where it has
        /// none.
        let countryCode: UInt16

        /// Two capital letters; see `RuleContent.List`.
        public var country: String? { countryCode == 0 ? nil : countryLetters(of: countryCode) }
    }

    /// Opens a file of rules.
    ///
    /// Checks the head, the sections, that every value is in range and lies in the file. Does not
    /// compare the checksums of sections: see `verify()`.
    ///
    /// - Throws: `file`, `rule` or `list`, by what is wrong.
    /// - Complexity: O(bytes of rules + entries of lists / 256).
    public init(_ bytes: UnsafeRawBufferPointer) throws(RuleFileError) {
        let listsSection: UnsafeRawBufferPointer
        do throws(ModelError) {
            let table = try SectionTable(bytes, .rules)
            conditions = try table.section(.conditions)
            listsSection = try table.section(.lists)
            sequence = try table.sequence()
            sectionCount = table.count
        } catch {
            throw .file(error)
        }
        self.bytes = bytes
        var cursor = RuleCursor(conditions)
        while try cursor.next() != nil {}
        ruleCount = cursor.count
        lists = try RuleView.lists(listsSection)
    }

    /// Reads the whole file and compares the checksum of every section.
    ///
    /// - Throws: `file` with `sectionChecksum`, or with what is wrong with the head now.
    /// - Complexity: O(bytes), some 2 ms a megabyte.
    public func verify() throws(RuleFileError) {
        do throws(ModelError) {
            _ = try SectionTable(bytes, .rules)
            for section in sections {
                let found = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.length]))
                guard found == section.checksum else {
                    throw .sectionChecksum(kind: section.rawKind, expected: section.checksum, found: found)
                }
            }
        } catch {
            throw .file(error)
        }
    }

    /// Throws unless one of the keys signed the file as it is; compares the checksums too. With no
    /// keys every file is refused.
    ///
    /// - Throws: `file` with what `ModelView.verify(signedBy:)` throws.
    /// - Complexity: O(bytes + keys).
    public func verify(signedBy keys: [PublicKey]) throws(RuleFileError) {
        try verify()
        do throws(ModelError) { try SignedFile(bytes).verify(signedBy: keys) } catch { throw .file(error) }
    }

    /// The sections in the order of the file.
    public var sections: [ModelSection] { SectionTable.entries(bytes, count: sectionCount) }

    /// The size of the file in bytes.
    public var byteCount: Int { bytes.count }

    /// The rules of the file, without its lists.
    ///
    /// - Throws: `rule` for one that cannot be asked.
    /// - Complexity: O(bytes of rules).
    public func rules() throws(RuleFileError) -> RuleContent {
        var content = RuleContent(), cursor = cursor, reader = RuleTextReader()
        while let (tier, rule) = try cursor.next(&reader) {
            switch tier {
            case .allow: content.allow.append(rule)
            case .deny: content.deny.append(rule)
            default: content.rules.append(rule)
            }
        }
        return content
    }

    /// Reads the rules one by one.
    var cursor: RuleCursor { RuleCursor(conditions) }
}
