// The selection of features, as an option.

import ArgumentParser
import SpamTraining

extension FeatureSelection {
    /// `chi2=4000`.
    init(parsing text: String) throws {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0] == "chi2", let count = Int(sides[1]), count > 0 else {
            throw ValidationError("expected chi2 and a count, such as chi2=4000")
        }
        self.init(count: count)
    }
}
