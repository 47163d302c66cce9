// Evaluation, attack: the report for a terminal. Figures in, at most 100 columns of text out.

extension AttackReport {
    /// The report as text: clean figures, a line a trick, then means and the worst, the words, and poisoning. Ends with a newline.
    public var text: String {
        var page = FigurePage()
        page.paragraph(
            "\(grouped(junk + wanted)) messages: \(grouped(wanted)) wanted, \(grouped(junk)) junk; seed \(seed). As they are, "
                + "\(share(clean.recall)) % of the junk is caught and \(share(clean.falseJunk)) % of the wanted messages are put in Junk."
        )
        addTricks(to: &page)
        addStrengths(to: &page)
        addFalls(to: &page)
        addWords(to: &page)
        addPoisoning(to: &page)
        return page.text
    }

    /// A figure in percent, `-` where it is undefined.
    private func share(_ rate: Rate?) -> String { rate?.value.map { decimal(100 * $0, places: 1) } ?? "-" }

    /// `53.6 [50.7, 56.4]`, aligned; lower and upper limits of 95 %.
    private func interval(_ rate: Rate) -> String {
        guard let limits = rate.interval95 else { return leftPadded("-", to: 5) + String(repeating: " ", count: 14) }
        let (lower, upper) = (decimal(100 * limits.lower, places: 1), decimal(100 * limits.upper, places: 1))
        return "\(leftPadded(share(rate), to: 5)) [\(leftPadded(lower, to: 4)), \(leftPadded(upper, to: 5))]"
    }

    private var shown: [Strength] { strengths.map(\.strength) }

    private func addTricks(to page: inout FigurePage) {
        page.heading("Recall after each trick, at the model's own cutoff, in percent")
        page.line("junk: messages that the trick can touch; clean: the same before. Brackets: 95 % Wilson intervals.")
        page.line("Last, wanted messages that it can touch put in Junk, at its heaviest and before.")
        let heads = shown.map { leftPadded($0.rawValue, to: 5) + String(repeating: " ", count: 14) }
        page.line("")
        page.line(row("", "junk", "clean", heads, "false", "clean"))
        var untouched: [String] = []
        for name in trickNames {
            let rows = tricks.filter { $0.trick == name }
            guard let last = rows.last else { continue }
            guard last.recall.of > 0 else {
                untouched.append(name)
                continue
            }
            page.line(
                row(
                    name, grouped(last.recall.of), share(last.cleanRecall), rows.map { interval($0.recall) },
                    share(last.falseJunk),
                    share(last.cleanFalseJunk)))
        }
        if goodWords > 0 {
            page.paragraph(
                "good-words are the \(grouped(goodWords)) words of the corpus' own wanted messages that the model, asked, likes best; they hide nothing and are not among the means below."
            )
        }
        if !untouched.isEmpty { page.paragraph("No junk that these can touch: \(untouched.joined(separator: ", ")).") }
    }

    private var trickNames: [String] {
        var names: [String] = []
        for row in tricks where names.last != row.trick { names.append(row.trick) }
        return names
    }

    private func row(_ name: String, _ junk: String, _ clean: String, _ cells: [String], _ falseJunk: String, _ before: String)
        -> String
    {
        rightPadded(name, to: 18) + leftPadded(junk, to: 7) + leftPadded(clean, to: 7)
            + cells.map { "  " + rightPadded($0, to: 19) }.joined()
            + leftPadded(falseJunk, to: 6) + leftPadded(before, to: 6)
    }

    private func addStrengths(to page: inout FigurePage) {
        page.heading("All tricks that hide words")
        for row in strengths {
            guard let mean = row.meanRecall, let clean = row.meanCleanRecall else {
                page.paragraph("\(row.strength.rawValue): no trick touches any junk.")
                continue
            }
            var words =
                "\(row.strength.rawValue): mean recall \(percent(mean)) % over \(row.tricks) tricks, where it was \(percent(clean)) %"
            if let trick = row.worstTrick, let rate = row.worstRecall {
                words += "; the worst, \(trick), leaves \(share(rate)) %"
            }
            if let trick = row.worstFalseJunkTrick, let rate = row.worstFalseJunk {
                words += "; most false junk is added by \(trick), \(share(rate)) % in all"
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
        page.heading("What carried junk past the model: kinds of words, by their part of the fall of its log-odds")
        for row in worst {
            let whole = row.falls.reduce(0) { $0 + abs($1.fall) }
            let kinds = row.falls.filter { $0.fall > 0.005 * whole }.prefix(5).map {
                "\($0.kind) \(decimal(100 * $0.fall / whole, places: 0)) %"
            }
            let fall = row.meanFall.map { decimal($0, places: 2) } ?? "-"
            page.line(
                "\(rightPadded(row.trick, to: 18))\(leftPadded(grouped(row.fell), to: 7)) fell by \(leftPadded(fall, to: 5)): \(kinds.joined(separator: ", "))"
            )
        }
    }

    private func addWords(to page: inout FigurePage) {
        for row in worst where !row.words.isEmpty {
            page.heading(
                "\(row.trick), \(row.strength.rawValue): the words that carried most, their fall and in how many messages")
            for word in row.words {
                let text = word.kind == "sender" ? "(sender)" : visible(word.text ?? "")
                let padding = String(repeating: " ", count: max(0, 40 - displayColumns(text)))
                page.line(
                    "\(text)\(padding)\(leftPadded(decimal(word.fall, places: 2), to: 9))\(leftPadded(grouped(word.messages), to: 8))"
                )
            }
        }
    }

    private func addPoisoning(to page: inout FigurePage) {
        guard !poisoning.isEmpty else { return }
        page.heading("Models of training labels of which some were flipped, on the same messages, in percent")
        page.line(
            rightPadded("flipped", to: 10) + leftPadded("messages", to: 9) + "   " + rightPadded("recall", to: 20)
                + rightPadded("false junk", to: 20)
                + leftPadded("AP", to: 6))
        for row in poisoning {
            let name =
                rightPadded("\(decimal(100 * row.flippedShare, places: 0)) %", to: 10) + leftPadded(grouped(row.flipped), to: 9)
                + "   "
            guard let recall = row.recall, let falseJunk = row.falseJunk else {
                page.line(name + "no model: \(row.problem ?? "")")
                continue
            }
            page.line(
                name + rightPadded(interval(recall), to: 20) + rightPadded(interval(falseJunk), to: 20)
                    + leftPadded(row.ap.map { decimal($0, places: 4) } ?? "-", to: 6))
        }
    }
}

/// A part of a message as a terminal can show it, cut to 38 columns: what turns the line about, breaks it or is not seen is written `\u{200B}`.
private func visible(_ text: String) -> String {
    var shown = "", columns = 0
    for scalar in text.unicodeScalars {
        let isSeen =
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark, .privateUse,
                .unassigned:
                false
            default: true
            }
        let next = isSeen ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        columns += displayColumns(next)
        guard columns <= 38 else { return shown + "…" }
        shown += next
    }
    return shown
}
