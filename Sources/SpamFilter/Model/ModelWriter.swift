// Model: the content of a model to the bytes that ModelView opens.

extension ModelContent {
    /// The bytes of the model file. The same content always gives the same bytes.
    ///
    /// - Precondition: `problem` is `nil`.
    /// - Complexity: O(features + buckets).
    public func encoded() -> [UInt8] {
        if let problem { preconditionFailure(problem) }
        var tokenizer = ByteBuilder()
        tokenizer.bytes = [
            settings.wordNgrams, settings.shortestNgram, settings.longestNgram, settings.cjkNgrams, weighting.rawValue,
            settings.simplifiesHan ? 1 : 0,
        ]
        tokenizer.pad(to: ModelLayout.Tokenizer.size)
        var calibration = ByteBuilder()
        for entry in classes {
            calibration.add(entry.slope.bitPattern)
            calibration.add(entry.offset.bitPattern)
        }
        var cutoffs = ByteBuilder()
        for cutoff in [
            policy.junkCutoff, policy.unsureCutoff, policy.promotionCutoff, policy.transactionCutoff, policy.protectedJunkCutoff,
        ] {
            cutoffs.add(cutoff.bitPattern)
        }
        cutoffs.add(policy.protected.rawValue)
        cutoffs.add(policy.declared.rawValue)
        return FileFamily.model.assemble([
            (.tokenizer, tokenizer.bytes), (.classes, encodedClasses()), (.calibration, calibration.bytes),
            (.policy, cutoffs.bytes), (.features, encodedFeatures()), (.card, card),
        ])
    }

    private func encodedClasses() -> [UInt8] {
        var section = ByteBuilder()
        section.add(UInt16(classes.count))
        section.add(UInt16(vectorCount))
        section.add(UInt32(0))
        for entry in classes {
            section.add(UInt8(entry.label.action.rawValue))
            section.add(entry.combination.rawValue)
            section.add(UInt8(entry.vectors.count))
            section.add(UInt8(0))
            section.add(UInt32(entry.label.subAction.rawValue))
        }
        for vector in classes.lazy.flatMap({ $0.vectors }) {
            section.add(vector.bias.bitPattern)
            section.add(vector.scale.bitPattern)
        }
        return section.bytes
    }

    private func encodedFeatures() -> [UInt8] {
        typealias Features = ModelLayout.Features
        let vectors = vectorCount, mask = FeatureBuckets.mask(vectors: vectors)
        var buckets = FeatureBuckets(count: bucketCount, vectors: vectors)
        var slots = [UInt16](repeating: 0, count: bucketCount * Features.slotsPerBucket)
        var rows = [Int8](repeating: 0, count: vectors == 1 ? 0 : slots.count * vectors)
        var held = 0
        for (i, feature) in features.enumerated() {
            guard let slot = buckets.place(feature) else { continue }
            held += 1
            slots[slot] = UInt16(feature & mask)
            if vectors == 1 {
                slots[slot] |= UInt16(truncatingIfNeeded: Int(weights[i]) << Features.narrowFingerprintBits)
            } else {
                for vector in 0..<vectors { rows[slot * vectors + vector] = weights[i * vectors + vector] }
            }
        }
        var section = ByteBuilder()
        section.add(UInt32(bucketCount))
        section.add(UInt32(held))
        section.add(UInt8(vectors == 1 ? Features.narrowFingerprintBits : Features.wideFingerprintBits))
        section.pad(to: Features.size)
        section.add(slots)
        section.add(rows)
        section.pad(to: Features.sectionSize(buckets: bucketCount, vectors: vectors))
        return section.bytes
    }
}
