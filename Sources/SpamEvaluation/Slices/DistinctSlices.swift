// Evaluation: slices for people, who need not read the same messages twice. Slices in, fewer out.

extension Slice {
    /// Without those that have all their messages under another name: the class of an action whose
    /// messages have no sub-action, and the script of messages whose language is not known.
    static func distinct(_ slices: [Slice]) -> [Slice] {
        struct Messages: Hashable { let dimension: SliceDimension, value: String, n: Int }
        let all = Set(slices.map { Messages(dimension: $0.dimension, value: $0.value, n: $0.n) })
        return slices.filter { slice in
            let broader: SliceDimension? =
                switch slice.dimension {
                case .class: .action
                case .script: .lang
                default: nil
                }
            // One has no message that the other lacks, so those of the same number are the same.
            return broader.map { !all.contains(Messages(dimension: $0, value: slice.value, n: slice.n)) } ?? true
        }
    }
}
