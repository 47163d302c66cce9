// Corpus: local telephone numbers without the 0 that they begin with, which a spreadsheet drops
// where it takes them for numbers.

enum LostZero {
    /// Whether digits are those of a number of a country but for the first 0. Nothing else there
    /// has as many digits and begins so.
    static func isLikely(_ digits: String, in country: String) -> Bool {
        (plans[country] ?? []).contains { plan in
            plan.lengths.contains(digits.utf8.count) && plan.starts.contains { digits.hasPrefix($0) }
        }
    }

    /// A made-up number that has lost its 0: `1012345678` of KR.
    static func example(in country: String) -> String {
        let (starts, lengths) = (plans[country] ?? plans["KR"]!)[0]
        return String((starts[0] + "123456789").prefix(lengths.lowerBound))
    }

    private typealias Plan = [(starts: [String], lengths: ClosedRange<Int>)]

    /// What follows the 0, and how many digits do, by the national numbering plans; mobile numbers
    /// first.
    private static let plans: [String: Plan] = [
        "KR": [
            (["10", "70"], 10...10), (["80"], 9...10), (["50"], 10...11), (["2"], 8...9),
            (["31", "32", "33", "41", "42", "43", "44", "51", "52", "53", "54", "55", "61", "62", "63", "64"], 9...10),
        ],
        "JP": [(["70", "80", "90", "50"], 10...10), (["1", "2", "3", "4", "5", "6", "7", "8", "9"], 9...9)],
        "TW": [(["9"], 9...9), (["2", "3", "4", "5", "6", "7", "8"], 8...9)],
        "GB": [(["7", "1", "2", "3", "8"], 10...10)],
        "IE": [(["8"], 9...9)],
        "FR": [(["6", "7", "1", "2", "3", "4", "5", "8", "9"], 9...9)],
        "DE": [(["15", "16", "17"], 10...11)],
        "AU": [(["4", "2", "3", "7", "8"], 9...9)],
        "NZ": [(["21", "22", "27"], 9...9)],
        "TR": [(["5", "2", "3", "4", "8"], 10...10)],
        "ID": [(["8"], 10...11)],
        "VN": [(["3", "5", "7", "8", "9"], 9...9), (["2"], 10...10)],
        "TH": [(["6", "8", "9"], 9...9), (["2", "3", "4", "5", "7"], 8...8)],
        "MY": [(["1"], 9...10)], "PH": [(["9"], 10...10)],
        "NL": [(["6", "1", "2", "3", "4", "5", "7"], 9...9)],
        "BE": [(["4"], 9...9)],
        "CH": [(["7", "2", "3", "4", "5", "6"], 9...9)],
        "ZA": [(["6", "7", "8", "1", "2", "3", "4", "5"], 9...9)],
        "NG": [(["7", "8", "9"], 10...10)],
        "PK": [(["3"], 10...10)],
        "EG": [(["1"], 10...10)],
    ]
}
