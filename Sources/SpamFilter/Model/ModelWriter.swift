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
        return FileFamily.model.assemble([
            (.tokenizer, tokenizer.bytes), (.classes, encodedClasses()),
            (.calibration, ModelContent.encoded(classes.map { ($0.slope, $0.offset) })), (.policy, policy.encoded()),
            (.features, encodedFeatures()), (.card, card),
        ])
    }

    fileprivate static func encoded(_ calibration: [(slope: Float, offset: Float)]) -> [UInt8] {
        var section = ByteBuilder()
        for entry in calibration {
            section.add(entry.slope.bitPattern)
            section.add(entry.offset.bitPattern)
        }
        return section.bytes
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

extension DecisionPolicy {
    fileprivate func encoded() -> [UInt8] {
        var section = ByteBuilder()
        for cutoff in [junkCutoff, unsureCutoff, promotionCutoff, transactionCutoff, protectedJunkCutoff] {
            section.add(cutoff.bitPattern)
        }
        section.add(protected.rawValue)
        section.add(declared.rawValue)
        return section.bytes
    }
}

extension ModelView {
    /// The file with another calibration, other cutoffs and another card.
    ///
    /// The sections of how messages are read, classes and features stay byte for byte. Signature
    /// and sequence number are dropped: they are of the file as it was. So are sections that this
    /// build does not know.
    ///
    /// - Parameter calibration: of each class, each slope finite and above 0.
    /// - Precondition: a calibration of each class, and a policy without a problem.
    /// - Complexity: O(bytes).
    package func recalibrated(
        _ calibration: [(slope: Float, offset: Float)], _ policy: DecisionPolicy, card: [UInt8]
    ) -> [UInt8] {
        precondition(calibration.count == classes.count, "expected a calibration of each class")
        if let problem = policy.problem(classes: classes.labels) { preconditionFailure(problem) }
        var parts: [(kind: SectionKind, bytes: [UInt8])] = []
        for section in sections {
            switch section.kind {
            case .tokenizer?, .classes?, .features?:
                parts.append((section.kind!, Array(bytes[section.offset..<section.offset + section.length])))
            case .calibration?: parts.append((.calibration, ModelContent.encoded(calibration)))
            case .policy?: parts.append((.policy, policy.encoded()))
            case .card?, .signature?, .release?, .conditions?, .lists?, nil: break
            }
        }
        return FileFamily.model.assemble(parts + [(.card, card)])
    }
}
