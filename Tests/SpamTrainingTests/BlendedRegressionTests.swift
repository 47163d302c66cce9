import Testing

@testable import SpamTraining

@Suite struct BlendedRegressionTests {
    private let matrix = FeatureMatrix([[2, 0, 1, 1], [1, 1, 0, 2], [3, 0, 2, 1], [0, 2, 1, 1], [1, 3, 0, 2], [0, 1, 2, 1]])
    private let exact = LogisticRegression.Settings(cost: 16, tolerance: 1e-8, maxPasses: 10_000)

    /// Bias and weights of the last class against the first.
    private func learned(_ trainer: some Trainer, classes: [UInt8], classCount: Int) -> [Double] {
        let learned = trainer.fit(matrix, classes: classes, classCount: classCount)
        let last = classCount - 1
        return [learned.bias[last] - learned.bias[0]]
            + (0..<4).map { Double(learned.weight(feature: $0, class: last) - learned.weight(feature: $0, class: 0)) }
    }

    @Test func twoClassesAreTheMeanOfBoth() {
        let classes: [UInt8] = [0, 0, 0, 1, 1, 1]
        let plain = learned(LogisticRegression(exact), classes: classes, classCount: 2)
        let other = LogisticRegression.Settings(cost: 1, tolerance: 1e-8, maxPasses: 10_000)
        let weighed = learned(NBLogisticRegression(other, smoothing: 0.3, beta: 1), classes: classes, classCount: 2)
        let found = learned(BlendedRegression(exact), classes: classes, classCount: 2)
        for i in found.indices { #expect(abs(found[i] - (plain[i] + weighed[i]) / 2) < 1e-6) }
        #expect(plain.indices.contains { abs(plain[$0] - weighed[$0]) > 0.1 })
    }

    @Test func moreClassesAreLogisticRegression() {
        let classes: [UInt8] = [0, 1, 2, 0, 1, 2]
        let plain = learned(LogisticRegression(exact), classes: classes, classCount: 3)
        #expect(learned(BlendedRegression(exact), classes: classes, classCount: 3) == plain)
    }
}
