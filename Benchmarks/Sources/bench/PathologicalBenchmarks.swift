// Benchmarks: 100 kB and 1 MB of one thing repeated, as bytes to features. Two ratios count: the
// longer text against the shorter, and both against a sentence of the same length.

import SpamFilter

/// Ten times the text may take this many times the time: 10, and what caches and the clock add. A
/// quadratic reader takes 100.
private let mostOfTenfold = 20.0
/// A byte may cost this many times a byte of the sentence. Such runs cost 25 to 50 times as much
/// before they were read only once.
private let mostOfSentence = 20.0
/// A quick run measures little, perhaps on a busy machine, and must not fail by chance.
private let allowanceOfQuickRun = 3.0

private let sentence = "Dinner at the harbour tomorrow, shall we say 7:30? Ring me on arrival. "

/// A name that is easy to select with --only, and what is repeated.
private let kinds: [(name: String, piece: String)] = [
    ("letters", "a"), ("letters-spaced", "a "), ("letters-dotted", "a."), ("letters-dashed", "a-"), ("letters-starred", "a*"),
    ("letters-mixed-signs", "a.b-c_d*"), ("letters-mixed-script", "aа"), ("letters-styled", "𝐅Ⓕ"), ("expansion", "\u{FDFA}"),
    ("leet", "c@$h fr33 "), ("leet-run", "a3$@!"), ("underscores", "_"), ("apostrophes", "a'"), ("digits", "1"),
    ("digits-grouped", "1,"),
    ("digits-joined", "1-1:1."), ("prices", "$1 "), ("masks", "*"), ("masked-digits", "1*"), ("x-runs", "xx1"),
    ("placeholders", "<URL>"),
    ("brackets", "["), ("brackets-closed", "[a]"), ("angles", "<"), ("schemes", "http://"), ("schemes-defanged", "hxxp"),
    ("hosts", "a.com/"),
    ("hosts-dotted-words", "a dot "), ("at-signs", "@"), ("addresses", "a@a."), ("punycode", "xn--"), ("percent", "%20"),
    ("addresses-ip", "1.1.1."),
    ("syllables", "금"), ("syllables-spaced", "대 "), ("jamo-stand-alone", "ㄱㅏ"), ("jamo-conjoining", "\u{1112}\u{1161}\u{11AB}"),
    ("jamo-half-width", "ﾣﾬﾁ"), ("han", "加"), ("han-spaced", "加 "), ("han-traditional", "體"), ("kana-voiced", "か\u{3099}"),
    ("invisible", "\u{200B}"), ("invisible-between", "a\u{200B}"), ("tags", "\u{E0041}"), ("marks", "\u{301}"),
    ("marks-stacked", "e\u{301}\u{302}"),
    ("emoji-joined", "😀\u{200D}"), ("flags", "🇰"), ("pictures", "\u{FFFC}"), ("pictures-between", "a\u{FFFC}"), ("spaces", " "),
    ("lines", "\n"),
    ("signs", "!"), ("damaged", "\u{FFFD}"),
]

/// Counts features and does nothing else.
private struct TallySink: FeatureSink {
    var count = 0
    mutating func add(_ features: UnsafeBufferPointer<Feature>) { count += features.count }
}

/// Two rows a kind. Prints the ratios, and ends the program when one of them is too high.
func pathologicalBenchmarks(_ effort: Effort) -> [Measurement] {
    let chosen = kinds.filter { effort.includes("pathological/\($0.name)") }
    guard !chosen.isEmpty else { return [] }
    var found: [Measurement] = []
    let plain = cost(of: sentence, 100_000, "pathological/sentence", effort).cpu.minimum
    let allowance = effort.isQuick ? allowanceOfQuickRun : 1
    var wrong: [String] = []
    var worst = (tenfold: 0.0, sentence: 0.0)
    for (name, piece) in chosen {
        let short = cost(of: piece, 100_000, "pathological/\(name)-100kB", effort)
        let long = cost(of: piece, 1_000_000, "pathological/\(name)-1MB", effort)
        found += [("100kB", short), ("1MB", long)].map { size, timings in
            Measurement(
                benchmark: "pathological/\(name)-\(size)", clock: .cpu, unit: "ns/byte", timing: timings.cpu, ratioToNaive: nil)
        }
        // The least of the runs: other work of the machine is not the reader's.
        let tenfold = 10 * long.cpu.minimum / short.cpu.minimum, beside = long.cpu.minimum / plain
        worst = (max(worst.tenfold, tenfold), max(worst.sentence, beside))
        // Words and characters are given once a message, so only pairs and signs can grow.
        let features = Double(long.answer) / Double(max(short.answer, 1))
        if tenfold > mostOfTenfold * allowance || beside > mostOfSentence * allowance
            || short.answer > 1000 && features > 11
        {
            wrong.append(
                "pathological/\(name): 1 MB took \(figure(tenfold)) times 100 kB for \(figure(features)) times the features, \(figure(beside)) times a sentence"
            )
        }
    }
    print(
        "pathological: \(chosen.count) kinds; 1 MB takes at most \(figure(worst.tenfold)) times 100 kB and \(figure(worst.sentence)) times a sentence of its length (\(figure(plain)) ns/byte)"
    )
    require(wrong.isEmpty, wrong.joined(separator: "\n"))
    return found
}

private func cost(of piece: String, _ count: Int, _ name: String, _ effort: Effort) -> Timings {
    let piece = Array(piece.utf8)
    let bytes = (0..<count).map { piece[$0 % piece.count] }
    var reader = MessageReader(TokenizerSettings())
    return timings(name, runs: min(effort.runs, 5), units: Double(count)) {
        var sink = TallySink()
        bytes.withUnsafeBufferPointer { reader.readBody($0, into: &sink) }
        return UInt64(sink.count)
    }
}

/// One decimal.
private func figure(_ x: Double) -> Double { (x * 10).rounded() / 10 }
