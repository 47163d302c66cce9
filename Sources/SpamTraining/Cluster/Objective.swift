// Cluster: the objective of a problem, put together from the sums of the workers and the penalty.

/// The objective of `LogisticRegression`: penalty + C x sum of the rows' losses.
///
/// A point holds the weights of each vector, feature by feature, and behind all vectors the weight
/// of the bias value of each.
struct Objective {
    let classCount: Int
    let cost: Double
    let biasValue: Double
    /// What the values of each column are multiplied with; 0 for one that is left out.
    let scales: [Float]

    var vectorCount: Int { classCount == 2 ? 1 : classCount }
    var featureCount: Int { scales.count }
    var size: Int { vectorCount * (featureCount + 1) }
    /// The second derivative of the penalty: of |w|^2 / 2 with two classes, of |w|^2 with more.
    var bend: Double { classCount == 2 ? 1 : 2 }

    func penalty(_ point: [Double]) -> Double { bend / 2 * LimitedMemory.dot(point, point) }

    /// The point with the sums of a pass there.
    ///
    /// - Parameters:
    ///   - place: of the problem among those of the pass.
    ///   - vector: its first vector.
    func iterate(_ point: [Double], _ sums: PassSums, place: Int, vector: Int, unit: Double) -> Iterate {
        var gradient = point
        let factor = cost / unit
        for i in gradient.indices { gradient[i] *= bend }
        for v in 0..<vectorCount {
            for f in 0..<featureCount {
                let sum = Double(sums.numbers[sums.placeOfGradient + f * sums.vectorCount + vector + v])
                gradient[v * featureCount + f] += factor * Double(scales[f]) * sum
            }
            gradient[vectorCount * featureCount + v] +=
                factor * biasValue * Double(sums.numbers[sums.placeOfBiases + vector + v])
        }
        let loss = Double(sums.numbers[sums.placeOfLoss(place)]) * factor
        return Iterate(point: point, objective: penalty(point) + loss, gradient: gradient)
    }

    /// The inverse of the Hessian's diagonal, from the sums of a pass that has them.
    func inverseCurvature(_ sums: PassSums, vector: Int, unit: Double) -> [Double] {
        var inverse = [Double](repeating: 0, count: size)
        let factor = cost / unit
        for v in 0..<vectorCount {
            for f in 0..<featureCount {
                let sum = Double(sums.numbers[sums.placeOfCurvature + f * sums.vectorCount + vector + v])
                inverse[v * featureCount + f] = 1 / (bend + factor * Double(scales[f]) * Double(scales[f]) * sum)
            }
            let sum = Double(sums.numbers[sums.placeOfBiasCurvature + vector + v])
            inverse[vectorCount * featureCount + v] = 1 / (bend + factor * biasValue * biasValue * sum)
        }
        return inverse
    }

    /// The weights of features' values that a point stands for.
    func weights(_ point: [Double]) -> LinearWeights {
        var learned = LinearWeights(featureCount: featureCount, classCount: classCount)
        let first = classCount == 2 ? 1 : 0
        for v in 0..<vectorCount {
            learned.bias[first + v] = point[vectorCount * featureCount + v] * biasValue
            for f in 0..<featureCount {
                learned.weights[f * classCount + first + v] = Float(point[v * featureCount + f] * Double(scales[f]))
            }
        }
        return learned
    }

    /// The point of some weights: the inverse of `weights`.
    func point(_ learned: LinearWeights) -> [Double] {
        var point = [Double](repeating: 0, count: size)
        let first = classCount == 2 ? 1 : 0
        for v in 0..<vectorCount {
            let base = classCount == 2 ? learned.bias[0] : 0
            point[vectorCount * featureCount + v] = (learned.bias[first + v] - base) / biasValue
            for f in 0..<featureCount where scales[f] != 0 {
                let base = classCount == 2 ? learned.weight(feature: f, class: 0) : 0
                point[v * featureCount + f] = Double(learned.weight(feature: f, class: first + v) - base) / Double(scales[f])
            }
        }
        return point
    }
}
