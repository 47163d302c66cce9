// Training: logistic regression and its form on features that naive Bayes weighed, averaged. The default.
//
// Beside logistic regression: average precision, best F1 and recall at .1 % false junk of rows held out by template, by raw scores
// (2026-11-22):
//
//     UCI, pooled, random folds   .9895 .9709 .942   .9910 .9732 .942   won
//     UCI, pooled, group folds    .9903 .9693 .933   .9912 .9711 .949   won
//     message80W, two of four     .9989 .9911 .986   .9992 .9917 .987   won
//     five languages, one of four .9974 .9879 .980   .9977 .9888 .980   won
//     Indonesian                  .9959 .9793 .449   .9951 .9816 .490   tied
//     starter corpus              .8244 .7354 .117   .8222 .7357 .141   tied
//
// Across sources, with the starter corpus, ROC-AUC and recall at 1 %: English .9955 .930 to .9965 .936; Chinese SMS .851 .122 to .852 .192;
// message80W .962 .589 to .960 .558 (lost); Indonesian .981 .537 to .985 .531; Turkish .997 .948 to .998 .959; Korean parcel notices that are
// junk 1.9 to .6 %.
// Weighed with its own pull towards naive Bayes (beta .5, smoothing .1): UCI .9907 .9723 .946 and .9909 .9708 .947, the others in place
// tied; before junk of other sources counted less, Chinese SMS .852 to .835 and parcel notices 24 to 33 %. Naive Bayes' scores beside
// those of logistic regression, by a tenth to eight tenths: won on UCI alone. One fit instead of two, columns scaled by the root of
// 1 + r^2/16, which puts the same penalty on a sum of both: UCI tied with the blend, message80W .9990 .9911 .985.
//
// Squared hinge (an L2-loss support vector machine by dual coordinate descent: Hsieh, Chang, Lin, Keerthi & Sundararajan, ICML 2008) in place of
// logistic loss tied, in one half, in both, and as a third, at costs of .003 to 4, its scores brought to the same mean size. Of all it did best with
// costs of .2 and .03 and twice the weight on the plain half: inside the training parts UCI .9912 .9723 .940, message80W .9991 .9917 .988, five languages
// .9977 .9894 .984, Indonesian .9957 .9794 .479, starter corpus .8224 .7353 .179 (with logistic loss .9914 .9713 .940, .9992 .9916 .987, .9977 .9890 .982,
// .9951 .9816 .484, .8249 .7384 .148). Across sources, with scores 6.5 times as large, which is the size of log-odds on all of these, it lost: ROC-AUC of
// English .9971 both, Chinese SMS .8681 to .8652, message80W .9620 to .9609, Indonesian .9820 to .9824, Turkish .9968 to .9947 with recall at 1 % .947 to
// .865. It takes 12 to 19 % less time, with folds a quarter, and its models are larger (message80W 43 to 73 KB, five languages 154 to 204).
// One fit of squared hinge with columns scaled by the root of 1 + .06 r^2: UCI .9908 .9713 .936, the others tied, a fifth less time.
//
// Tied as well: a quarter or four times of the cost of either half; naive Bayes' counts with a group of like messages weighing its root, or one; the mean
// of four fits of three quarters of the groups each; .1 to 10 times the cost where features that stay are learned from once more (6 to 16 KiB).

/// The mean of two regressions' log-odds: logistic regression, and its form on features that naive Bayes weighed
/// (`NBLogisticRegression` with beta 1). A logarithmic opinion pool (Genest & Zidek, Combining Probability Distributions, Statistical
/// Science 1, 1986). Both are linear in the same features, so the mean is one weight vector and costs the phone nothing.
///
/// They err apart: one spreads a message's evidence over all features that come together, the other trusts those that naive Bayes finds
/// telling. More than two classes are learned by logistic regression alone.
public struct BlendedRegression: Trainer {
    /// The cost of logistic regression against that of its form on weighed features, whose values are naive Bayes' log-ratios and so larger.
    private static let costRatio = 16.0

    private let plain: LogisticRegression
    private let weighed: NBLogisticRegression
    private let smoothing: Double

    public var name: String { "blend" }
    public var settingsByName: [String: String] {
        plain.settingsByName.merging(["smoothing": String(smoothing)]) { $1 }
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// - Parameters:
    ///   - settings: of logistic regression; a sixteenth of its cost is the other one's.
    ///   - smoothing: of naive Bayes' counts.
    /// - Precondition: that of `LogisticRegression` and `NaiveBayes`.
    public init(_ settings: LogisticRegression.Settings = .init(), smoothing: Double = 0.3) {
        var other = settings
        other.cost = max(settings.cost / BlendedRegression.costRatio, LogisticRegression.Settings.costs.lowerBound)
        plain = LogisticRegression(settings)
        weighed = NBLogisticRegression(other, smoothing: smoothing, beta: 1)
        self.smoothing = smoothing
    }

    /// - Complexity: twice that of `LogisticRegression`.
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        var learned = plain.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        guard classCount == 2 else { return learned }
        let other = weighed.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        for c in learned.bias.indices { learned.bias[c] = (learned.bias[c] + other.bias[c]) / 2 }
        for i in learned.weights.indices { learned.weights[i] = (learned.weights[i] + other.weights[i]) / 2 }
        return learned
    }
}
