// Statistics: how far two people agree beyond chance. Pairs of names in, a number out.

/// Cohen's kappa of two people who named the same things, each by themselves (Cohen 1960):
///
///     kappa = (agreed - chance) / (1 - chance)
///
/// `agreed` is the share of things that both gave one name, `chance` what it would be if both drew
/// their names at random, each as often as they did give them. 1 is perfect agreement, 0 is chance,
/// below 0 is less than chance.
///
/// - Parameter counts: how many things got each pair of names, 0 or more; a pair may be there
///   twice.
/// - Returns: `nil` for no things, and where both gave all of them one and the same name.
/// - Complexity: O(pairs).
public func cohensKappa<Name: Hashable>(_ counts: [(first: Name, second: Name, count: Int)]) -> Double? {
    var first: [Name: Int] = [:], second: [Name: Int] = [:]
    var all = 0, agreed = 0
    for pair in counts {
        first[pair.first, default: 0] += pair.count
        second[pair.second, default: 0] += pair.count
        all += pair.count
        if pair.first == pair.second { agreed += pair.count }
    }
    // In whole numbers, n² times the share, so that the order of a dictionary does not matter.
    let byChance = first.reduce(0) { $0 + $1.value * (second[$1.key] ?? 0) }
    guard all > 0, byChance < all * all else { return nil }
    let chance = Double(byChance) / (Double(all) * Double(all))
    return (Double(agreed) / Double(all) - chance) / (1 - chance)
}
