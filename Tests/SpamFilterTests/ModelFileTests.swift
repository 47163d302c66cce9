import Testing

@testable import SpamFilter

@Suite struct ModelFileTests {
    /// Sizes on both sides of one bucket, of four lanes and of eight features.
    @Test(arguments: [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1000])
    func everyFeatureKeepsItsWeights(_ count: Int) throws {
        var random = SeededNumbers(seed: UInt64(count))
        let features = (0..<count).map { _ in random.next() }
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            let content = ModelContent.sample(labels: labels, features: features)
            let width = labels.count - 1
            try withModel(content.encoded()) { model in
                try model.verify()
                #expect(model.featureCount == count)
                #expect(model.labels == labels)
                #expect(model.settings == content.settings)
                #expect(model.policy == content.policy)
                #expect(model.calibrationSlope == content.calibrationSlope)
                #expect(model.byteCount == content.encoded().count)
                #expect(
                    model.byteCount
                        <= ModelContent.fileSize(features: count, classes: labels.count, cardBytes: content.card.count))
                #expect(String(decoding: model.card, as: UTF8.self) == "{}")
                for (i, feature) in features.enumerated() {
                    let weights = try #require(model.weights(of: feature))
                    #expect(
                        Array(UnsafeBufferPointer(start: weights, count: width))
                            == Array(content.weights[i * width..<(i + 1) * width]))
                }
                // 1,000 strangers: some 8 in 65,536 of them are taken for a feature.
                let taken = (0..<1000).count { _ in model.weights(of: random.next()) != nil }
                #expect(taken <= 5)
            }
        }
    }

    /// Fingerprints that a look-up of four at a time could mistake: neighbours, zero, all ones.
    @Test func neighbouringFingerprintsAreToldApart() throws {
        for count in [3, 4, 7, 8, 12] {
            // All in the first bucket: the upper half is zero.
            let all: [UInt64] = [0, 1, 2, 0x7FFF, 0x8000, 0x8001, 0xFFFE, 0xFFFF, 0x100, 0x101, 0xFF, 0x4000]
            let held = Array(all.prefix(count))
            try withModel(ModelContent.sample(features: held).encoded()) { model in
                for fingerprint in UInt64(0)...0xFFFF where (model.weights(of: fingerprint) != nil) != held.contains(fingerprint)
                {
                    Issue.record("fingerprint \(fingerprint) among \(held)")
                }
            }
        }
    }

    /// A look-up reads four fingerprints at a time, so beyond the end of its bucket: what it finds there is not its own.
    @Test func fingerprintsOfTheNextBucketAreNotFound() throws {
        for inFirst in 0...8 {
            // 16 features are two buckets: the highest bit tells which.
            let first = (0..<UInt64(inFirst)).map { 1 + $0 }, second = (0..<UInt64(16 - inFirst)).map { 1 << 63 | 100 + $0 }
            try withModel(ModelContent.sample(features: first + second).encoded()) { model in
                for feature in first + second {
                    #expect(model.weights(of: feature) != nil)
                    #expect(model.weights(of: feature ^ 1 << 63) == nil, "\(feature) among \(inFirst) in the first bucket")
                }
            }
        }
    }

    @Test func theFirstOfTwoFeaturesOfOnePlaceStays() throws {
        var content = ModelContent.sample(features: [0x1234, 0x1234, 0x0001_1234])
        content.weights = [5, 6, 7]
        try withModel(content.encoded()) { model in
            #expect(model.featureCount == 1)
            #expect(model.weights(of: 0x1234)?.pointee == 5)
        }
    }

    @Test func sameContentGivesTheSameBytes() {
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            let content = ModelContent.sample(labels: labels, card: #"{"made by":"hand"}"#)
            #expect(content.encoded() == content.encoded())
        }
    }

    /// The content read back out of the sections, features as any number with their bucket and fingerprint, gives the bytes again.
    @Test(arguments: [FeatureWeighting.count, .lengthNormalized])
    func writeReadWriteGivesTheSameBytes(_ weighting: FeatureWeighting) throws {
        for labels in [[Label.allow, .junk], ModelContent.manyLabels] {
            let policy = DecisionPolicy(junkCutoff: 3, unsureCutoff: 1, promotionCutoff: .infinity, transactionCutoff: -.infinity)
            let file = ModelContent.sample(labels: labels, weighting: weighting, policy: policy, card: #"{"a":1}"#).encoded()
            let section = ModelParts(file)[.features]
            let count = Int(number(section, 0, 4)), buckets = Int(number(section, 4, 4))
            let starts = (0...buckets).map { Int(number(section, 8 + 4 * $0, 4)) }
            let fingerprintsAt = 8 + 4 * (buckets + 1), weightsAt = fingerprintsAt + 2 * count
            var features: [UInt64] = []
            for bucket in 0..<buckets {
                // The smallest number of this bucket, its low 16 bits then the fingerprint: a bucket is far wider than those.
                let lowest = UInt64(buckets).dividingFullWidth((UInt64(bucket), 0)).quotient &+ 0x1_0000
                for i in starts[bucket]..<starts[bucket + 1] {
                    features.append(lowest & ~0xFFFF | number(section, fingerprintsAt + 2 * i, 2))
                }
            }
            try withModel(file) { model in
                let content = ModelContent(
                    settings: model.settings, weighting: model.weighting,
                    classes: (0..<model.classCount).map {
                        let entry = model.classEntry($0)
                        return ModelContent.Class(label: entry.label, bias: entry.bias, scale: entry.scale)
                    }, features: features, weights: section[weightsAt...].map { Int8(bitPattern: $0) },
                    calibrationSlope: model.calibrationSlope, policy: model.policy, card: Array(model.card))
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
                #expect(model.weights(of: ModelContent.sampleFeatures[0]) != nil)
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
