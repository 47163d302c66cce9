// Review: groups as people read them. Hashes in, small numbers out.

/// Groups by numbers from 1, in the order in which they first occur.
package func ordinals(of groups: [UInt64]) -> [Int] {
    var numbers: [UInt64: Int] = [:]
    return groups.map { group in
        let number = numbers[group] ?? numbers.count + 1
        numbers[group] = number
        return number
    }
}
