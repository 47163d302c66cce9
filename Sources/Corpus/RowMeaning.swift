// Corpus: what a row says. The words of a row in; a row of label, message and values out.

import SpamFilter

/// Turns the rows of one file into those of a corpus, and keeps what has to be said of them.
///
/// One value, as the reader, a class, would check each access to several.
struct RowMeaning {
    let options: CorpusOptions
    let file: String
    let defaultSource: String
    var labels: RowLabels
    var values: RowValues

    /// - Parameter isFirst: whether no row was read before.
    mutating func row(_ raw: RawRow, isFirst: Bool) throws(CorpusError) -> CorpusRow {
        func known(_ value: String?) -> String? { value.flatMap { RowValues.isNothing($0) ? nil : $0 } }
        try labels.checkReceived(raw)
        guard !options.needsLabels || !raw.isBlank else {
            try labels.checkLegend(raw)
            throw .notReceived(file: file, line: raw.line, expected: "a text", found: "none")
        }
        if options.needsLabels, let mark = NoText.mark(raw.text) {
            throw .notReceived(file: file, line: raw.line, expected: "a text", found: mark)
        }
        if options.needsLabels, raw.isAlone, NoText.isTotal(raw.text) {
            throw .notReceived(file: file, line: raw.line, expected: "a message", found: "a line of totals")
        }
        if options.needsLabels, raw.label != nil, let answer = raw.answer, ["reject", "ignore"].contains(answer) {
            throw .notReceived(
                file: file, line: raw.line, expected: "a label that was accepted", found: "the answer reject or ignore")
        }
        values.look(atText: raw.text)
        if let part = raw.part { values.look(at: part, of: raw.text) }
        if let time = raw.time { values.look(atTime: time) }
        if raw.isFromAnyOfGroup { values.meetGroupSender() }
        let label = try labels.label(of: raw, isFirst: isFirst)
        if label == nil, NoText.isPicture(raw.text) { values.meetPicture() }
        let weight =
            try (raw.weight == "" ? nil : raw.weight).map { word throws(CorpusError) in try self.weight(word, line: raw.line) }
            ?? 1
        let country = known(raw.country).flatMap { values.country($0) } ?? options.defaultCountry
        return CorpusRow(
            message: Message(
                body: raw.text, sender: known(raw.sender).flatMap { values.sender($0, in: country) }, receiverCountry: country),
            label: label, language: known(raw.language).flatMap { values.language($0, of: raw.text) } ?? options.defaultLanguage,
            source: options.sourceName ?? known(raw.source) ?? defaultSource,
            group: known(raw.group).flatMap { values.group($0) }, groupNumber: nil,
            time: known(raw.time).map { .written($0) }, weight: weight, line: raw.line, id: known(raw.id))
    }

    /// The weight of a row in training.
    private mutating func weight(_ word: String, line: Int) throws(CorpusError) -> Double {
        let found = Double(word.trimmingSpaces())
        guard let found, CorpusRow.weights.contains(found) else {
            guard options.needsLabels, options.needsWeights else {
                values.meetBadWeight()
                return 1
            }
            throw .badWeight(file: file, line: line, found: found)
        }
        return found
    }
}
