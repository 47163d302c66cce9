// Corpus: local numbers of mobile telephones without the 0 that they begin with, which a
// spreadsheet drops where it takes them for numbers.

enum LostZero {
    /// Whether digits are those of a mobile number of a country but for the first 0. Nothing else
    /// there has as many digits and begins so.
    static func isLikely(_ digits: String, in country: String) -> Bool {
        guard let plan = plans[country], plan.lengths.contains(digits.utf8.count) else { return false }
        return plan.starts.contains { digits.hasPrefix($0) }
    }

    /// A made-up number that has lost its 0: `1012345678` of KR.
    static func example(in country: String) -> String {
        let (starts, lengths) = plans[country] ?? plans["KR"]!
        return String((starts[0] + "123456789").prefix(lengths.lowerBound))
    }

    /// What follows the 0, and how many digits do, by the national numbering plans.
    private static let plans: [String: (starts: [String], lengths: ClosedRange<Int>)] = [
        "KR": (["10"], 10...10), "JP": (["70", "80", "90"], 10...10), "TW": (["9"], 9...9), "GB": (["7"], 10...10),
        "IE": (["8"], 9...9), "FR": (["6", "7"], 9...9), "DE": (["15", "16", "17"], 10...11), "AU": (["4"], 9...9),
        "NZ": (["21", "22", "27"], 9...9), "TR": (["5"], 10...10), "ID": (["8"], 10...11),
        "VN": (["3", "5", "7", "8", "9"], 9...9),
        "TH": (["6", "8", "9"], 9...9), "MY": (["1"], 9...10), "PH": (["9"], 10...10), "NL": (["6"], 9...9),
        "BE": (["4"], 9...9), "CH": (["7"], 9...9), "ZA": (["6", "7", "8"], 9...9), "NG": (["7", "8", "9"], 10...10),
        "PK": (["3"], 10...10), "EG": (["1"], 10...10),
    ]
}
