// Evaluation, attack: tricks that write other scalars for letters, by table or arithmetic. The
// families share this.

import Synchronization

/// A table that is made when a trick is first tried. The tool lists all tricks at every start and
/// needs no table then. Benchmarks/decisions/start.md
final class TableWhenNeeded<Table: Sendable>: Sendable {
    private let made = Mutex<Table?>(nil)
    private let make: @Sendable () -> Table

    init(_ make: @escaping @Sendable () -> Table) { self.make = make }

    var table: Table {
        made.withLock { made in
            let table = made ?? make()
            made = table
            return table
        }
    }
}

/// Other scalars for some scalars: of each, one or several ways to write it.
struct LetterSwap: Sendable {
    private var ways: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]
    /// Whether the table has a scalar of the basic plane. It spares most look-ups by hash.
    private var isHeld = [Bool](repeating: false, count: 0x10000)

    /// Pairs of characters side by side: `"aαeε"` writes α for a, ε for e. A character may come
    /// twice, with another.
    init(pairs: String = "") {
        let scalars = Array(pairs.unicodeScalars)
        precondition(scalars.count.isMultiple(of: 2), "expected pairs, found \(scalars.count) scalars")
        for i in stride(from: 0, to: scalars.count, by: 2) { add(scalars[i], [scalars[i + 1]]) }
    }

    /// Two strings of one length, character for character.
    init(_ plain: String, _ hidden: String) {
        precondition(plain.unicodeScalars.count == hidden.unicodeScalars.count, "expected strings of one length")
        for (a, b) in zip(plain.unicodeScalars, hidden.unicodeScalars) { add(a, [b]) }
    }

    /// Words separated by spaces, each a character and its replacement: `"加力口 好女子"`.
    init(words: String) {
        for word in words.split(whereSeparator: \.isWhitespace) {
            let scalars = Array(word.unicodeScalars)
            add(scalars[0], Array(scalars.dropFirst()))
        }
    }

    /// One more way to write a scalar, which must be of the basic plane.
    mutating func add(_ scalar: Unicode.Scalar, _ hidden: [Unicode.Scalar]) {
        isHeld[Int(scalar.value)] = true
        ways[scalar, default: []].append(hidden)
    }

    /// Adds the `count` scalars from `hidden` on for those from `plain` on.
    mutating func add(_ plain: Unicode.Scalar, count: Int, from hidden: UInt32) {
        for i in 0..<UInt32(count) {
            if let a = Unicode.Scalar(plain.value + i), let b = Unicode.Scalar(hidden + i) { add(a, [b]) }
        }
    }

    func holds(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x10000 && isHeld[Int(scalar.value)] }

    /// Appends the replacement of a scalar, chosen by style; the scalar itself where there is none.
    func append(_ scalar: Unicode.Scalar, style: Int, to out: inout [Unicode.Scalar]) {
        guard holds(scalar), let ways = ways[scalar] else { return out.append(scalar) }
        out.append(contentsOf: ways[style % ways.count])
    }
}

extension UnitTrick {
    /// Whole Latin words, and single characters of other scripts, that hold a letter of the table.
    ///
    /// - Parameter touchesDigits: whether runs of digits are words too.
    init(
        _ name: String, _ scripts: [TrickScript], _ summary: String, touchesDigits: Bool = false,
        swap makeSwap: @autoclosure @escaping @Sendable () -> LetterSwap
    ) {
        let swap = TableWhenNeeded(makeSwap)
        self.init(
            name: name, scripts: scripts, summary: summary,
            find: { text in
                let swap = swap.table
                let runs = text.latinWords() + (touchesDigits ? text.runs(of: .digit) : [])
                var units = runs.filter { word in word.contains { swap.holds(text.scalars[$0]) } }
                for i in text.kinds.indices where text.kinds[i].isCJK && swap.holds(text.scalars[i]) {
                    units.append(i..<i + 1)
                }
                return units.sorted { $0.lowerBound < $1.lowerBound }
            },
            rewrite: { unit, style, _, out in
                let swap = swap.table
                for scalar in unit { swap.append(scalar, style: style, to: &out) }
            })
    }
}
