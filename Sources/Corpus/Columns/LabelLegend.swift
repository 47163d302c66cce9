// Corpus: what a line beside a table, or the name of its column, says of the numbers in the place
// of labels. Lines in; the labels of numbers out, or that a line may say them.

import SpamFilter

/// What lines say of numbers: `# 0 = spam, 1 = ham`, `spam: 1, ham: 0`, `1 for ham`, or
/// `class names: [ham, spam]`.
struct LabelLegend: Sendable, Equatable {
    private enum Token: Equatable {
        case number(String)
        case label(Label)
        case answer(isYes: Bool)

        var isNumber: Bool { if case .number = self { true } else { false } }
        var isLabel: Bool { if case .label = self { true } else { false } }
        var isAnswer: Bool { if case .answer = self { true } else { false } }
    }

    private let labels: LabelMap
    private var found: [String: Label] = [:]
    private var isInDoubt = false, isContradictory = false
    /// The numbers and words for labels of the lines, and nothing else of them.
    private(set) var words = ""

    init(_ lines: some Sequence<String>, _ labels: LabelMap) {
        self.labels = labels
        for line in lines { add(line) }
    }

    /// The labels of numbers; empty unless several are explained, and none in two ways, or where
    /// the user explains one of them.
    var meanings: [String: Label] {
        Set(found.values).count > 1 && !isContradictory && !found.keys.contains(where: labels.explains) ? found : [:]
    }

    /// Whether 0 and 1 may mean something else than everywhere, and what is not sure.
    var isOpen: Bool {
        guard meanings.isEmpty, !labels.explainsNumbers else { return false }
        return isContradictory || isInDoubt || isOtherwise
    }

    /// Whether 0 is said to be something else than wanted, or 1 than junk.
    var isOtherwise: Bool {
        found["0"].map { $0.action != .allow } ?? false || found["1"].map { $0.action != .junk } ?? false
    }

    /// Whether a line says anything of numbers.
    var isEmpty: Bool { found.isEmpty && !isInDoubt }

    private mutating func add(_ line: String) {
        guard line.utf8.count <= 400 else { return }
        var (tokens, gaps) = read(line)
        // Both, as in `spam (0 or 1)`, are the values that there are.
        while let place = tokens.indices.dropLast().first(where: { areBoth(tokens, gaps, at: $0) }) {
            tokens.removeSubrange(place...place + 1)
            gaps.removeSubrange(place...place + 1)
        }
        let labelled = tokens.contains(where: \.isLabel)
        guard labelled else { return }
        let said = words(of: tokens)
        if let pairs = pairs(tokens, gaps, line) {
            words += (words.isEmpty ? "" : " ") + said
            for (number, label) in pairs {
                if let other = found.updateValue(label, forKey: number), other != label { isContradictory = true }
            }
        } else if tokens.contains(.number("0")) || tokens.contains(.number("1")) {
            words += (words.isEmpty ? "" : " ") + said
            isInDoubt = true
        }
    }

    private func areBoth(_ tokens: [Token], _ gaps: [String], at place: Int) -> Bool {
        let pair = [tokens[place], tokens[place + 1]]
        guard pair == [.number("0"), .number("1")] || pair == [.number("1"), .number("0")] else { return false }
        return gaps[place + 1].wholeMatch(of: Self.either) != nil
    }

    private func words(of tokens: [Token]) -> String {
        tokens.map { token in
            switch token {
            case .number(let number): number
            case .label(let label): "\(label)"
            case .answer(let isYes): isYes ? "yes" : "no"
            }
        }.joined(separator: " ")
    }

    /// Numbers of one digit, words for labels, and what stands before each.
    private func read(_ line: String) -> (tokens: [Token], gaps: [String]) {
        let parts = line.matches(of: /[0-9]+(?:[.,:\/-][0-9]+)*|\p{L}[\p{L}\p{M}]*/)
        var tokens: [Token] = [], gaps: [String] = [], end = line.startIndex, place = 0
        while place < parts.count {
            let part = parts[place], next = place + 1 < parts.count ? parts[place + 1] : nil
            var token = token(String(part.output)), last = part
            if let next, !part.output.first!.isNumber, case let both = "\(part.output)_\(next.output)",
                line[part.range.upperBound..<next.range.lowerBound].allSatisfy({ " _-".contains($0) })
            {
                let label = labels.label(named: both) ?? (CorpusColumns.isNegated(both) ? .allow : nil)
                if let label { (token, last) = (.label(label), next) }
            }
            if let token {
                tokens.append(token)
                gaps.append(line[end..<part.range.lowerBound].lowercased())
                end = last.range.upperBound
            }
            place += last.range == part.range ? 1 : 2
        }
        return (tokens, gaps)
    }

    private func token(_ word: String) -> Token? {
        if word.utf8.first! < 0x3A { return word.utf8.count == 1 ? .number(word) : nil }
        if labels.isLabel(word, besidesNames: true), let label = labels.label(named: word) { return .label(label) }
        return LabelMap.isFlag(word) && word.utf8.count > 1 ? .answer(isYes: LabelMap.isYes(word)) : nil
    }

    /// Each number and its label, in the simple forms; `nil` for others.
    private func pairs(_ tokens: [Token], _ gaps: [String], _ line: String) -> [(String, Label)]? {
        let numbers = tokens.count(where: \.isNumber)
        if numbers == 0, tokens.count == 2, gaps[1].wholeMatch(of: /["'\s]*,["'\s]*/) != nil,
            line.contains(/(?i)(?:name|class|label|categor)[^:=\[]*[:=]?\s*\[/),
            case .label(let first) = tokens[0], case .label(let second) = tokens[1]
        {
            return [("0", first), ("1", second)]
        }
        var tokens = tokens[...], gaps = gaps[...], subject: Label?
        // `spam: 0 = no, 1 = yes`.
        if case .label(let label)? = tokens.first, tokens.contains(where: \.isAnswer) {
            subject = label
            tokens.removeFirst()
            gaps.removeFirst()
        } else {
            // Elsewhere `no` and `on` are words as others.
            guard !tokens.contains(where: \.isAnswer) else { return nil }
        }
        guard !tokens.isEmpty, tokens.count.isMultiple(of: 2) else { return nil }
        var pairs: [(String, Label)] = []
        for place in stride(from: tokens.startIndex, to: tokens.endIndex, by: 2) {
            guard gaps[place + 1].wholeMatch(of: Self.joint) != nil,
                place == tokens.startIndex || gaps[place].wholeMatch(of: Self.comma) != nil
            else { return nil }
            switch (tokens[place], tokens[place + 1], subject) {
            case (.number(let number), .label(let label), nil), (.label(let label), .number(let number), nil):
                pairs.append((number, label))
            case (.number(let number), .answer(let isYes), let subject?), (.answer(let isYes), .number(let number), let subject?):
                pairs.append((number, isYes ? subject : subject.action == .junk ? .allow : .junk))
            default: return nil
            }
            guard tokens[place].isNumber == tokens[tokens.startIndex].isNumber else { return nil }
        }
        return pairs
    }

    private nonisolated(unsafe) static let either = /\s*(?:or|and|to|und|oder|bis|-|–|\||\/|,)\s*/

    /// What stands between a number and its word, and between two such pairs.
    private nonisolated(unsafe) static let joint =
        /[\s"'“”‘’(\[_]*(?:=>?|:|->|→|-|–|is|means|for|if|ist|bedeutet|für|es|est|significa)?[\s"'“”‘’(\[_]*/
    private nonisolated(unsafe) static let comma =
        /[\s"'“”‘’)\],;\/|.&_#]*(?:and|und|y|e|et)?[\s_]*(?:label|class|value|klasse|wert)?[\s"'“”‘’(\[_#]*/
}

extension CorpusError {
    static func legend(file: String, line: Int, _ legend: LabelLegend) -> CorpusError {
        let meanings = legend.meanings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return .legend(file: file, line: line, words: legend.words, meanings: meanings.joined(separator: ","))
    }
}
