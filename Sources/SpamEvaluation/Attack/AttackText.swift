// Evaluation, attack: the report for a terminal. Figures in, at most 80 columns of text out.

import Statistics

extension AttackReport {
    /// Clean figures, a line a trick, then means and the worst, the words, and poisoning. Ends with
    /// a newline.
    public var text: String {
        var page = FigurePage()
        page.paragraph(
            "\(grouped(junk + wanted)) messages: \(grouped(wanted)) wanted, \(grouped(junk)) junk; seed \(seed). Without tricks "
                + "\(share(clean.recall)) % of the junk is caught, and \(share(clean.falseJunk)) % of the wanted messages are in Junk."
        )
        addTricks(to: &page)
        addStrengths(to: &page)
        addFalls(to: &page)
        addWords(to: &page)
        addPoisoning(to: &page)
        return page.text
    }

    /// A share in percent, `-` where it is undefined. `100` without decimals lets three intervals
    /// fit a line.
    private func share(_ value: Double?) -> String {
        guard let value else { return "-" }
        return value >= 0.9995 ? "100" : decimal(100 * value, places: 1)
    }

    private func share(_ rate: Rate?) -> String { share(rate?.value) }

    /// `53.6 [50.7,56.4]`: a rate and its limits of 95 %.
    private func interval(_ rate: Rate?) -> String {
        guard let rate, let limits = rate.interval95 else { return "-" }
        let (lower, upper) = (share(limits.lower), share(limits.upper))
        return "\(share(rate)) [\(leftPadded(lower, to: 4)),\(leftPadded(upper, to: 4))]"
    }

    private var shown: [Strength] { strengths.map(\.strength) }

    private func addTricks(to page: inout FigurePage) {
        page.heading("Recall after each trick, at the model's own cutoff, in percent")
        page.line("junk: messages that the trick changes; clean: their recall without it.")
        page.line("false: wanted messages that it changes and that go to Junk, at full strength.")
        page.line("Brackets: 95 % Wilson intervals.")
        page.line("")
        var names: [String] = []
        for row in tricks where names.last != row.trick { names.append(row.trick) }
        var rows: [[String]] = []
        var untouched: [String] = []
        for name in names {
            let figures = tricks.filter { $0.trick == name }
            guard let heaviest = figures.last, heaviest.recall.of > 0 else {
                untouched.append(name)
                continue
            }
            rows.append(
                [name, grouped(heaviest.recall.of), share(heaviest.cleanRecall)] + figures.dropLast().map { share($0.recall) }
                    + [interval(heaviest.recall), share(heaviest.falseJunk)])
        }
        page.table("", columns: ["junk", "clean"] + shown.map(\.rawValue) + ["false"], rows)
        if goodWords > 0 {
            page.paragraph(
                "good-words adds the \(grouped(goodWords)) words of wanted messages that the model scores lowest. "
                    + "It hides nothing and is not in the means below.")
        }
        if !untouched.isEmpty { page.paragraph("Without any junk to change: \(untouched.joined(separator: ", ")).") }
    }

    private func addStrengths(to page: inout FigurePage) {
        page.heading("All tricks that hide words")
        for row in strengths {
            guard let mean = row.meanRecall, let clean = row.meanCleanRecall else {
                page.paragraph("\(row.strength.rawValue): no trick changes any junk.")
                continue
            }
            var words =
                "\(row.strength.rawValue): mean recall \(percent(mean)) % over \(counted(row.tricks, "trick")), \(percent(clean)) % without them"
            if let trick = row.worstTrick, let rate = row.worstRecall {
                words += ". The worst trick is \(trick): \(share(rate)) %"
            }
            if let trick = row.worstFalseJunkTrick, let rate = row.worstFalseJunk {
                words += ". \(trick) adds most false junk: \(share(rate)) %"
            }
            page.paragraph(words + ".")
        }
    }

    /// The tricks by which most messages pass, and why.
    private var worst: [TrickFigures] {
        Array(tricks.filter { $0.fell > 0 && $0.strength == shown.last }.sorted { $0.fell > $1.fell }.prefix(8))
    }

    private func addFalls(to page: inout FigurePage) {
        guard !worst.isEmpty else { return }
        page.heading("Which kinds of words lowered the log-odds of junk that passed, and by what share")
        for row in worst {
            let whole = row.falls.reduce(0) { $0 + abs($1.fall) }
            let kinds = row.falls.filter { $0.fall > 0.005 * whole }.prefix(4).map {
                "\($0.kind) \(decimal(100 * $0.fall / whole, places: 0)) %"
            }
            let fall = row.meanFall.map { decimal($0, places: 2) } ?? "-"
            let start =
                "\(rightPadded(row.trick, to: 18))\(leftPadded(grouped(row.fell), to: 7)) fell by \(leftPadded(fall, to: 5)): "
            let indent = String(repeating: " ", count: start.count + 2)
            page.line(start + wrapped(kinds.joined(separator: ", "), to: 80, indent: indent, after: indent.count))
        }
    }

    private func addWords(to page: inout FigurePage) {
        for row in worst where !row.words.isEmpty {
            page.heading(
                "\(row.trick), \(row.strength.rawValue): the words that lowered log-odds most, by how much, in how many messages")
            for word in row.words {
                let isNoWord = word.kind == "sender" || word.kind == "length"
                let text = isNoWord ? "(\(word.kind))" : visible(word.text ?? "")
                let padding = String(repeating: " ", count: max(0, 40 - terminalColumns(text)))
                page.line(
                    "\(text)\(padding)\(leftPadded(decimal(word.fall, places: 2), to: 9))\(leftPadded(grouped(word.messages), to: 8))"
                )
            }
        }
    }

    private func addPoisoning(to page: inout FigurePage) {
        guard !poisoning.isEmpty else { return }
        page.heading("Models trained with flipped labels, on the same messages, in percent")
        page.table(
            "flipped", columns: ["messages", "recall", "false junk", "AP"],
            poisoning.map { row in
                [
                    "\(decimal(100 * row.flippedShare, places: 0)) %", grouped(row.flipped), interval(row.recall),
                    interval(row.falseJunk),
                    row.ap.map { decimal(100 * $0, places: 2) } ?? "-",
                ]
            })
        for row in poisoning {
            if let problem = row.problem { page.paragraph("\(grouped(row.flipped)) labels flipped, no model: \(problem)") }
        }
    }
}

/// A part of a message as a terminal can show it, cut to 38 columns. What cannot be seen, or breaks
/// or reverses the line, is written `\u{200B}`.
private func visible(_ text: String) -> String {
    var shown = "", columns = 0
    for (scalar, isSeen) in text.flatMap(\.scalarsSeen) {
        // A line end breaks the table, and terminals place marks differently.
        let isPlain =
            switch scalar.properties.generalCategory {
            case .control, .nonspacingMark, .enclosingMark: false
            default: isSeen
            }
        let next = isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        columns += terminalColumns(next)
        guard columns <= 38 else { return shown + "…" }
        shown += next
    }
    return shown
}
