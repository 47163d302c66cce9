// Corpus: the columns that the user has chosen.

/// The columns of roles, by their names in the header (in any case) or their numbers from 1; in
/// JSON by their keys. A role that is not chosen is left to the known names.
public struct ColumnChoice: Sendable, Equatable {
    /// The column of each role, by name or by number from 1.
    package var byRole: [CorpusColumns.Role: String]
    /// The roles that no column of the file has, whatever names and values say.
    public var without: Set<CorpusColumns.Role>

    /// Columns that the user named, and roles that the file does not have; the rest is guessed.
    public init(_ byRole: [CorpusColumns.Role: String] = [:], without: Set<CorpusColumns.Role> = []) {
        (self.byRole, self.without) = (byRole, without)
    }

    var isEmpty: Bool { byRole.isEmpty }

    subscript(role: CorpusColumns.Role) -> String? { byRole[role] }

    /// The places of the chosen columns among `count`, from 0. One that is not there is left out.
    func places(in header: [String], count: Int) -> [CorpusColumns.Role: Int] {
        byRole.compactMapValues { ColumnChoice.place(of: $0, header: header, count: count) }
    }

    /// The key of each role: the chosen one, else the known one; of directions that which `tells`.
    func keys(
        in keys: [String], tells: (_ name: String, DirectionField.Column) -> Bool = { _, _ in false }
    ) -> [CorpusColumns.Role: String] {
        // A decoder does not keep the order of the file, and the first of equals is taken.
        let keys = keys.sorted()
        return settled(
            CorpusColumns.find(in: keys, tells: tells), chosen: byRole.compactMapValues { ColumnChoice.name($0, in: keys) })
    }

    /// What was chosen wins over what was found. A column of directions and labels is that of the
    /// label, which looks for both.
    func settled<Place: Equatable>(
        _ found: [CorpusColumns.Role: Place], chosen: [CorpusColumns.Role: Place]
    ) -> [CorpusColumns.Role: Place] {
        var found = found
        for role in byRole.keys { found[role] = chosen[role] }
        for role in without { found[role] = nil }
        if found[.label] == found[.direction] {
            found[byRole[.direction] != nil && byRole[.label] == nil ? .label : .direction] = nil
        }
        return found
    }

    /// What the name above directions says of them. A chosen column has nothing else.
    func direction(named name: String) -> DirectionField.Column {
        if self[.direction] != nil, isOfSenders(name) { return .sender }
        let column = CorpusColumns.directionColumn(named: name) ?? .box
        return column == .loose && self[.direction] != nil ? .box : column
    }

    private func isOfSenders(_ name: String) -> Bool {
        self[.sender].map { ColumnChoice.name($0, in: [name]) != nil } ?? CorpusColumns.isOfSenders(name)
    }

    /// Whether one of the columns was chosen by a name of the header.
    func isNamed(in header: [String]) -> Bool { byRole.values.contains { ColumnChoice.name($0, in: header) != nil } }

    /// A chosen column as the header spells it: exactly so, or else in another case.
    static func name(_ column: String, in header: [String]) -> String? {
        if header.contains(column) { return column }
        let folded = column.trimmingSpaces().lowercased()
        return header.first { $0.trimmingSpaces().lowercased() == folded }
    }

    private static func place(of column: String, header: [String], count: Int) -> Int? {
        if let name = name(column, in: header) { return header.firstIndex(of: name) }
        guard let number = Int(column), (1...count).contains(number) else { return nil }
        return number - 1
    }
}

extension LabelMap {
    /// The words of a column by its name: below one that asks whether a message is junk, yes and no
    /// are labels.
    func below(_ name: String?) -> LabelMap { name.map(CorpusColumns.isAboutJunk) ?? false ? withAnswers : self }
}
