// Training: learned weights to a file of the size asked for. Relative to the first class, the heaviest features, eight bits.

import SpamFilter

/// A model ready to be written.
public struct TrainedModel: Sendable {
    public let content: ModelContent
    /// The bytes of the model file.
    public let bytes: [UInt8]
    /// Features that were learned, of which `content.features` stayed.
    public let learnedFeatures: Int
    /// What can be promised of false junk; `nil` when no out-of-fold scores were made.
    public let promise: FalseJunkPromise?

    init(
        _ learned: LinearWeights, vocabulary: Vocabulary, labels: [Label], settings: TrainingSettings, calibration: OutOfFoldCalibration,
        card: ModelCard
    ) throws(TrainingError) {
        let width = labels.count - 1
        learnedFeatures = vocabulary.count
        promise = calibration.promise
        let cardBytes = card.encoded()
        let room = TrainedModel.capacity(maxBytes: settings.maxBytes, classes: labels.count, cardBytes: cardBytes.count)
        guard room > 0 else {
            let minimum = ModelContent.fileSize(features: 1, classes: labels.count, cardBytes: cardBytes.count)
            throw .tooSmall(maxBytes: settings.maxBytes, minimum: minimum)
        }
        let chosen = TrainedModel.heaviest(learned, vocabulary, room)
        var scales = [Float](repeating: 0, count: labels.count)
        for f in chosen {
            for c in 1..<labels.count { scales[c] = max(scales[c], abs(learned.relativeWeight(feature: f, class: c))) }
        }
        for c in 1..<labels.count { scales[c] /= 127 }
        var weights: [Int8] = []
        weights.reserveCapacity(chosen.count * width)
        for f in chosen {
            for c in 1..<labels.count {
                let step = scales[c] == 0 ? 0 : (learned.relativeWeight(feature: f, class: c) / scales[c]).rounded()
                weights.append(Int8(max(-127, min(127, step))))
            }
        }
        content = ModelContent(
            settings: settings.tokenizer, weighting: settings.weighting,
            classes: labels.indices.map { c in
                ModelContent.Class(label: labels[c], bias: Float(learned.bias[c] - learned.bias[0]), scale: scales[c])
            },
            features: chosen.map { vocabulary.features[$0] }, weights: weights, calibrationSlope: Float(calibration.slope),
            policy: calibration.policy, card: cardBytes)
        bytes = content.encoded()
    }

    /// How many features fit.
    private static func capacity(maxBytes: Int, classes: Int, cardBytes: Int) -> Int {
        var low = 0, high = maxBytes
        while low < high {
            let middle = (low + high + 1) / 2
            if ModelContent.fileSize(features: middle, classes: classes, cardBytes: cardBytes) <= maxBytes {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// The features with the largest part in the scores of the corpus, heaviest first.
    private static func heaviest(_ learned: LinearWeights, _ vocabulary: Vocabulary, _ room: Int) -> [Int] {
        let importance = (0..<vocabulary.count).map { f in
            var largest: Float = 0
            for c in 1..<learned.classCount { largest = max(largest, abs(learned.relativeWeight(feature: f, class: c))) }
            return largest * Float(vocabulary.documentFrequency[f]).squareRoot()
        }
        let order = importance.indices.sorted { importance[$0] != importance[$1] ? importance[$0] > importance[$1] : $0 < $1 }
        return Array(order.prefix(room))
    }
}

extension LinearWeights {
    /// The weight of a class minus that of the first: what a model file stores.
    @inline(__always)
    func relativeWeight(feature f: Int, class c: Int) -> Float { weights[f * classCount + c] - weights[f * classCount] }
}
