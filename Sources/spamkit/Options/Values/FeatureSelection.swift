// The selection of features, as an option.

import ArgumentParser
import SpamTraining

extension FeatureSelection: ExpressibleByArgument {
    /// `chi2=4000`.
    public init?(argument: String) {
        let sides = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0] == "chi2", let count = Int(sides[1]), count > 0 else { return nil }
        self.init(count: count)
    }
}
