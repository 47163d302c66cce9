// Corpus: how the columns of a file were read, for people to check.

import SpamFilter

/// Delimiter, header and columns, as they were found.
public struct FileLayout: Sendable, Equatable, CustomStringConvertible {
    /// A column that is read.
    struct Column: Equatable {
        let role: CorpusColumns.Role
        /// From 1.
        let number: Int
        /// Its name in the header, where it may be shown.
        var name: String?
    }

    /// What the values of a column look like that is read as nothing.
    public struct Look: Sendable, Equatable {
        /// What the values look like.
        public let role: CorpusColumns.Role
        /// The column's name, or its number.
        public let name: String
        /// Its number from 1; 0 where it has none.
        public var number = 0
        /// Of labels: what each value likely means, such as `1=allow,0=junk`; empty where the words
        /// say it.
        public var meanings = ""
        /// Whether the name leaves open whether these are the other way round.
        public var isOpen = false
    }

    var delimiter: UInt8?
    var hasHeader = false
    /// Whether the column of the text or of the label was guessed by its values.
    public internal(set) var isGuessed = false
    /// A 1 in the column of labels may mean wanted, by its name: 0 and 1 have to be explained.
    var hasOppositeFlags = false
    /// The name above the labels of a table, as it is there.
    var labelName: String?
    var columns: [Column] = []
    /// All columns or keys, used or not: their names where they may be shown, else their numbers.
    var found: [String] = []
    /// Columns that are read as nothing, and what their values look like.
    public internal(set) var looks: [Look] = []
    /// Columns of 0 and 1 beside the label's, such as `promo` beside `spam`: one label in several.
    public internal(set) var otherFlags: [String] = []

    /// Columns beside the label's that have labels too, and agree with it as far as was looked.
    public internal(set) var otherLabels: [String] = []
    /// A column of zones of time, which is not read.
    public internal(set) var zoneColumn: String?
    /// A column of receivers, some of whom send messages too, where none tells the direction.
    public internal(set) var receiversWhoSend: String?
    /// The place of the column that tells iMessages from others.
    var service: Int?
    /// Whether the first row is read as a message, though it has a word that names a column.
    public internal(set) var mayHaveHeader = false

    /// Names that stand above several columns, of which one is read.
    public internal(set) var repeatedNames: [String] = []
    /// The column that was guessed to be the text, where its name does not say so.
    public internal(set) var guessedText: String?
    /// What the lines above the header say of numbers in the place of labels.
    var labelsAbove: [String: Label] = [:]
    /// The same lines, where they may say it and are not understood.
    var openLegend: LabelLegend?

    mutating func take(_ legend: LabelLegend) { (labelsAbove, openLegend) = (legend.meanings, legend.isOpen ? legend : nil) }

    /// The same as `0=junk,1=allow`; empty for nothing.
    public var meaningsAbove: String {
        labelsAbove.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
    /// How many columns the text takes where each row has as many tabs: they may be others.
    public internal(set) var columnsInText = 1

    /// Whether the label stands behind the text.
    public var isLabelLast: Bool {
        func place(_ role: CorpusColumns.Role) -> Int { columns.first { $0.role == role }?.number ?? 0 }
        return place(.label) > place(.text)
    }

    /// All columns or keys that there are: `v1, v2, column 3`. Empty where a format has no columns,
    /// or nothing was read.
    public var columnsThere: String { ColumnNames.list(found) }

    /// The columns that are read as nothing; empty for none.
    public var columnsNotRead: String {
        let read = Set(columns.map(\.number))
        guard hasHeader || delimiter != nil else { return "" }
        return ColumnNames.list(found.indices.filter { !read.contains($0 + 1) && $0 != service }.map { found[$0] }, most: 60)
    }

    /// Whether the first row of a table was read as a message.
    public var isWithoutHeader: Bool { delimiter != nil && !hasHeader }

    /// Whether a column was found for a role.
    public func has(_ role: CorpusColumns.Role) -> Bool { columns.contains { $0.role == role } }

    /// The name of a role's column, or `column 3`; `nil` without such a column.
    public func name(of role: CorpusColumns.Role) -> String? {
        columns.first { $0.role == role }.map {
            found.indices.contains($0.number - 1) ? found[$0.number - 1] : "column \($0.number)"
        }
    }

    /// Whether there is a column of this name that is read as nothing.
    public func isUnread(_ name: String) -> Bool {
        found.indices.contains { place in
            found[place].foldedName == name && !columns.contains { $0.number == place + 1 }
        }
    }

    /// `comma, header, text = column 2 (v2), label = column 1 (v1)`; of JSON `text = body, label =
    /// kind`; empty where a format leaves nothing to guess, and before the first row of JSON.
    public var description: String {
        var parts: [String] = []
        switch delimiter {
        case .comma?: parts.append("comma")
        case .semicolon?: parts.append("semicolon")
        case .tab?: parts.append("tab")
        case .bar?: parts.append("bar")
        default: break
        }
        guard delimiter != nil else {
            return CorpusColumns.Role.allCases.compactMap { role in name(of: role).map { "\(role.rawValue) = \($0)" } }
                .joined(separator: ", ")
        }
        parts.append(hasHeader ? "header" : "no header")
        parts += columns.map { column in
            "\(column.role.rawValue) = column \(column.number)" + (column.name.map { " (\($0))" } ?? "")
        }
        return parts.joined(separator: ", ")
    }
}

extension FileLayout {
    /// What flags mean below a name such as `is_ham`, where a label's name does not say it; `nil`
    /// for other names and values.
    private func flags(below name: String, _ values: [String]) -> String? {
        let isOpposite = CorpusColumns.meansWanted(name)
        let isBlocked = CorpusColumns.meansBlocked(name)
        guard isOpposite || isBlocked || CorpusColumns.isPrediction(name) || CorpusColumns.numbersAreLabels(name),
            values.count > 1,
            values.allSatisfy(LabelMap.isFlag)
        else { return nil }
        let all = Set(values.map { $0.lowercased() }).sorted(by: >)
        guard isOpposite || isBlocked || all.contains("-1") else { return "" }
        // An option cannot begin with a minus.
        let words = all.filter { $0 != "-1" } + all.filter { $0 == "-1" }, said = LabelLegend([name], LabelMap()).meanings
        guard said.isEmpty else { return words.map { "\($0)=\(said[$0]?.description ?? "LABEL")" }.joined(separator: ",") }
        return words.map { "\($0)=\(LabelMap.isYes($0) == isOpposite ? "allow" : "junk")" }.joined(separator: ",")
    }

    /// Notes whether the first row of a file without a header may be one.
    mutating func noticeFirst(_ row: [String]?, _ options: CorpusOptions) {
        guard let row, row.count > 1, options.hasHeader == nil else { return }
        mayHaveHeader = row.contains { CorpusColumns.role(of: $0) == .text }
    }

    /// Notes what the columns look like that are read as nothing.
    mutating func notice(_ names: [String], _ rows: [[String]], _ options: CorpusOptions) {
        let read = Set(columns.map { $0.number - 1 })
        let others = names.indices.filter {
            !read.contains($0) && $0 != service && !names[$0].isEmpty && !CorpusColumns.isOfAnswers(names[$0])
                && names[$0] != "_timestamp"
        }
        for role in [CorpusColumns.Role.label, .time] where !has(role) && !options.columns.without.contains(role) {
            for place in others
            where ColumnLook.mayBe(
                role, ColumnLook.values(rows, place, of: names.count), options.labels.below(names[place]))
            {
                let values = ColumnLook.values(rows, place, of: names.count)
                let meanings = role == .label ? flags(below: names[place], values) : nil
                looks.append(
                    Look(
                        role: role, name: found[place], number: place + 1, meanings: meanings ?? "",
                        isOpen: CorpusColumns.isNegated(names[place])))
            }
        }
        if !has(.label), !options.columns.without.contains(.label) {
            for place in others where !looks.contains(where: { $0.name == found[place] }) {
                guard let look = flags(below: names[place], ColumnLook.values(rows, place, of: names.count)) else { continue }
                looks.append(
                    Look(
                        role: .label, name: found[place], number: place + 1, meanings: look,
                        isOpen: CorpusColumns.isNegated(names[place])))
            }
        }
        if !has(.direction), !options.columns.without.contains(.direction) {
            for place in others where CorpusColumns.isOfReceivers(names[place]) {
                let values = ColumnLook.values(rows, place, of: names.count), owners = values.count(where: DirectionField.isOwner)
                if owners > 0, owners < values.count {
                    looks.append(Look(role: .direction, name: found[place], number: place + 1))
                }
                let sender = columns.first { $0.role == .sender }
                let senders = sender.map { Set(ColumnLook.values(rows, $0.number - 1, of: names.count)) } ?? []
                if owners == 0, values.contains(where: senders.contains) { receiversWhoSend = found[place] }
            }
        }
        if has(.time) { zoneColumn = others.first { CorpusColumns.isOfZones(names[$0]) }.map { found[$0] } }
        if let text = columns.first(where: { $0.role == .text }), options.columns[.text] == nil {
            noticeTexts(names, rows, beside: text, others, read)
        }
        let namesRead = Set(columns.filter { options.columns[$0.role] == nil }.map { names[$0.number - 1].foldedName })
        repeatedNames = others.filter { namesRead.contains(names[$0].foldedName) }.map { found[$0] }
        guard let label = columns.first(where: { $0.role == .label }), options.labels.isLabel(names[label.number - 1]) else {
            return
        }
        otherFlags = others.filter { place in
            let values = ColumnLook.values(rows, place, of: names.count)
            return options.labels.isLabel(names[place]) && !CorpusColumns.meansWanted(names[place]) && values.count > 1
                && values.allSatisfy { ["0", "1"].contains($0) }
        }.map { found[$0] }
    }

    /// Notes other columns of texts: where that of the text has numbers alone, and where their name
    /// is one of texts.
    private mutating func noticeTexts(
        _ names: [String], _ rows: [[String]], beside text: Column, _ others: [Int], _ read: Set<Int>
    ) {
        let texts = ColumnLook.values(rows, text.number - 1, of: names.count)
        if names.count > 1, texts.count > 1, texts.allSatisfy({ Double($0) != nil }),
            let place = ColumnLook.text(rows, count: names.count, besides: read)
        {
            looks.append(Look(role: .text, name: found[place], number: place + 1))
        }
        for place in others where CorpusColumns.role(of: names[place]) == .text {
            // A question beside an answer is no second text, nor is a copy of the text.
            guard names[place].foldedName != "q", !looks.contains(where: { $0.name == found[place] }),
                names[place].foldedName != names[text.number - 1].foldedName,
                rows.contains(where: {
                    $0.count == names.count && !$0[place].isEmpty && $0[place] != $0[text.number - 1]
                })
            else { continue }
            looks.append(Look(role: .text, name: found[place], number: place + 1))
        }
    }
}
