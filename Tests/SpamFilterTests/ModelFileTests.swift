import Testing

@testable import SpamFilter

@Suite struct ModelFileTests {
    /// One weight vector, thirteen, and more than sixteen, which are added in two steps.
    static let shapes: [ModelContent] = [
        .sample(), .sample(labels: ModelContent.manyLabels), .sample(labels: ModelContent.manyLabels).withVectors(20),
        .sample().withVectors(32),
    ]

    @Test(arguments: [0, 1, 7, 8, 9, 63, 64, 65, 1000], shapes.indices)
    func everyFeatureKeepsItsWeights(_ count: Int, _ shape: Int) throws {
        var random = SeededNumbers(seed: UInt64(count))
        let content = ModelFileTests.shapes[shape].withFeatures((0..<count).map { _ in random.next() })
        let vectors = content.vectorCount
        try withModel(content.encoded()) { model in
            try model.verify()
            var buckets = FeatureBuckets(count: content.bucketCount, vectors: vectors)
            let held = content.features.indices.filter { buckets.place(content.features[$0]) != nil }
            #expect(held.count == model.features.count && held.count * 10 >= count * 9 && model.classes.vectorCount == vectors)
            #expect(model.labels == content.classes.map(\.label))
            #expect(model.settings == content.settings && model.policy == content.policy)
            #expect(model.byteCount == content.encoded().count)
            #expect(String(decoding: model.card, as: UTF8.self) == "{}")
            for i in held {
                for v in 0..<vectors
                where model.features.weight(of: content.features[i], vector: v) != Int(content.weights[i * vectors + v]) {
                    Issue.record("feature \(i), vector \(v)")
                }
            }
        }
    }

    /// The loops over many features and the look-up of one agree, on known and unknown features,
    /// and beyond the 1,023 that lanes hold.
    @Test(arguments: shapes.indices)
    func sumsAreThoseOfTheWeights(_ shape: Int) throws {
        var random = SeededNumbers(seed: 7)
        let content = ModelFileTests.shapes[shape].withFeatures((0..<500).map { _ in random.next() })
        try withModel(content.encoded()) { model in
            for count in [0, 1, 2, 1022, 1023, 1024, 5000] {
                let heaviest = content.features[0]
                let read = (0..<count).map { i in
                    let hash =
                        i % 3 == 0 ? heaviest : i % 3 == 1 ? random.next() : content.features.randomElement(using: &random)!
                    return Feature(hash: hash, start: 0, end: 1)
                }
                var sums = [Int32](repeating: 0, count: ModelLayout.maxVectors)
                read.withUnsafeBufferPointer { features in
                    if model.features.isNarrow {
                        sums[0] = model.features.sumOfWeights(features)
                    } else {
                        model.features.addWeights(of: features, to: &sums)
                    }
                }
                for v in 0..<content.vectorCount {
                    #expect(Int(sums[v]) == read.reduce(0) { $0 + model.features.weight(of: $1.hash, vector: v) })
                }
            }
        }
    }

    /// -128, which the writer never makes, as often as a lane holds and more.
    @Test func theLowestWeightIsAddedUp() throws {
        let content = ModelContent.sample(labels: ModelContent.manyLabels, features: [5])
        var parts = ModelParts(content.encoded())
        for i in 32..<parts[.features].count - 16 { parts[.features][i] = 0x80 }
        try withModel(parts.file()) { model in
            for count in [255, 256, 257, 258, 1000] {
                let read = [Feature](repeating: Feature(hash: 5, start: 0, end: 1), count: count)
                var sums = [Int32](repeating: 0, count: ModelLayout.maxVectors)
                read.withUnsafeBufferPointer { model.features.addWeights(of: $0, to: &sums) }
                #expect(sums[0] == Int32(-128 * count) && model.features.weight(of: 5, vector: 0) == -128)
            }
        }
    }

    /// Every possible fingerprint, against the eight of a bucket: neighbours, zero, all ones.
    @Test func fingerprintsAreToldApart() throws {
        let held: [UInt64] = [0, 1, 2, 0x1FF, 0x200, 0x201, 0x3FE, 0x3FF]
        for count in 1...8 {
            for content in [ModelFileTests.shapes[0], ModelFileTests.shapes[1]] {
                var content = content.withFeatures(Array(held.prefix(count)))
                content.bucketCount = 1
                try withModel(content.encoded()) { model in
                    let most: UInt64 = model.features.isNarrow ? 0x3FF : 0xFFFF
                    for fingerprint in 0...most
                    where (model.features.weight(of: fingerprint, vector: 0) != 0) != content.features.contains(fingerprint) {
                        Issue.record("fingerprint \(fingerprint) among \(count)")
                    }
                }
            }
        }
    }

    @Test func aFullBucketKeepsTheHeaviest() throws {
        for shape in [0, 1] {
            var content = ModelFileTests.shapes[shape].withFeatures((1...20).map { UInt64($0) })
            content.bucketCount = 1
            try withModel(content.encoded()) { model in
                #expect(model.features.count == 8 && model.features.slotCount == 8)
                for feature in UInt64(1)...20 { #expect((model.features.weight(of: feature, vector: 0) != 0) == (feature <= 8)) }
            }
        }
    }

    @Test func theFirstOfTwoFeaturesOfOnePlaceStays() throws {
        var content = ModelContent.sample(features: [0x1234, 0x1234, 0x0001_1234])
        content.weights = [5, 6, 7]
        content.bucketCount = 1
        try withModel(content.encoded()) { model in
            #expect(model.features.count == 1)
            #expect(model.features.weight(of: 0x1234, vector: 0) == 5)
        }
    }

    /// As FORMAT.md says, at most 8 in 1,024 unknown features are taken for known ones, with
    /// several vectors 8 in 65,536.
    @Test func falseHitsAreBounded() throws {
        var random = SeededNumbers(seed: 5)
        for (shape, bound) in [(0, 8.0 / 1024), (1, 8.0 / 65_536)] {
            var content = ModelFileTests.shapes[shape].withFeatures((0..<4000).map { _ in random.next() })
            content.bucketCount = 400
            try withModel(content.encoded()) { model in
                #expect(model.features.count > 3000)
                let strangers = 200_000
                let taken = (0..<strangers).count { _ in model.features.weight(of: random.next(), vector: 0) != 0 }
                let expected = bound * Double(strangers)
                #expect(Double(taken) < expected + 4 * expected.squareRoot() && Double(taken) > expected / 2)
            }
        }
    }

    @Test func sameContentGivesTheSameBytes() {
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            let content = ModelContent.sample(labels: labels, card: #"{"made by":"hand"}"#)
            #expect(content.encoded() == content.encoded())
        }
    }

    /// The content read back from the sections gives the same bytes. Its features are numbers of
    /// the same bucket and fingerprint.
    @Test(arguments: [FeatureWeighting.count, .lengthNormalized])
    func writeReadWriteGivesTheSameBytes(_ weighting: FeatureWeighting) throws {
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            var policy = DecisionPolicy(junkCutoff: 3, unsureCutoff: 1, promotionCutoff: .infinity, transactionCutoff: -.infinity)
            policy.protected = [.init([.allow])]
            policy.protectedJunkCutoff = 7
            policy.declared = LabelSet(labels.filter { $0.subAction != .none }.prefix(5))
            let file = ModelContent.sample(labels: labels, weighting: weighting, policy: policy, card: #"{"a":1}"#).encoded()
            let section = ModelParts(file)[.features]
            let buckets = Int(number(section, 0, 4)), vectors = labels.count - 1
            let rowsAt = 16 + 16 * buckets
            var features: [UInt64] = [], weights: [Int8] = []
            for slot in 0..<8 * buckets {
                let value = number(section, 16 + 2 * slot, 2)
                // The smallest number of this bucket, with the fingerprint as its low bits.
                let lowest = (UInt64(buckets).dividingFullWidth((UInt64(slot / 8), 0)).quotient &+ 0x1_0000) & ~0xFFFF
                if vectors == 1 {
                    let weight = Int8(truncatingIfNeeded: Int16(truncatingIfNeeded: value) >> 10)
                    if weight == 0 { continue }
                    features.append(lowest | value & 0x3FF)
                    weights.append(weight)
                } else {
                    let row = section[rowsAt + slot * vectors..<rowsAt + (slot + 1) * vectors].map { Int8(bitPattern: $0) }
                    if row.allSatisfy({ $0 == 0 }) { continue }
                    features.append(lowest | value)
                    weights += row
                }
            }
            try withModel(file) { model in
                var vector = 0
                let content = ModelContent(
                    settings: model.settings, weighting: model.weighting,
                    classes: (0..<model.classes.count).map { i in
                        let (count, combination) = model.classes.vectors(ofClass: i)
                        var entry = ModelContent.Class(
                            label: model.classes.label(i),
                            vectors: (vector..<vector + count).map {
                                let (bias, scale) = model.classes.biasAndScale($0)
                                return .init(bias: bias, scale: scale)
                            })
                        vector += count
                        entry.combination = combination
                        (entry.slope, entry.offset) = model.classes.calibration(i)
                        return entry
                    }, features: features, weights: weights, bucketCount: buckets, policy: model.policy, card: Array(model.card))
                #expect(content.encoded() == file)
            }
            #expect(ModelParts(file).file() == file)
        }
    }

    @Test func modelOpensAtAnyAddress() throws {
        let file = ModelContent.sample().encoded()
        for shift in 0..<8 {
            let moved = [UInt8](repeating: 0xAA, count: shift) + file
            try moved.withUnsafeBytes { bytes in
                let model = try ModelView(UnsafeRawBufferPointer(rebasing: bytes[shift...]))
                try model.verify()
                #expect(model.features.weight(of: ModelContent.sampleFeatures[0], vector: 0) != 0)
            }
        }
    }

    @Test func checksumIsThatOfZlib() {
        #expect(checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(checksum([]) == 0)
        #expect(checksum([0]) == 0xD202_EF8D)
        var parts = Checksum()
        for byte in "123456789".utf8 { withUnsafeBytes(of: byte) { parts.add($0) } }
        #expect(parts.value == 0xCBF4_3926)
    }
}
