// Corpus: what the values of a column of times say: a day, its hours, or both.

/// What most values of a column are.
enum TimeLook {
    /// A day with its hours, or a number since 1970.
    case whole
    /// A day alone, or with midnight in each row.
    case day
    /// Hours alone.
    case clock
    case none

    init(of values: [String]) {
        let looks = values.map(TimeLook.init)
        self = [.whole, .day, .clock].first { look in looks.count { $0 == look } * 2 > looks.count } ?? .none
    }

    private init(_ value: String) {
        if TimeParts(value)?.isClock ?? false {
            self = .clock
        } else if let found = MessageTime.read(value, order: .dayFirst) ?? MessageTime.read(value, order: .monthFirst) {
            self = found.hasClock && !value.contains(/[ T]00:00(:00)?(\.0+)?Z?$/) ? .whole : .day
        } else {
            self = .none
        }
    }
}
