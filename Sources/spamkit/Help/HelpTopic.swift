// What several commands share, explained once: spamkit help TOPIC.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter

enum HelpTopic: String, CaseIterable {
    case labels, columns, conditions, formats, times, trainers, figures, tricks

    /// A topic asked for by `help TOPIC`; `nil` for anything else.
    init?(asked arguments: [String]) {
        guard arguments.count == 2, arguments[0] == "help" else { return nil }
        self.init(rawValue: arguments[1])
    }

    /// In 80 columns.
    var text: String {
        switch self {
        case .labels:
            """
            The labels of messages, and the words of public corpora for them. Train prints
            every guess. For other words: --label-map WORD=LABEL.

            \(LabelMap.knownWords.split(separator: "; ").map { wrapped(String($0), to: 80, indent: "  ") }.joined(separator: "\n"))
            """
        case .columns:
            """
            The columns (CSV, TSV) and keys (JSON) that are read, whatever their case,
            spaces and punctuation. Others are ignored. For other names:
            --column ROLE=NAME, such as --column text=body,label=kind,sender=from. A ROLE is
            the first word of a line below. A NAME is a name of the header in any case, a
            number from 1, or - where no column has the ROLE.

            \(CorpusColumns.documentation.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

            In other languages:

            \(CorpusColumns.otherLanguages.split(separator: "\n").map { wrapped(String($0), to: 80, indent: "  ") }.joined(separator: "\n"))
            """
        case .conditions:
            """
            Conditions select messages, in every command that reads a corpus:
            --where KEY=VALUE, repeatable. A message needs one of the values of each key.
            --background takes lang= alone. Where --trained-on names a corpus that is
            measured too, the rows that --where selects are not taken for training. All
            rows must be readable and have known labels, also rows that are not selected.

              lang=ko,ja       the languages, ko-KR too. Without a language column, the
                               script, with Latin words or not: Hangul for ko, kana
                               for ja, Han for zh; th, el and he have their own;
                               others by name, such as lang=Latin, by most letters
              label=junk       the label; transaction takes its sub-actions too
              also=allow       a near duplicate of the message has the label: for
                               corpus search, relabel and forget
              source=a.tsv,b.tsv  sources; so do sender and template take several
              sender=Bank      the sender
              country=KR       the receiver's country
              template=otp-1   the template
              time>=2026-01-01 the time, in UTC; also >, <= and <. All such conditions
                               must hold
            """
        case .trainers:
            """
            The trainers: how the weights of features are learned from labelled messages.

            \(TrainerChoice.listForHelp.map { wrapped("  " + $0, to: 80, indent: "        ") }.joined(separator: "\n"))

            Options that only some have, such as --smoothing: spamkit train --help-all.
            """
        case .times:
            """
            Times are read in these forms. A time such as 3/5/2025 is read only if another
            row of the file tells the day from the month.

            \(wrapped(MessageTime.forms, to: 80))

            \(wrapped(MessageTime.words, to: 80))

            A time without a zone is UTC, also with --country.

            \(wrapped(MessageTime.zones, to: 80))
            """
        case .tricks:
            """
            The tricks of attack. Each is tried alone on every message.

            \(Attack.listOfTricks.map { wrapped($0, to: 80, indent: "  ") }.joined(separator: "\n"))
            """
        case .formats:
            """
            The files of messages that are read. The format is detected; --format says
            otherwise.

            \(wrapped(FormatTable.all.documentation, to: 80))
            """
        case .figures:
            """
            The figures of evaluate, by their names in --require. A bound is a figure, a
            comparison (>= <= > <) and a number: recall@0.2%>=0.9,
            false-junk(transaction)<=0.1%, recall[lang=ko]>=0.8. Slices have recall,
            false-junk, unsure and auc. The value is compared, not its interval. An
            undefined figure keeps no bound.

            \(wrapped("Figures: " + Figure.spellings.joined(separator: ", "), to: 80))

            \(wrapped("Slices: " + SliceDimension.allCases.map(\.rawValue).joined(separator: ", "), to: 80))
            """
        }
    }
}

extension ArgumentVisibility {
    /// Hidden in help, but not in completions and manuals, which the tool writes about itself.
    static let rare: ArgumentVisibility =
        CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help" }
        ? .default : .hidden
}
