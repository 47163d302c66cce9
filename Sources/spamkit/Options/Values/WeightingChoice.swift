// The weightings of features, as an option.

import ArgumentParser
import SpamFilter
import SpamTraining

enum WeightingChoice: String, CaseIterable, ExpressibleByArgument {
    case length, count

    var weighting: FeatureWeighting { self == .length ? .lengthNormalized : .count }
}
