// Evaluation, attack: two random tricks, one after the other.

import Statistics

/// Two random tricks, one after the other.
struct TwoTricks: AttackTrick {
    let name = "two-tricks"
    let scripts = TrickScript.allCases
    let summary = "two of the tricks above, one upon the other, drawn for each message"
    let tricks: [any AttackTrick]

    func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String? {
        var order = Array(tricks.indices)
        random.shuffle(&order)
        var hidden: String?
        var played = 0
        for i in order where played < 2 {
            // Each has its own generator, so that the first trick's draws do not choose the
            // second's.
            var own = SplitMix(seed: random.next())
            // One may undo another, as Simplified and Traditional do.
            guard let next = tricks[i].apply(hidden.map { Plaintext($0) } ?? text, strength, using: &own),
                !next.unicodeScalars.elementsEqual(text.scalars)
            else { continue }
            hidden = next
            played += 1
        }
        return hidden
    }
}
