// Evaluation, attack: digits and signs for letters, as people have written since the bulletin
// boards.

extension UnitTrick {
    static let leet = UnitTrick(
        "leet", [.latin], "digits for letters: fr33, b0nu5",
        swap: LetterSwap(pairs: "a4A4b8B8e3E3g9G9i1I1l1L1o0O0s5S5t7T7z2Z2"))

    static let leetSigns = UnitTrick(
        "leet-signs", [.latin], "signs for letters: c@$h, w!n",
        swap: LetterSwap(pairs: "a@A@c©C©e€E€i!I!l|L|s$S$t+T+x×X×y¥Y¥"))
}
